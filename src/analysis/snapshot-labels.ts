/** What the samples with each label hold. */

import type { LabelSummary, Snapshot } from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';

/** The sums of one label value. Numbers are text here; `number` has them exactly. */
export interface LabelSums {
  key: string;
  text: string;
  /** Null where the label is a text. */
  number: bigint | null;
  unit: string;
  samples: number;
  values: number[];
}

/** One row for each distinct label of the snapshot, in the order in which they first occur. */
export function sumByLabel(snapshot: Snapshot, values: Float64Array): LabelSums[] {
  const { labels, samples, strings } = snapshot;
  const types = snapshot.sampleTypes.length;
  const counts = new Uint32Array(labels.length);
  const sums = new Float64Array(labels.length * types);
  for (let sample = 0; sample < samples.length; sample++) {
    for (let at = samples.labelStart[sample]; at < samples.labelStart[sample + 1]; at++) {
      const label = samples.label[at];
      counts[label]++;
      for (let type = 0; type < types; type++) sums[label * types + type] += values[sample * types + type];
    }
  }
  const rows: LabelSums[] = [];
  for (let label = 0; label < labels.length; label++) {
    if (counts[label] === 0) continue;
    const isNumber = labels.text[label] < 0;
    const number = isNumber ? (BigInt(labels.numberHigh[label]) << 32n) | BigInt(labels.numberLow[label]) : null;
    rows.push({
      key: strings[labels.key[label]],
      text: number === null ? strings[labels.text[label]] : number.toString(),
      number,
      unit: strings[labels.unit[label]],
      samples: counts[label],
      values: Array.from(sums.subarray(label * types, (label + 1) * types)),
    });
  }
  return rows;
}

/**
 * The labels for the page: keys in the order in which they occur, values by size.
 * @param limit values of a key beyond it are added up in `rest`
 */
export function labelSummaries(
  snapshot: Snapshot,
  values: Float64Array,
  sortedBy: number,
  limit: number,
): LabelSummary[] {
  const byKey = new Map<string, LabelSums[]>();
  for (const row of sumByLabel(snapshot, values)) {
    const known = byKey.get(row.key);
    if (known === undefined) byKey.set(row.key, [row]);
    else known.push(row);
  }
  return Array.from(byKey, ([key, rows]) => {
    rows.sort(
      (a, b) => Math.abs(b.values[sortedBy]) - Math.abs(a.values[sortedBy]) || compareCodePoints(a.text, b.text),
    );
    const rest = rows.slice(limit);
    const types = snapshot.sampleTypes.length;
    return {
      key,
      values: rows.slice(0, limit).map((row) => ({
        text: row.unit === '' ? row.text : `${row.text} ${row.unit}`,
        samples: row.samples,
        values: row.values,
      })),
      rest: {
        distinct: rest.length,
        samples: rest.reduce((sum, row) => sum + row.samples, 0),
        values: Array.from({ length: types }, (_, type) => rest.reduce((sum, row) => sum + row.values[type], 0)),
      },
    };
  });
}
