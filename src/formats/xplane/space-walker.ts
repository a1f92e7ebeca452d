/**
 * Walks an XSpace (xplane.proto) as its bytes arrive, and tells a visitor what is in it.
 *
 * Only three messages are larger than a chunk as a rule: the XSpace, its XPlanes and their XLines. They are containers:
 * the walker remembers where each ends and walks what is inside. Everything else is an element, which is handed on when
 * it lies whole in the bytes at hand; the element that a chunk's end cuts is carried over and completed from the next.
 *
 *     XSpace ─┬─ XPlane ─┬─ name              element
 *             │          ├─ XLine ─┬─ name    element
 *             │          │         └─ XEvent  element, millions of them
 *             │          └─ event names, stat names, facts   elements (an HLO proto can be 100 MB)
 *             └─ errors, warnings, host names                elements
 */

import { formatCount } from '../../model/format.ts';
import { LostTail } from '../protobuf/lost-tail.ts';
import { CUT, WIRE_BYTES, readVarint, skipField, uint64, varint } from '../protobuf/varint.ts';

/** Longest header of an element: a tag and a length, as varints. */
const MAX_HEADER = 20;
/** Elements above this are passed over: no writer makes such, and a damaged length must not fill the memory. */
const MAX_ELEMENT = 1 << 29;

export const SPACE = 0;
export const PLANE = 1;
export const LINE = 2;
export type Depth = typeof SPACE | typeof PLANE | typeof LINE;

/** Told of what the bytes hold. Buffers are overwritten after each call. */
export interface SpaceVisitor {
  beginPlane(): void;
  beginLine(): void;
  endLine(): void;
  /** Also of a plane that the file's end cuts; a line in it has ended before. */
  endPlane(): void;
  /**
   * The hot loop: XEvents of the open line, each with its tag and length before it, one after the other between two
   * positions. Returns the position of the first that does not lie whole there, or of anything that is no event.
   */
  events(bytes: Uint8Array, position: number, limit: number): number;
  /** Whether a length-delimited field of the innermost open container is to be handed on. */
  wants(depth: Depth, field: number): boolean;
  /** A wanted field; its tag begins at `tagAt`, its value lies between `start` and `stop`. */
  element(depth: Depth, field: number, bytes: Uint8Array, tagAt: number, start: number, stop: number): void;
  /** A field of fixed size or a varint, whose value is then in `varint`; it lies between two positions, tag included. */
  scalar(depth: Depth, field: number, wireType: number, bytes: Uint8Array, tagAt: number, stop: number): void;
  problem(sentence: string): void;
}

/** How the bytes ended. */
export interface SpaceEnd {
  bytes: number;
  /** The last element, or a container, is not whole. */
  isCut: boolean;
  /** At least so many bytes of the open plane are missing; null where no plane was open. */
  missingOfPlane: number | null;
}

export class SpaceWalker {
  /** Innermost open container, and the absolute ends of the plane and the line. */
  private depth: Depth = SPACE;
  private planeEnd = Infinity;
  private lineEnd = Infinity;
  /** Absolute position of the first byte of the buffer that is being read. */
  private base = 0;
  /** Bytes pushed so far. */
  private received = 0;
  /** Bytes still to be passed over. */
  private skipping = 0;
  private carry = new Uint8Array(1 << 16);
  private carried = 0;
  /** Bytes that the carried element needs; more than it has. */
  private needed = 0;
  /** What follows where nothing can be read any more. */
  private lost: LostTail | null = null;
  private damagedParts = 0;

  constructor(private readonly visitor: SpaceVisitor) {}

  /** Absolute position of a position in the buffer that the visitor was given. */
  absolute(position: number): number {
    return this.base + position;
  }

