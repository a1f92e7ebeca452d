/**
 * Reads an XSpace (xplane.proto) as its bytes arrive, in one pass.
 *
 * Only three messages are larger than a chunk as a rule: the XSpace, its XPlanes and their XLines. They are containers:
 * the reader remembers where each ends and walks what is inside. Everything else is an element, which is read when it
 * lies whole in the bytes at hand; the element that a chunk's end cuts is carried over and completed from the next.
 *
 *     XSpace ─┬─ XPlane ─┬─ name              element
 *             │          ├─ XLine ─┬─ name    element
 *             │          │         └─ XEvent  element, millions of them
 *             │          └─ event names, stat names, facts   elements (an HLO proto can be 100 MB)
 *             └─ errors, warnings, host names                elements
 */

import type { FormatReader, ReadOutcome } from '../../input/types.ts';
import { ProblemLog, RefusalError } from '../../model/problems.ts';
import { buildProfile } from './build-profile.ts';
import { decodeText } from './fields.ts';
import { readEventMetadata, readProgramHead, readStat, readStatMetadata } from './metadata.ts';
import { PlaneReader, type LineFacts, type PlaneKnowledge } from './plane.ts';
import type { SpaceFacts } from './space-facts.ts';
import { knowledgeFrom, whyReadAgain } from './speculation.ts';
import { CUT, WIRE_BYTES, bigUint64, readVarint, skipField, uint64, varint } from '../protobuf/varint.ts';

/** Longest header of an element: a tag and a length, as varints. */
const MAX_HEADER = 20;
/** Elements above this are passed over: no writer makes such, and a damaged length must not fill the memory. */
const MAX_ELEMENT = 1 << 29;

const SPACE = 0;
const PLANE = 1;
const LINE = 2;

export interface XplaneReaderOptions {
  /** As the user knows the file. */
  name: string;
  /** Cuts the profile's own bytes out of the dropped file, where they lie in it in one piece. */
  slice?: (start: number, end: number) => Blob;
  /** From a first pass whose speculation failed. */
  knowledge?: readonly PlaneKnowledge[];
}

export class XplaneReader implements FormatReader {
  private readonly facts: SpaceFacts = { hostnames: [], errors: [], warnings: [] };
  private readonly planes: PlaneReader[] = [];
  private readonly problems = new ProblemLog();
  private plane: PlaneReader | null = null;
  private line: LineFacts | null = null;
  /** Innermost open container, and the absolute ends of the plane and the line. */
  private depth: typeof SPACE | typeof PLANE | typeof LINE = SPACE;
  private planeEnd = Infinity;
  private lineEnd = Infinity;
  /** Absolute position of the first byte of the buffer that is being read. */
  private base = 0;
  private received = 0;
  /** Bytes still to be passed over. */
  private skipping = 0;
  private carry = new Uint8Array(1 << 16);
  private carried = 0;
  /** Bytes that the carried element needs; more than it has. */
  private needed = 0;
  /** Absolute position from which nothing can be read any more; -1 while all is well. */
  private lostFrom = -1;

  constructor(private readonly options: XplaneReaderOptions) {}

  /** Bytes pushed so far. */
  get bytes(): number {
    return this.received;
  }

  push(chunk: Uint8Array): void {
    const chunkStart = this.received;
    this.received += chunk.length;
    let position = 0;
    while (position < chunk.length && this.lostFrom < 0) {
      if (this.skipping > 0) {
        const passed = Math.min(this.skipping, chunk.length - position);
        this.skipping -= passed;
        position += passed;
      } else if (this.carried > 0) {
        position = this.completeCarried(chunk, position);
      } else {
        this.base = chunkStart;
        const rest = this.consume(chunk, position, chunk.length);
        if (rest < chunk.length) this.carryOver(chunk, rest, chunk.length);
        position = chunk.length;
      }
    }
  }

  end(): ReadOutcome {
    const cutPlane = this.depth !== SPACE && this.received < this.planeEnd;
    const cut = cutPlane || this.carried > 0 || this.skipping > 0;
    if (this.depth === LINE) this.plane?.endLine();
    if (cutPlane && this.plane) this.plane.cut = true;
    if (cut) {
      const missing = cutPlane ? this.planeEnd - this.received : null;
      this.problems.add(
        this.options.name,
        `The file is cut short after ${this.received.toLocaleString('en-US')} bytes` +
          (cutPlane ? `, within plane ${this.plane?.name || '(unnamed)'}` : '') +
          (missing === null ? '.' : `: at least ${missing.toLocaleString('en-US')} bytes are missing.`),
      );
    }
    if (this.planes.length === 0) throw new RefusalError(cut ? 'truncated' : 'not-a-profile', noPlanes(cut));
    const why = this.options.knowledge ? null : whyReadAgain(this.planes);
    if (why !== null) {
      const knowledge = this.planes.map(knowledgeFrom);
      return { kind: 'again', why, reader: new XplaneReader({ ...this.options, knowledge }) };
    }
    const { name } = this.options;
    return { kind: 'profile', profile: buildProfile(name, this.received, this.facts, this.planes, this.problems) };
  }

