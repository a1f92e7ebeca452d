/**
 * One XPlane while it is read: the facts that count, the candidates and the spans that enclose them.
 *
 * Planes are of two sorts. On device planes (`/device:…`), where the great mass of kernel events lies, events are only
 * counted by metadata id. Every other plane is a host plane, because memory events may lie on any host line.
 */

import { CandidateTable } from './candidates.ts';
import { DeferredLine } from './deferred-line.ts';
import type { NamedValue, ProgramDraft } from './metadata.ts';
import { LaneEvents } from './lane-events.ts';
import { MODULES_LINE, STEPS_LINE } from './names.ts';
import { SpanStack, SpanTable } from './spans.ts';
import { CUT, fieldLength, readVarint, varint } from '../protobuf/varint.ts';
import { idKey } from './id-key.ts';

/** Fewest stats that any known writer gives a memory event (TPU frees have seven). */
const MIN_MEMORY_STATS = 6;
/** Spans with more integer stats than this are neither TraceMe contexts nor steps. */
const MAX_LINK_STATS = 10;
/** Field 4 of an XLine, length-delimited. */
const EVENT_TAG = 0x22;
const MAX_INT32 = 0x7fffffff;

export interface LineFacts {
  /** Line ids are 64-bit; equal ids in planes of one name are one line. */
  id: string;
  name: string;
  timestampNs: bigint;
  events: number;
  candidates: number;
  links: number;
  /** An event starts before the one written before it, so that spans cannot be told by a stack. */
  unsorted: boolean;
}

/** What a first pass learned of a plane, for a second one. */
export interface PlaneKnowledge {
  memoryIds: ReadonlySet<number>;
  linkStats: ReadonlySet<number>;
  unsortedLines: ReadonlySet<number>;
}

export class PlaneReader {
  name = '';
  readonly lines: LineFacts[] = [];
  readonly eventNames = new Map<number, string>();
  readonly statNames = new Map<number, string>();
  readonly stats: NamedValue[] = [];
  readonly programs: ProgramDraft[] = [];
  readonly candidates = new CandidateTable();
  readonly spans = new SpanTable();
  readonly laneEvents = new LaneEvents();
  events = 0;
  damagedEvents = 0;
  /** The file ended within this plane. */
  cut = false;
  private readonly counts = new EventCounts();
  private line: LineFacts | null = null;
  private stack: SpanStack | null = null;
  private deferred: DeferredLine | null = null;
  private lastOffset = 0;
  /** Set for each line from the names of the plane and the line, which come before the line's events. */
  private countsOnly = false;
  private inLane = false;

  /** `knowledge` is null in the first pass. */
  constructor(private readonly knowledge: PlaneKnowledge | null) {}

  get isDevice(): boolean {
    return this.name.startsWith('/device:');
  }

  beginLine(): LineFacts {
    const ordinal = this.lines.length;
    const line: LineFacts = {
      id: '0',
      name: '',
      timestampNs: 0n,
      events: 0,
      candidates: 0,
      links: 0,
      unsorted: false,
    };
    this.lines.push(line);
    this.line = line;
    this.lastOffset = -Infinity;
    this.countsOnly = this.isDevice && !this.knowledge?.memoryIds.size;
    this.inLane = false;
    this.stack = new SpanStack(this.spans, ordinal);
    this.deferred = this.knowledge?.unsortedLines.has(ordinal) ? new DeferredLine() : null;
    return line;
  }

  /** Whether a line, by its ordinal, is one of the few of a device that are kept whole. */
  isLane(line: number): boolean {
    const { name } = this.lines[line];
    return this.isDevice && (name === STEPS_LINE || name === MODULES_LINE);
  }

  /** Called when a line's name has been read. */
  nameLine(name: string): void {
    if (this.line === null) return;
    this.line.name = name;
    if (!this.isDevice) return;
    this.inLane = this.isLane(this.lines.length - 1);
    if (this.inLane) this.countsOnly = false;
  }

  endLine(): void {
    if (this.deferred && this.stack) this.deferred.replay(this.stack, this.candidates, this.spans);
    this.deferred = null;
    this.line = null;
    this.stack = null;
  }

  /** Number of events with this metadata id, over all lines. */
  countOf(id: number): number {
    return this.counts.get(id);
  }

