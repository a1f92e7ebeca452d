/**
 * Samples, decoded as they stream by. They come before everything that names them (types, locations, strings), so ids
 * stay numbers here and are resolved when the file has ended.
 *
 * Stacks are interned from the outermost location inwards: (stack so far, location) is a pair, and pairs that were
 * seen before cost one look-up. A million samples with stacks of a hundred locations share most of their outer half.
 */

import { doubled, PairTable } from '../../model/pair-table.ts';
import {
  CUT,
  int64,
  readVarint,
  skipField,
  varint,
  WIRE_BYTES,
  WIRE_VARINT,
} from '../protobuf/varint.ts';
import { LABEL, SAMPLE } from './fields.ts';
import type { IdTable } from './id-table.ts';

/** Labels before their strings are known. Equal ones share a row. */
export class RawLabels {
  /** Row → (key and text, number and unit). */
  readonly rows = new PairTable();
  /** Pairs of string indices. */
  readonly keyAndText = new PairTable();
  /** Pairs of a row in `numbers` and a string index. */
  readonly numberAndUnit = new PairTable();
  /** Low and high halves. */
  readonly numbers = new PairTable();

  intern(key: number, text: number, low: number, high: number, unit: number): number {
    const number = this.numbers.intern(low | 0, high | 0);
    return this.rows.intern(this.keyAndText.intern(key, text), this.numberAndUnit.intern(number, unit));
  }
}

export class SampleColumns {
  length = 0;
  /** Numbers of all samples after each other; sample i has those from `valueStart[i]` up to `valueStart[i + 1]`. */
  values = new Float64Array(1024);
  valueStart = new Uint32Array(1024);
  /** Row in `stacks`; -1 for none. */
  stack = new Int32Array(1024);
  labelStart = new Uint32Array(1024);
  label = new Uint32Array(1024);
  /** (outer stack, location): -1 where there is no outer one. */
  readonly stacks = new PairTable();
  readonly labels = new RawLabels();
  maxDepth = 0;
  /** Numbers beyond 2^53, which a Float64 rounds. */
  roundedValues = 0;

  private readonly locations: IdTable;
  private valueEnd = 0;
  private labelEnd = 0;
  /** Locations of the sample at hand, innermost first, as they stand in the file. */
  private current = new Int32Array(256);
  private depth = 0;
  /** The sample before, outermost first, with the stacks that end there. */
  private previous = new Int32Array(256);
  private previousStacks = new Int32Array(256);
  private previousDepth = 0;

  constructor(locations: IdTable) {
    this.locations = locations;
  }

