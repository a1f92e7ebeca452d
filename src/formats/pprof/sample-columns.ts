/**
 * Samples, decoded as they stream by. They come before everything that names them (types, locations, strings), so ids
 * stay numbers here and are resolved when the file has ended.
 */

import {
  CUT,
  fieldLength,
  int64,
  readVarint,
  skipField,
  varint,
  WIRE_BYTES,
  WIRE_VARINT,
} from '../protobuf/varint.ts';
import { LABEL, SAMPLE } from './fields.ts';
import type { IdTable } from './id-table.ts';
import { doubled, PairTable } from '../../model/pair-table.ts';
import { LabelRuns } from './label-runs.ts';
import { NOT_SEEN, SeenBytes } from './seen-bytes.ts';
import { StackTrie } from './stack-trie.ts';

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

/** Stands for a stack or a label whose bytes make no sense. */
const UNREADABLE = -3;

/** Bytes of distinct stacks, and of distinct labels, that are recognised when they come again. */
const SEEN_STACKS = 1 << 26;
const SEEN_LABELS = 1 << 22;

const LABEL_TAG = (SAMPLE.label << 3) | WIRE_BYTES;
/** Instead of the place where a sample's labels begin: none came yet, and others than labels came behind them. */
const NO_LABEL_YET = -1;
const NOT_LAST = -2;

export class SampleColumns {
  length = 0;
  /** Numbers of all samples after each other; sample i has those from `valueStart[i]` up to `valueStart[i + 1]`. */
  values = new Float64Array(128);
  valueStart = new Uint32Array(128);
  /** Row in `stacks`; -1 for none. */
  stack = new Int32Array(128);
  labelStart = new Uint32Array(128);
  label = new Uint32Array(128);
  /** Stacks of locations, by dense id. */
  readonly stacks = new StackTrie();
  readonly labels = new RawLabels();
  maxDepth = 0;
  /** Samples with no stack at all. */
  withoutStack = 0;
  /** Numbers of each sample, as long as all have equally many; else -1. */
  valuesEach = 0;
  /** Numbers beyond 2^53, which a Float64 rounds. */
  roundedValues = 0;

