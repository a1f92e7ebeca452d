/**
 * What XProf's own results rest on and nothing else here does: kept beside the columns until the profile has been
 * analysed, so that XProf's numbers can be told beside ours.
 */

import type { Bytes, StringIndex } from './units.ts';

export interface XprofInputs {
  tensors: TensorTable;
  /** By event: a row of `tensors`, or the one row that holds for every event. */
  tensor: Int32Array | number;
  /** By event, or for all: the number that the grouping of steps gave it (`group_id`); NaN where there is none. */
  step: Float64Array | number;
  /** By allocator: the lifetime peak that the event written last states. 0 where that event states none. */
  lastLifetimePeak: Bytes[];
  /** By line of the profile: whether XProf reads it. It looks at the first `/host:CPU` plane only. */
  readsLine: boolean[];
}

/**
 * What a framework says of the tensors that memory is for, each combination once. TensorFlow says all of it, libtpu a
 * shape, JAX on a GPU nothing, or the text "(null)".
 */
export interface TensorTable {
  length: number;
  op: (StringIndex | null)[];
  region: (StringIndex | null)[];
  shape: (StringIndex | null)[];
  /** TensorFlow's DataType number. */
  dataType: (number | null)[];
}
