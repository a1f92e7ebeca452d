/** What a snapshot is of, and the numbers that are drawn. */

import type { SampleTypeIndex, Snapshot, UnknownSizes } from '../model/snapshot.ts';

/** What lists are sorted by: the default type where it counts bytes, else the last type that does, else the default. */
export function sortingType(snapshot: Pick<Snapshot, 'sampleTypes' | 'defaultSampleType'>): SampleTypeIndex {
  const { sampleTypes, defaultSampleType } = snapshot;
  if (sampleTypes[defaultSampleType].unit === 'bytes') return defaultSampleType;
  const lastOfBytes = sampleTypes.findLastIndex(({ unit }) => unit === 'bytes');
  return lastOfBytes >= 0 ? lastOfBytes : defaultSampleType;
}

/**
 * Written by `jax.profiler.save_device_memory_profile`: its two sample types, and on every sample the label `kind`
 * (jaxlib, pprof_profile_builder.cc).
 */
export function isJaxDump(snapshot: Snapshot): boolean {
  const types = snapshot.sampleTypes.map(({ type, unit }) => `${type}/${unit}`).join(' ');
  if (types !== 'allocations/count space/bytes') return false;
  if (snapshot.samples.length === 0) return true;
  return kindLabels(snapshot, 'buffer') !== null || kindLabels(snapshot, 'executable') !== null;
}

/** Sums over all samples, one for each sample type. */
export function totalsOf(values: Float64Array, types: number): number[] {
  return Array.from({ length: types }, (_, type) => {
    let total = 0;
    for (let at = type; at < values.length; at += types) total += values[at];
    return total;
  });
}

export interface DrawnValues {
  /** As `SampleTable.values`; the very same array where nothing is unknown. */
  values: Float64Array;
  unknownSizes: UnknownSizes;
}

/**
 * The values that are drawn. TPU runtimes of 2021 did not know the size of an executable and stated -1 byte for each:
 * unknown, not negative, so it counts as 0 bytes. Negative values of any other file are differences and stay.
 */
export function drawnValues(snapshot: Snapshot): DrawnValues {
  const { values, labelStart, label, length } = snapshot.samples;
  const unknownSizes: UnknownSizes = { samples: 0, count: 0 };
  const executables = isJaxDump(snapshot) ? kindLabels(snapshot, 'executable') : null;
  if (executables === null) return { values, unknownSizes };
  let drawn = values;
  for (let sample = 0; sample < length; sample++) {
    const count = values[2 * sample];
    if (count <= 0 || values[2 * sample + 1] !== -count) continue;
    if (!label.subarray(labelStart[sample], labelStart[sample + 1]).some((index) => executables.has(index))) continue;
    if (drawn === values) drawn = values.slice();
    drawn[2 * sample + 1] = 0;
    unknownSizes.samples++;
    unknownSizes.count += count;
  }
  return { values: drawn, unknownSizes };
}

/** Labels `kind` = `text`; null where there is none. */
function kindLabels(snapshot: Snapshot, text: string): Set<number> | null {
  const { labels, strings } = snapshot;
  const found = new Set<number>();
  for (let index = 0; index < labels.length; index++) {
    if (labels.text[index] >= 0 && strings[labels.key[index]] === 'kind' && strings[labels.text[index]] === text) {
      found.add(index);
    }
  }
  return found.size === 0 ? null : found;
}