  private readonly locations: IdTable;
  private valueEnd = 0;
  private labelEnd = 0;
  /** Locations of the sample at hand, innermost first, as they stand in the file. */
  private current = new Int32Array(256);
  private depth = 0;
  /** The sample's packed locations, as long as they are not decoded; from 0 to 0 where there are none. */
  private runStart = 0;
  private runEnd = 0;
  private readonly seenStacks = new SeenBytes(SEEN_STACKS);
  private readonly seenLabels = new SeenBytes(SEEN_LABELS);
  private readonly labelRuns = new LabelRuns(SEEN_LABELS);
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
    this.runStart = this.runEnd = 0;
    this.valueEnd = this.valueStart[this.length];
    this.labelEnd = this.labelStart[this.length];
    if (!this.readFields(bytes, start, end)) return false;
    const stack = this.stackOf(bytes);
    if (stack === UNREADABLE) return false;
    if (this.length + 2 > this.stack.length) {
      this.stack = doubled(this.stack);
      this.valueStart = doubled(this.valueStart);
      this.labelStart = doubled(this.labelStart);
    }
    if (stack < 0) this.withoutStack++;
    const values = this.valueEnd - this.valueStart[this.length];
    if (this.length === 0) this.valuesEach = values;
    else if (values !== this.valuesEach) this.valuesEach = -1;
    this.stack[this.length] = stack;
    this.length++;
    this.valueStart[this.length] = this.valueEnd;
    this.labelStart[this.length] = this.labelEnd;
    if (this.depth > this.maxDepth) this.maxDepth = this.depth;
    return true;
  }

  private readFields(bytes: Uint8Array, start: number, end: number): boolean {
    let position = start;
    let labelsFrom = NO_LABEL_YET;
    while (position < end) {
      let tag = bytes[position++];
      if (tag >= 0x80) {
        position = readVarint(bytes, position - 1, end);
        if (position === CUT) return false;
        tag = varint.low;
      }
      if (tag !== LABEL_TAG) labelsFrom = labelsFrom === NO_LABEL_YET ? NO_LABEL_YET : NOT_LAST;
      else if (labelsFrom === NO_LABEL_YET) {
        labelsFrom = position - 1;
        if (this.pushSeenLabels(bytes, labelsFrom, end)) return true;
      }
      const field = tag >>> 3;
      const wireType = tag & 7;
      if (wireType === WIRE_BYTES) {
        // Nearly all parts of a sample are shorter than 128 bytes: their length is read without a call.
        let length = position < end ? bytes[position++] : 0x80;
        if (length >= 0x80) {
          position = readVarint(bytes, position - 1, end);
          if (position === CUT) return false;
          length = fieldLength();
        }
        const fieldEnd = position + length;
        if (fieldEnd > end) return false;
        if (!this.readPart(field, bytes, position, fieldEnd)) return false;
        position = fieldEnd;
      } else if (wireType === WIRE_VARINT) {
        position = readVarint(bytes, position, end);
        if (position === CUT) return false;
        if (field === SAMPLE.locationId) {
          const { low, high } = varint;
          if (!this.decodeRun(bytes)) return false;
          this.pushLocation(low, high);
        } else if (field === SAMPLE.value) this.pushValue(varint.low, varint.high);
      } else {
        position = skipField(wireType, bytes, position, end);
        if (position === CUT) return false;
      }
    }
    if (labelsFrom >= 0) this.labelRuns.add(bytes, labelsFrom, end, this.label, this.labelStart[this.length], this.labelEnd);
    return true;
  }

  /** All labels of the sample at once, where the same bytes ended another one. */
  private pushSeenLabels(bytes: Uint8Array, start: number, end: number): boolean {
    const run = this.labelRuns.find(bytes, start, end);
    if (run === NOT_SEEN) return false;
    const { labels, start: starts } = this.labelRuns;
    for (let at = starts[run]; at < starts[run + 1]; at++) this.appendLabel(labels[at]);
    return true;
  }

  private readPart(field: number, bytes: Uint8Array, start: number, end: number): boolean {
    let position = start;
    if (field === SAMPLE.locationId) {
      const isOnlyRun = this.depth === 0 && this.runEnd === 0;
      if (!isOnlyRun) return this.decodeRun(bytes) && this.readLocations(bytes, start, end);
      this.runStart = start;
      this.runEnd = end;
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
    return field !== SAMPLE.label || this.pushLabel(bytes, start, end);
  }

  /** Decodes packed locations that were put off, because it turned out that they are not the only ones. */
  private decodeRun(bytes: Uint8Array): boolean {
    const start = this.runStart;
    const end = this.runEnd;
    this.runStart = this.runEnd = 0;
    return this.readLocations(bytes, start, end);
  }

  private readLocations(bytes: Uint8Array, start: number, end: number): boolean {
    let position = start;
    while (position < end) {
      position = this.readLocation(bytes, position, end);
      if (position === CUT) return false;
    }
    return true;
  }

  /** Ids below 2 million are nearly all there are: up to three bytes, read without a call. */
  private readLocation(bytes: Uint8Array, position: number, end: number): number {
    const first = bytes[position];
    if (first < 0x80) {
      this.pushLocation(first, 0);
      return position + 1;
    }
    if (position + 2 < end) {
      const second = bytes[position + 1];
      if (second < 0x80) {
        this.pushLocation((first & 0x7f) | (second << 7), 0);
        return position + 2;
      }
      const third = bytes[position + 2];
      if (third < 0x80) {
        this.pushLocation((first & 0x7f) | ((second & 0x7f) << 7) | (third << 14), 0);
        return position + 3;
      }
    }
    const next = readVarint(bytes, position, end);
    if (next !== CUT) this.pushLocation(varint.low, varint.high);
    return next;
  }

  private pushLabel(bytes: Uint8Array, start: number, end: number): boolean {
    let label = this.seenLabels.find(bytes, start, end);
    if (label === NOT_SEEN) {
      label = this.readLabel(bytes, start, end);
      if (label === UNREADABLE) return false;
      this.seenLabels.add(bytes, start, end, label);
    }
    this.appendLabel(label);
    return true;
  }

  private appendLabel(label: number): void {
    if (this.labelEnd === this.label.length) this.label = doubled(this.label);
    this.label[this.labelEnd++] = label;
  }

  /** Its row in `labels`, or `UNREADABLE`. */
  private readLabel(bytes: Uint8Array, start: number, end: number): number {
    let position = start;
    let key = 0;
    let text = 0;
    let low = 0;
    let high = 0;
    let unit = 0;
    while (position < end) {
      position = readVarint(bytes, position, end);
      if (position === CUT) return UNREADABLE;
      const field = varint.low >>> 3;
      const wireType = varint.low & 7;
      position = skipField(wireType, bytes, position, end);
      if (position === CUT) return UNREADABLE;
      if (wireType !== WIRE_VARINT) continue;
      if (field === LABEL.key) key = stringIndex(varint.low, varint.high);
      else if (field === LABEL.text) text = stringIndex(varint.low, varint.high);
      else if (field === LABEL.unit) unit = stringIndex(varint.low, varint.high);
      else if (field === LABEL.number) {
        low = varint.low;
        high = varint.high;
      }
    }
    return this.labels.intern(key, text, low, high, unit);
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

  /** The stack of the sample at hand: mostly one packed run of locations, and mostly one that was seen before. */
  private stackOf(bytes: Uint8Array): number {
    const start = this.runStart;
    const end = this.runEnd;
    if (end === 0) return this.internStack();
    const seen = this.seenStacks.find(bytes, start, end);
    if (seen !== NOT_SEEN) return seen;
    if (!this.readLocations(bytes, start, end)) return UNREADABLE;
    const stack = this.internStack();
    this.seenStacks.add(bytes, start, end, stack);
    return stack;
  }

  /** The stack of the decoded locations. What it has in common with the sample before is not looked up again. */
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