  /**
   * Completes the carried element from a chunk and reads it. Takes no byte more than the element needs, so that the
   * chunk itself can be read in place from there on. Returns the position in the chunk.
   */
  private completeCarried(chunk: Uint8Array, position: number): number {
    const take = Math.min(this.needed - this.carried, chunk.length - position);
    this.carryOver(chunk, position, position + take);
    if (this.carried < this.needed) return position + take;
    const length = this.carried;
    this.carried = 0;
    this.base = this.received - chunk.length + position + take - length;
    const rest = this.consume(this.carry, 0, length);
    if (rest === 0 && this.lostFrom < 0) {
      // Only the header was complete: `consume` has set how much the element needs.
      this.carried = length;
    }
    return position + take;
  }

  private carryOver(bytes: Uint8Array, start: number, end: number): void {
    const length = this.carried + end - start;
    if (length > this.carry.length) {
      const grown = new Uint8Array(Math.max(length, Math.min(this.needed, this.carry.length * 2)));
      grown.set(this.carry.subarray(0, this.carried));
      this.carry = grown;
    }
    this.carry.set(bytes.subarray(start, end), this.carried);
    this.carried = length;
  }

  /** Reads all elements that lie whole in `bytes`. Returns the start of the first that does not, with `needed` set. */
  private consume(bytes: Uint8Array, position: number, end: number): number {
    while (this.lostFrom < 0) {
      while (this.depth !== SPACE && this.base + position >= this.containerEnd()) this.leave();
      if (position >= end) return end;
      const elementStart = position;
      if (this.depth === LINE) {
        position = this.consumeEvents(bytes, position, end);
        if (position !== elementStart) continue;
      }
      position = readVarint(bytes, elementStart, end);
      if (position === CUT) {
        if (!this.headerMayFollow(elementStart, end)) position = this.abandon(elementStart, end);
        else return elementStart;
        continue;
      }
      const field = varint.low >>> 3;
      const wireType = varint.low & 7;
      if (wireType !== WIRE_BYTES) {
        const valueAt = position;
        position = field === 0 ? CUT : skipField(wireType, bytes, valueAt, end);
        if (position === CUT) {
          if (field !== 0 && wireType < 6 && wireType !== 3 && wireType !== 4 && this.headerMayFollow(elementStart, end)) {
            return elementStart;
          }
          position = this.abandon(elementStart, end);
          continue;
        }
        if (wireType === 0) this.number(field);
        continue;
      }
      position = readVarint(bytes, position, end);
      if (position === CUT) {
        if (this.headerMayFollow(elementStart, end)) return elementStart;
        position = this.abandon(elementStart, end);
        continue;
      }
      const length = uint64(varint.low, varint.high);
      const stop = position + length;
      if (field === 0 || this.base + stop > this.containerEnd()) {
        position = this.abandon(elementStart, end);
      } else if (this.enter(field, this.base + stop)) {
        continue;
      } else if (!this.wants(field) || length > MAX_ELEMENT) {
        if (length > MAX_ELEMENT) this.problems.add(this.where(), 'An element of more than 512 MiB was passed over.');
        position = this.skipTo(stop, end);
      } else if (stop > end) {
        this.needed = stop - elementStart;
        return elementStart;
      } else {
        this.element(field, bytes, position, stop);
        position = stop;
      }
    }
    return end;
  }

  /** The hot loop: events of a line, one after the other, as long as they lie whole in `bytes`. */
  private consumeEvents(bytes: Uint8Array, position: number, end: number): number {
    const plane = this.plane;
    if (plane === null) return position;
    const room = this.lineEnd - this.base;
    // As an int32, like all positions here, however far into the file the line ends.
    const limit = room < end ? room | 0 : end;
    return plane.eventsOf(bytes, position, limit);
  }

  private containerEnd(): number {
    return this.depth === LINE ? this.lineEnd : this.depth === PLANE ? this.planeEnd : Infinity;
  }

  private enter(field: number, absoluteEnd: number): boolean {
    if (this.depth === SPACE && field === 1) {
      this.plane = new PlaneReader(this.options.knowledge?.[this.planes.length] ?? null);
      this.planes.push(this.plane);
      this.planeEnd = absoluteEnd;
      this.depth = PLANE;
      return true;
    }
    if (this.depth === PLANE && field === 3 && this.plane) {
      this.line = this.plane.beginLine();
      this.lineEnd = absoluteEnd;
      this.depth = LINE;
      return true;
    }
    return false;
  }