  /**
   * Reads the XEvents that lie whole between two positions, each with its tag and length before it. Returns the position
   * of the first that does not, or of anything that is no event.
   */
  eventsOf(bytes: Uint8Array, position: number, limit: number): number {
    while (position + 2 < limit && bytes[position] === EVENT_TAG) {
      let start = position + 2;
      let length = bytes[position + 1];
      if (length >= 0x80) {
        start = readVarint(bytes, position + 1, limit);
        if (start === CUT) return position;
        length = fieldLength();
      }
      if (length > limit - start) return position;
      position = start + length;
      this.event(bytes, start, position);
    }
    return position;
  }

  /** Reads one XEvent. */
  event(bytes: Uint8Array, start: number, end: number): void {
    if (this.countsOnly) this.count(bytes, start, end);
    else this.readEvent(bytes, start, end);
  }

  /** Kernel events are most of a large file, and nothing but their number and id is wanted of them. */
  private count(bytes: Uint8Array, start: number, end: number): void {
    const { line } = this;
    if (line === null) return;
    line.events++;
    this.events++;
    if (bytes[start] !== 0x08 || start + 1 >= end) return;
    const id = readInteger(bytes, start + 1);
    this.counts.add(id <= MAX_INT32 ? id : longId(bytes, after, start));
  }

  /**
   * XEvent: 1 metadata_id, 2 offset_ps, 3 duration_ps, 4 stats, 5 num_occurrences (xplane.proto). This runs for every
   * event of the host.
   */
  private readEvent(bytes: Uint8Array, start: number, end: number): void {
    const line = this.line;
    const stack = this.stack;
    if (line === null || stack === null) return;
    line.events++;
    this.events++;
    let id = 0;
    let offset = 0;
    let duration = 0;
    let stats = 0;
    let firstStat = -1;
    let position = start;
    while (position < end) {
      const tag = bytes[position++];
      if (tag === 0x22) {
        if (firstStat < 0) firstStat = position - 1;
        stats++;
        let length = bytes[position++];
        if (length >= 0x80) {
          position = readVarint(bytes, position - 1, end);
          if (position === CUT) break;
          length = fieldLength();
        }
        if (length > end - position) {
          position = CUT;
          break;
        }
        position += length;
      } else if (tag === 0x10) {
        offset = readInteger(bytes, position);
        position = after;
      } else if (tag === 0x18) {
        duration = readInteger(bytes, position);
        position = after;
      } else if (tag === 0x08) {
        id = readInteger(bytes, position);
        position = after;
        if (id > MAX_INT32) id = longId(bytes, position, start);
      } else if (tag === 0x28) {
        // An aggregated event has a count in place of a time.
        return;
      } else {
        position = CUT;
        break;
      }
    }
    if (position !== end) {
      this.damagedEvents++;
      return;
    }
    if (offset >= 9223372036854775808) offset -= 18446744073709551616;
    this.counts.add(id);
    if (this.inLane) {
      this.laneEvents.add(id, this.lines.length - 1, offset, duration);
      return;
    }

    if (offset < this.lastOffset) line.unsorted = true;
    this.lastOffset = offset;
    const known = this.knowledge;
    if (known === null ? duration === 0 && stats >= MIN_MEMORY_STATS : known.memoryIds.has(id)) {
      line.candidates++;
      const row = this.candidates.length;
      const span = this.deferred ? -1 : stack.keepOpen(offset);
      this.candidates.add(offset, this.lines.length - 1, id, span, bytes, firstStat < 0 ? end : firstStat, end);
      this.deferred?.candidate(offset, row);
    } else if (duration > 0) {
      if (this.deferred) this.deferred.span(id, offset, duration);
      else stack.open(id, offset, duration);
      if (stats >= 2) this.readLinks(line, stack, bytes, firstStat, end);
    }
  }

  private readLinks(line: LineFacts, stack: SpanStack, bytes: Uint8Array, firstStat: number, end: number): void {
    const count = collectIntegers(bytes, firstStat, end, this.knowledge?.linkStats ?? null);
    if (count < 2 || count > MAX_LINK_STATS) return;
    line.links++;
    if (this.deferred) {
      for (let i = 0; i < count; i++) this.deferred.link(integers.stat[i], integers.low[i], integers.high[i]);
      return;
    }
    const span = stack.keepLast();
    for (let i = 0; i < count; i++) this.spans.addLink(span, integers.stat[i], integers.low[i], integers.high[i]);
  }
}

/** Position after what `readInteger` read. */
let after = 0;