  /** Adds one Sample message. Returns false, and adds nothing, where its bytes make no sense. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    this.depth = 0;
    this.valueEnd = this.valueStart[this.length];
    this.labelEnd = this.labelStart[this.length];
    if (!this.readFields(bytes, start, end)) return false;
    if (this.length + 2 > this.stack.length) {
      this.stack = doubled(this.stack);
      this.valueStart = doubled(this.valueStart);
      this.labelStart = doubled(this.labelStart);
    }
    this.stack[this.length] = this.internStack();
    this.length++;
    this.valueStart[this.length] = this.valueEnd;
    this.labelStart[this.length] = this.labelEnd;
    if (this.depth > this.maxDepth) this.maxDepth = this.depth;
    return true;
  }

  private readFields(bytes: Uint8Array, start: number, end: number): boolean {
    let position = start;
    while (position < end) {
      position = readVarint(bytes, position, end);
      if (position === CUT) return false;
      const field = varint.low >>> 3;
      const wireType = varint.low & 7;
      if (wireType === WIRE_BYTES) {
        position = readVarint(bytes, position, end);
        if (position === CUT || varint.high !== 0 || position + varint.low > end) return false;
        const fieldEnd = position + varint.low;
        if (!this.readPart(field, bytes, position, fieldEnd)) return false;
        position = fieldEnd;
      } else if (wireType === WIRE_VARINT) {
        position = readVarint(bytes, position, end);
        if (position === CUT) return false;
        if (field === SAMPLE.locationId) this.pushLocation(varint.low, varint.high);
        else if (field === SAMPLE.value) this.pushValue(varint.low, varint.high);
      } else {
        position = skipField(wireType, bytes, position, end);
        if (position === CUT) return false;
      }
    }
    return true;
  }

  private readPart(field: number, bytes: Uint8Array, start: number, end: number): boolean {
    let position = start;
    if (field === SAMPLE.locationId) {
      while (position < end) {
        // Ids below 16,384 are nearly all there are: two bytes, read without a call.
        const byte = bytes[position];
        const next = position + 1 < end ? bytes[position + 1] : 0x80;
        if (byte < 0x80) {
          this.pushLocation(byte, 0);
          position += 1;
        } else if (next < 0x80) {
          this.pushLocation((byte & 0x7f) | (next << 7), 0);
          position += 2;
        } else {
          position = readVarint(bytes, position, end);
          if (position === CUT) return false;
          this.pushLocation(varint.low, varint.high);
        }
      }
      return true;
    }
    if (field === SAMPLE.value) {
      while (position < end) {
        position = readVarint(bytes, position, end);
        if (position === CUT) return false;
        this.pushValue(varint.low, varint.high);
      }
      return true;
    }
    return field !== SAMPLE.label || this.readLabel(bytes, start, end);
  }

  private readLabel(bytes: Uint8Array, start: number, end: number): boolean {
    let position = start;
    let key = 0;
    let text = 0;
    let low = 0;
    let high = 0;
    let unit = 0;
    while (position < end) {
      position = readVarint(bytes, position, end);
      if (position === CUT) return false;
      const field = varint.low >>> 3;
      const wireType = varint.low & 7;
      position = skipField(wireType, bytes, position, end);
      if (position === CUT) return false;
      if (wireType !== WIRE_VARINT) continue;
      if (field === LABEL.key) key = stringIndex(varint.low, varint.high);
      else if (field === LABEL.text) text = stringIndex(varint.low, varint.high);
      else if (field === LABEL.unit) unit = stringIndex(varint.low, varint.high);
      else if (field === LABEL.number) {
        low = varint.low;
        high = varint.high;
      }
    }
    if (this.labelEnd === this.label.length) this.label = doubled(this.label);
    this.label[this.labelEnd++] = this.labels.intern(key, text, low, high, unit);
    return true;
  }

  private pushLocation(low: number, high: number): void {
    if (this.depth === this.current.length) this.current = doubled(this.current);
    this.current[this.depth++] = this.locations.intern(low, high);
  }

  private pushValue(low: number, high: number): void {
    if (this.valueEnd === this.values.length) this.values = doubled(this.values);
    const value = int64(low, high);
    if (!Number.isSafeInteger(value)) this.roundedValues++;
    this.values[this.valueEnd++] = value;
  }

  /** The stack of the sample at hand. What it has in common with the sample before is not looked up again. */
  private internStack(): number {
    const depth = this.depth;
    while (depth > this.previous.length) {
      this.previous = doubled(this.previous);
      this.previousStacks = doubled(this.previousStacks);
    }
    const common = Math.min(depth, this.previousDepth);
    let level = 0;
    while (level < common && this.previous[level] === this.current[depth - 1 - level]) level++;
    let stack = level === 0 ? -1 : this.previousStacks[level - 1];
    for (; level < depth; level++) {
      const location = this.current[depth - 1 - level];
      stack = this.stacks.intern(stack, location);
      this.previous[level] = location;
      this.previousStacks[level] = stack;
    }
    this.previousDepth = depth;
    return stack;
  }
}

/** String indices are int64 in the format; one beyond 2^31 can only be damage, and -1 resolves to nothing. */
export function stringIndex(low: number, high: number): number {
  return high === 0 && low <= 0x7fffffff ? low : -1;
}