  private leave(): void {
    if (this.depth === LINE) {
      this.plane?.endLine();
      this.line = null;
      this.lineEnd = Infinity;
      this.depth = PLANE;
      return;
    }
    this.plane = null;
    this.planeEnd = Infinity;
    this.depth = SPACE;
  }

  private wants(field: number): boolean {
    if (this.depth === LINE) return field === 2 || field === 4 || field === 11;
    if (this.depth === PLANE) return field === 2 || field === 4 || field === 5 || field === 6;
    return field >= 2 && field <= 4;
  }

  /** A varint field; its value is in `varint`. */
  private number(field: number): void {
    if (!this.line || this.depth !== LINE) return;
    if (field === 1) this.line.id = bigUint64(varint.low, varint.high).toString();
    if (field === 3) this.line.timestampNs = BigInt.asIntN(64, bigUint64(varint.low, varint.high));
  }

  private element(field: number, bytes: Uint8Array, start: number, stop: number): void {
    if (this.depth === LINE && this.line && this.plane) {
      if (field === 4) this.plane.event(bytes, start, stop);
      else if (field === 11 || this.line.name === '') this.plane.nameLine(decodeText(bytes, start, stop) || this.line.name);
    } else if (this.depth === PLANE && this.plane) {
      this.planeElement(this.plane, field, bytes, start, stop);
    } else {
      const list = field === 2 ? this.facts.errors : field === 3 ? this.facts.warnings : this.facts.hostnames;
      list.push(decodeText(bytes, start, stop));
    }
  }

  private planeElement(plane: PlaneReader, field: number, bytes: Uint8Array, start: number, stop: number): void {
    if (field === 2) {
      plane.name = decodeText(bytes, start, stop);
    } else if (field === 4) {
      const withStats = plane.name === '/host:metadata';
      const metadata = readEventMetadata(bytes, start, stop, withStats);
      if (!metadata) return this.problems.add(this.where(), 'An event name could not be read.');
      plane.eventNames.set(metadata.id, metadata.name);
      if (withStats) this.programDraft(plane, metadata, bytes);
    } else if (field === 5) {
      const metadata = readStatMetadata(bytes, start, stop);
      if (!metadata) return this.problems.add(this.where(), 'A stat name could not be read.');
      plane.statNames.set(metadata.id, metadata.name);
    } else {
      const stat = readStat(bytes, start, stop);
      if (stat) plane.stats.push(stat);
    }
  }

  private programDraft(
    plane: PlaneReader,
    metadata: NonNullable<ReturnType<typeof readEventMetadata>>,
    bytes: Uint8Array,
  ): void {
    const protos = metadata.stats.filter(({ stop, start }) => stop > start);
    if (protos.length === 0) return;
    const { slice } = this.options;
    plane.programs.push({
      entry: metadata.name,
      key: metadata.key,
      numbers: metadata.stats.flatMap(({ statId, value }) =>
        typeof value === 'number' && Number.isInteger(value)
          ? [{ statId, value: BigInt(value) }]
          : typeof value === 'bigint'
            ? [{ statId, value }]
            : [],
      ),
      protos: protos.map(({ statId, start, stop }) => ({
        statId,
        head: readProgramHead(bytes.subarray(start, stop)),
        bytes: stop - start,
        blob: slice ? slice(this.base + start, this.base + stop) : new Blob([bytes.slice(start, stop)]),
      })),
    });
  }

  private skipTo(stop: number, end: number): number {
    if (stop <= end) return stop;
    this.skipping = stop - end;
    return end;
  }

  /** Whether the header that ends too early can still be completed; else the bytes are no header. */
  private headerMayFollow(elementStart: number, end: number): boolean {
    const available = end - elementStart;
    if (available >= MAX_HEADER || this.base + end >= this.containerEnd()) return false;
    this.needed = available + 1;
    return true;
  }

  /** Bytes that are no element: the rest of their container is passed over, the rest of the file still read. */
  private abandon(position: number, end: number): number {
    const at = this.base + position;
    this.problems.add(this.where(), 'The bytes are damaged; what follows in this part was passed over.');
    if (this.depth === SPACE) {
      this.lostFrom = at;
      return end;
    }
    return this.skipTo(this.containerEnd() - this.base, end);
  }

  private where(): string {
    const plane = this.plane ? `: plane ${this.plane.name || '(unnamed)'}` : '';
    const line = this.line ? `, line ${this.line.name || this.line.id}` : '';
    return `${this.options.name}${plane}${line}`;
  }
}

function noPlanes(cut: boolean): string {
  return cut
    ? 'The file is cut short before its first plane ends, so nothing in it can be read. Copy or download it again.'
    : 'The file holds no profiler plane, so it is no XSpace. Drop the .xplane.pb that jax.profiler wrote.';
}
