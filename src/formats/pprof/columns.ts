/** Everything that a pprof file holds, before its names are resolved. */

import { ProblemLog } from '../../model/problems.ts';
import type { RecordCounts } from '../../model/snapshot.ts';
import { SampleColumns } from './sample-columns.ts';
import { StringTable } from './strings.ts';
import { FunctionColumns, LocationColumns, MappingColumns } from './symbol-columns.ts';

/** A ValueType message: two string indices. */
export interface RawValueType {
  type: number;
  unit: number;
}

/** Everything that was read, before names are resolved. */
export class PprofColumns {
  readonly functions = new FunctionColumns();
  readonly mappings = new MappingColumns();
  readonly locations = new LocationColumns(this.mappings.ids, this.functions.ids);
  readonly strings = new StringTable();
  readonly samples = new SampleColumns(this.locations.ids);
  readonly sampleTypes: RawValueType[] = [];
  readonly comments: number[] = [];
  periodType: RawValueType = { type: 0, unit: 0 };
  period = 0n;
  timeNanos = 0n;
  durationNanos = 0n;
  dropFrames = 0;
  keepFrames = 0;
  docUrl = 0;
  /** -1 where the file does not say. */
  defaultSampleType = -1;
  readonly counts: RecordCounts = { samples: 0, locations: 0, functions: 0, mappings: 0, strings: 0, comments: 0 };
  malformedSamples = 0;
  /** Where sample types come again after other fields, as at the beginning of another profile; null where they do not. */
  sampleTypesAgainAt: number | null = null;
  /** Fields of the format with a type that the format does not allow: the mark of another message. */
  foreignFields = 0;
  readonly problems = new ProblemLog();
}