/**
 * A varint as an unsigned number, exact up to 2^53; the position after it is in `after`. In int32 arithmetic, four bytes
 * at a time, because times are six bytes long as a rule. Bytes that end too early give a position beyond the end.
 */
function readInteger(bytes: Uint8Array, position: number): number {
  let byte = bytes[position++];
  let low = byte & 0x7f;
  if (byte >= 0x80) {
    byte = bytes[position++];
    low |= (byte & 0x7f) << 7;
    if (byte >= 0x80) {
      byte = bytes[position++];
      low |= (byte & 0x7f) << 14;
      if (byte >= 0x80) {
        byte = bytes[position++];
        low |= (byte & 0x7f) << 21;
        if (byte >= 0x80) return low + readHigh(bytes, position) * 268435456;
      }
    }
  }
  after = position;
  return low;
}

/** The fifth byte of a varint and the next three. */
function readHigh(bytes: Uint8Array, position: number): number {
  let byte = bytes[position++];
  let part = byte & 0x7f;
  if (byte >= 0x80) {
    byte = bytes[position++];
    part |= (byte & 0x7f) << 7;
    if (byte >= 0x80) {
      byte = bytes[position++];
      part |= (byte & 0x7f) << 14;
      if (byte >= 0x80) {
        byte = bytes[position++];
        part |= (byte & 0x7f) << 21;
        if (byte >= 0x80) return part + readLast(bytes, position) * 268435456;
      }
    }
  }
  after = position;
  return part;
}

/** The ninth and tenth byte: no varint has more. */
function readLast(bytes: Uint8Array, position: number): number {
  const byte = bytes[position++];
  if (byte < 0x80) {
    after = position;
    return byte;
  }
  after = position + 1;
  return (byte & 0x7f) | ((bytes[position] & 0x7f) << 7);
}

/** What `collectIntegers` found; reused, for it runs for every span with stats. */
const integers = {
  stat: new Int32Array(MAX_LINK_STATS + 1),
  low: new Int32Array(MAX_LINK_STATS + 1),
  high: new Int32Array(MAX_LINK_STATS + 1),
};

/** Collects the integer stats of an event whose lengths were checked; only those of `wanted`, where given. */
function collectIntegers(bytes: Uint8Array, start: number, end: number, wanted: ReadonlySet<number> | null): number {
  let count = 0;
  let position = start;
  while (position < end) {
    const tag = bytes[position];
    position = readVarint(bytes, position + 1, end);
    if (position === CUT) return count;
    if (tag !== 0x22) continue;
    const length = fieldLength();
    if (length > end - position) return count;
    const stop = position + length;
    if (bytes[position] === 0x08) {
      const valueAt = readVarint(bytes, position + 1, stop);
      const stat = idKey(varint.low, varint.high);
      const valueTag = bytes[valueAt];
      if (valueAt !== CUT && (valueTag === 0x20 || valueTag === 0x18) && (wanted === null || wanted.has(stat))) {
        if (count > MAX_LINK_STATS) return count;
        if (readVarint(bytes, valueAt + 1, stop) !== CUT) {
          integers.stat[count] = stat;
          integers.low[count] = varint.low;
          integers.high[count] = varint.high;
          count++;
        }
      }
    }
    position = stop;
  }
  return count;
}

/** A metadata id of more than 31 bits, read again with all of its bits. `after` is the position behind it. */
function longId(bytes: Uint8Array, after: number, start: number): number {
  let first = after - 1;
  while (first > start && bytes[first - 1] >= 0x80) first--;
  readVarint(bytes, first, after);
  return idKey(varint.low, varint.high);
}

/** Counts events by metadata id: small ids, which is nearly all of them, in an array. */
class EventCounts {
  private small = new Uint32Array(1024);
  private readonly large = new Map<number, number>();

  add(id: number): void {
    if (id >= 0 && id < this.small.length) {
      this.small[id]++;
    } else if (id >= 0 && id < 1 << 20) {
      const grown = new Uint32Array(Math.max(id + 1, this.small.length * 2));
      grown.set(this.small);
      grown[id] = 1;
      this.small = grown;
    } else {
      this.large.set(id, (this.large.get(id) ?? 0) + 1);
    }
  }

  get(id: number): number {
    return (id >= 0 && id < this.small.length ? this.small[id] : this.large.get(id)) ?? 0;
  }
}