  push(chunk: Uint8Array): void {
    const chunkStart = this.received;
    this.received += chunk.length;
    let position = 0;
    while (position < chunk.length && this.lost === null) {
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
    if (position < chunk.length) this.lost?.add(chunk, position);
  }

  /** Ends what is still open. */
  end(): SpaceEnd {
    if (this.lost !== null) {
      const from = `The bytes make no sense from byte ${formatCount(this.received - this.lost.bytes)} of the data on`;
      const sentence = `${from}, so planes may be missing. Copy the file again.`;
      this.visitor.problem(this.lost.isPadding ? this.lost.sentence : sentence);
    }
    const isPlaneCut = this.depth !== SPACE && this.received < this.planeEnd;
    const isCut = isPlaneCut || this.carried > 0 || this.skipping > 0;
    const missingOfPlane = isPlaneCut ? this.planeEnd - this.received : null;
    while (this.depth !== SPACE) this.leave();
    return { bytes: this.received, isCut, missingOfPlane };
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
    if (rest === 0 && this.lost === null) {
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
    while (this.lost === null) {
      while (this.depth !== SPACE && this.base + position >= this.containerEnd()) this.leave();
      if (position >= end) return end;
      const elementStart = position;
      if (this.depth === LINE) {
        position = this.consumeEvents(bytes, position, end);
        if (position !== elementStart) continue;
      }
      position = readVarint(bytes, elementStart, end);
      if (position === CUT) {
        if (!this.headerMayFollow(elementStart, end)) position = this.abandon(bytes, elementStart, end);
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
          position = this.abandon(bytes, elementStart, end);
          continue;
        }
        this.visitor.scalar(this.depth, field, wireType, bytes, elementStart, position);
        continue;
      }
      position = readVarint(bytes, position, end);
      if (position === CUT) {
        if (this.headerMayFollow(elementStart, end)) return elementStart;
        position = this.abandon(bytes, elementStart, end);
        continue;
      }
      const length = uint64(varint.low, varint.high);
      const stop = position + length;
      if (field === 0 || this.base + stop > this.containerEnd()) {
        position = this.abandon(bytes, elementStart, end);
      } else if (this.enter(field, this.base + stop)) {
        continue;
      } else if (!this.visitor.wants(this.depth, field) || length > MAX_ELEMENT) {
        if (length > MAX_ELEMENT) this.visitor.problem('An element of more than 512 MiB was passed over.');
        position = this.skipTo(stop, end);
      } else if (stop > end) {
        this.needed = stop - elementStart;
        return elementStart;
      } else {
        this.visitor.element(this.depth, field, bytes, elementStart, position, stop);
        position = stop;
      }
    }
    return end;
  }

  private consumeEvents(bytes: Uint8Array, position: number, end: number): number {
    const room = this.lineEnd - this.base;
    // As an int32, like all positions here, however far into the file the line ends.
    const limit = room < end ? room | 0 : end;
    return this.visitor.events(bytes, position, limit);
  }

  private containerEnd(): number {
    return this.depth === LINE ? this.lineEnd : this.depth === PLANE ? this.planeEnd : Infinity;
  }

  private enter(field: number, absoluteEnd: number): boolean {
    if (this.depth === SPACE && field === 1) {
      this.planeEnd = absoluteEnd;
      this.depth = PLANE;
      this.visitor.beginPlane();
      return true;
    }
    if (this.depth === PLANE && field === 3) {
      this.lineEnd = absoluteEnd;
      this.depth = LINE;
      this.visitor.beginLine();
      return true;
    }
    return false;
  }

  private leave(): void {
    if (this.depth === LINE) {
      this.lineEnd = Infinity;
      this.depth = PLANE;
      this.visitor.endLine();
      return;
    }
    this.planeEnd = Infinity;
    this.depth = SPACE;
    this.visitor.endPlane();
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
  private abandon(bytes: Uint8Array, elementStart: number, end: number): number {
    if (this.depth === SPACE) {
      this.lost = new LostTail();
      this.lost.add(bytes.subarray(0, end), elementStart);
      return end;
    }
    // Only the first one's place: with a place in each, no two sentences would be equal and be counted as one.
    const from = this.damagedParts++ > 0 ? '' : ` from byte ${formatCount(this.absolute(elementStart))} on`;
    this.visitor.problem(`The bytes are damaged${from}; what follows in this part was passed over.`);
    return this.skipTo(this.containerEnd() - this.base, end);
  }
}
