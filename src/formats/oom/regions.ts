/**
 * Cuts the parts of a stream that may hold messages out of the noise, as raw bytes with the line where they begin. Only
 * these are decoded. Memory is bounded by one region and one chunk, whatever the length of the log.
 */

import { joinedBytes } from '../../model/joined-bytes.ts';
import { countLines } from './count-lines.ts';
import { NEIGHBOURHOOD, neighbourTest, TRIGGER_WORDS } from './needles.ts';
import { NeedleSearch } from './search.ts';

export interface Region {
  bytes: Uint8Array;
  /** 1-based line of the file. */
  firstLine: number;
  /** The region before this one ends where this one begins: it had become too long. */
  continued: boolean;
}

/** Text before the first word of a message: its prefix, its exception. */
const LOOK_BACK = 4 << 10;
/** Text after the last word: entries with long names, the end of a block. */
const LOOK_AHEAD = 16 << 10;
/** Words that only keep a region going do so for this long after a word that begins one. */
const MAX_TAIL = 96 << 10;
/** Dumps of big pools reach ten megabytes. */
const MAX_REGION = 16 << 20;
const TESTS = TRIGGER_WORDS.map(neighbourTest);
const MAX_WORD = Math.max(...TRIGGER_WORDS.map(({ word }) => word.length));
/** Bytes at the end of a chunk that are searched with the next one, when what follows them is known. */
const HOLD = NEIGHBOURHOOD + MAX_WORD;
/** How much of the past is kept in front of a chunk. */
const KEEP = LOOK_BACK + HOLD;
const NEWLINE = 10;

interface OpenRegion {
  pieces: Uint8Array[];
  size: number;
  firstLine: number;
  continued: boolean;
  /** Offsets in the stream. */
  lastHit: number;
  lastBeginning: number;
  copiedTo: number;
}

export class RegionFinder {
  private readonly search = new NeedleSearch(TRIGGER_WORDS.map(({ word }) => word));
  private readonly deliver: (region: Region) => void;
  /** The bytes at hand: the end of what was searched, and what was not. */
  private buffer: Uint8Array = new Uint8Array(0);
  /** Offset in the stream, and 1-based line, of the first byte at hand. */
  private base = 0;
  private baseLine = 1;
  /** Offset in the stream from which to search. */
  private searchFrom = 0;
  private open: OpenRegion | null = null;
  private lastRegionEnd = 0;

  constructor(deliver: (region: Region) => void) {
    this.deliver = deliver;
  }

  /**
   * Searches a chunk. To save copying it, only its beginning is joined to the kept end of the last one; the rest is
   * searched where it lies, and what is needed of it is copied.
   */
  push(chunk: Uint8Array): void {
    const { buffer, base, baseLine } = this;
    const seam = Math.min(chunk.length, KEEP + HOLD);
    this.searchIn(joinedBytes([buffer, chunk.subarray(0, seam)]), base, baseLine);
    if (seam < chunk.length)
      this.searchIn(chunk, base + buffer.length, baseLine + countLines(buffer, 0, buffer.length));
    this.keepEnd();
  }

  end(): void {
    const end = this.base + this.buffer.length;
    this.searchUpTo(end);
    if (this.open) this.close(end);
  }

  private searchIn(buffer: Uint8Array, base: number, line: number): void {
    this.buffer = buffer;
    this.base = base;
    this.baseLine = line;
    this.searchUpTo(base + buffer.length - HOLD);
  }

  /** Bytes belong to the caller and are overwritten: what is looked back at later is copied. */
  private keepEnd(): void {
    const drop = Math.max(0, this.buffer.length - KEEP);
    this.baseLine += countLines(this.buffer, 0, drop);
    this.base += drop;
    this.buffer = this.buffer.slice(drop);
  }

  private searchUpTo(limit: number): void {
    let from = Math.max(0, this.searchFrom - this.base);
    for (;;) {
      const at = this.search.next(this.buffer, from);
      const hit = this.base + at;
      if (at < 0 || hit >= limit) break;
      from = at + 1;
      const { word, continues = false } = TRIGGER_WORDS[this.search.found];
      if (TESTS[this.search.found](this.buffer, at, at + word.length)) this.take(hit, continues);
    }
    this.searchFrom = Math.max(this.searchFrom, limit);
    this.closeBefore(limit);
    if (this.open) this.copyUpTo(Math.min(limit, this.open.lastHit + LOOK_AHEAD));
  }

  /** Begins or prolongs a region. */
  private take(hit: number, onlyContinues: boolean): void {
    this.closeBefore(hit);
    if (!this.open) {
      if (onlyContinues) return;
      this.begin(hit);
    } else if (!onlyContinues) {
      this.open.lastHit = hit;
      this.open.lastBeginning = hit;
    } else if (hit - this.open.lastBeginning < MAX_TAIL) this.open.lastHit = hit;
    this.copyUpTo(hit);
  }

  /** Begins a region some way before a hit, at the start of a line. */
  private begin(hit: number): void {
    const earliest = Math.max(this.base, this.lastRegionEnd, hit - LOOK_BACK);
    const isLineStart = earliest === this.lastRegionEnd || earliest === 0;
    const newline = isLineStart ? -1 : this.base + this.buffer.indexOf(NEWLINE, earliest - this.base);
    const start = newline >= earliest && newline < hit ? newline + 1 : earliest;
    this.open = {
      pieces: [],
      size: 0,
      firstLine: this.baseLine + countLines(this.buffer, 0, start - this.base),
      continued: false,
      lastHit: hit,
      lastBeginning: hit,
      copiedTo: start,
    };
  }

  /** Ends the region where the last hit lies too far back. */
  private closeBefore(position: number): void {
    const { open } = this;
    if (!open || position - open.lastHit <= LOOK_AHEAD) return;
    const soonest = Math.max(open.lastHit + LOOK_AHEAD, open.copiedTo);
    const newline = this.base + this.buffer.indexOf(NEWLINE, soonest - this.base);
    this.close(newline >= soonest && newline < position ? newline + 1 : soonest);
  }

  private close(end: number): void {
    const { open } = this;
    if (!open) return;
    this.copyUpTo(end);
    if (open.size > 0)
      this.deliver({ bytes: joinedBytes(open.pieces), firstLine: open.firstLine, continued: open.continued });
    this.open = null;
    this.lastRegionEnd = end;
  }

  private copyUpTo(position: number): void {
    const { open } = this;
    if (!open || position <= open.copiedTo) return;
    open.pieces.push(this.buffer.slice(open.copiedTo - this.base, position - this.base));
    open.size += position - open.copiedTo;
    open.copiedTo = position;
    if (open.size > MAX_REGION) this.split(open);
  }

  /** Delivers a region that has become too long up to its last whole line, and goes on with the rest. */
  private split(open: OpenRegion): void {
    const bytes = joinedBytes(open.pieces);
    const end = bytes.lastIndexOf(NEWLINE) + 1 || bytes.length;
    this.deliver({ bytes: bytes.subarray(0, end), firstLine: open.firstLine, continued: open.continued });
    open.firstLine += countLines(bytes, 0, end);
    open.pieces = [bytes.slice(end)];
    open.size = bytes.length - end;
    open.continued = true;
  }
}
