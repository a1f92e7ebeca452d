/**
 * Reads pprof files (google/pprof, proto/profile.proto; what JAX writes in it: jaxlib/pprof_profile_builder.cc), not
 * compressed. One pass over chunks of any size: nothing but columns is kept, so a dump of 300 MB needs no buffer of its
 * own size. The parts of a profile may come in any order.
 */

import type { FormatReader, ReadOutcome } from '../../input/types.ts';
import { FieldCursor } from '../protobuf/field-cursor.ts';
import { RecordSplitter } from '../protobuf/record-splitter.ts';
import type { FieldSink } from '../protobuf/record-splitter.ts';
import { bigInt64, readPacked } from '../protobuf/varint.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { PprofColumns } from './columns.ts';
import type { RawValueType } from './columns.ts';
import { PROFILE, VALUE_TYPE } from './fields.ts';
import { stringIndex } from './sample-columns.ts';
import type { Recorded } from './symbol-columns.ts';

export class PprofReader implements FormatReader, FieldSink {
  private readonly name: string;
  private readonly columns = new PprofColumns();
  private readonly splitter = new RecordSplitter(this);
  /** The length-delimited field before. */
  private lastField = 0;

  /** @param name the file's, as the user knows it */
  constructor(name: string) {
    this.name = name;
  }

  push(chunk: Uint8Array): void {
    this.splitter.push(chunk);
  }

  /**
   * Throws `RefusalError`: `not-a-profile` for bytes that are no pprof profile, even if they happen to parse as one;
   * `truncated` or `damaged` where the names are lost.
   */
  end(): ReadOutcome {
    this.splitter.end();
    const source = { name: this.name, format: 'pprof', bytes: this.splitter.bytes } as const;
    return { kind: 'snapshot', snapshot: buildSnapshot(this.columns, source, this.splitter.damage) };
  }

  bytesField(field: number, bytes: Uint8Array, start: number, end: number, offset: number): void {
    const columns = this.columns;
    if (field === PROFILE.sampleType && this.lastField !== field && columns.sampleTypes.length > 0) {
      columns.sampleTypesAgainAt ??= offset;
    }
    this.lastField = field;
    switch (field) {
      case PROFILE.sample:
        columns.counts.samples++;
        if (!columns.samples.add(bytes, start, end)) this.malformedSample(offset);
        break;
      case PROFILE.location:
        columns.counts.locations++;
        this.recorded('location', columns.locations.add(bytes, start, end));
        break;
      case PROFILE.function:
        columns.counts.functions++;
        this.recorded('function', columns.functions.add(bytes, start, end));
        break;
      case PROFILE.mapping:
        columns.counts.mappings++;
        this.recorded('mapping', columns.mappings.add(bytes, start, end));
        break;
      case PROFILE.stringTable:
        columns.counts.strings++;
        columns.strings.add(bytes, start, end);
        break;
      case PROFILE.sampleType: {
        const type = readValueType(bytes, start, end);
        if (type === null) columns.foreignFields++;
        else columns.sampleTypes.push(type);
        break;
      }
      case PROFILE.periodType:
        columns.periodType = readValueType(bytes, start, end) ?? columns.periodType;
        break;
      case PROFILE.comment:
        readPacked(bytes, start, end, (low, high) => columns.comments.push(stringIndex(low, high)));
        break;
      default:
        if (field < PROFILE.comment || field === PROFILE.defaultSampleType || field === PROFILE.docUrl) {
          columns.foreignFields++;
        }
    }
  }

  varintField(field: number, low: number, high: number): void {
    const columns = this.columns;
    if (field === PROFILE.timeNanos) columns.timeNanos = bigInt64(low, high);
    else if (field === PROFILE.durationNanos) columns.durationNanos = bigInt64(low, high);
    else if (field === PROFILE.period) columns.period = bigInt64(low, high);
    else if (field === PROFILE.comment) columns.comments.push(stringIndex(low, high));
    else if (field === PROFILE.defaultSampleType) columns.defaultSampleType = stringIndex(low, high);
    else if (field === PROFILE.dropFrames) columns.dropFrames = stringIndex(low, high);
    else if (field === PROFILE.keepFrames) columns.keepFrames = stringIndex(low, high);
    else if (field === PROFILE.docUrl) columns.docUrl = stringIndex(low, high);
    else if (field <= PROFILE.periodType) columns.foreignFields++;
  }

  private malformedSample(offset: number): void {
    const { problems } = this.columns;
    // Only the first one's place: equal sentences are counted, and with a place in each no two would be equal.
    if (this.columns.malformedSamples++ === 0) problems.add(`byte ${offset}`, 'The first unreadable sample is here.');
    problems.add('file', 'A sample could not be read and was left out, so totals are too small.');
  }

  private recorded(what: 'location' | 'function' | 'mapping', outcome: Recorded): void {
    if (outcome === 'added') return;
    const why = outcome === 'double' ? 'has the number of an earlier one' : 'could not be read';
    this.columns.problems.add('file', `A ${what} ${why} and was left out.`);
  }
}

/** Null for bytes that are no ValueType: it holds nothing but numbers, and field 1 of most other messages does not. */
function readValueType(bytes: Uint8Array, start: number, end: number): RawValueType | null {
  const valueType: RawValueType = { type: 0, unit: 0 };
  const field = new FieldCursor(bytes, start, end);
  while (field.next()) {
    if (field.isBytes) return null;
    if (!field.isVarint) continue;
    if (field.number === VALUE_TYPE.type) valueType.type = stringIndex(field.low, field.high);
    else if (field.number === VALUE_TYPE.unit) valueType.unit = stringIndex(field.low, field.high);
  }
  return field.damaged ? null : valueType;
}
