/** Holds a request that failed against a dump of what was alive: who holds buffers of its size. */

import { formatBytes, formatQuantity } from '../../model/format.ts';
import type { DumpRequestMatch, DumpRequestSite, RequestQuery } from '../../model/oom-match.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { NODE_NO_FRAME } from '../../model/snapshot.ts';
import { functionOrigins, keptFunctions, sumByInnermost, topOf } from '../snapshot-tops.ts';
import { sumByStack } from '../stack-sums.ts';

const MOST_SITES = 20;

/**
 * JAX writes one sample for buffers of one size that one stack made (xla/pjrt, pprof of live buffers), so that bytes ÷
 * count is the size of each. Null for a dump that does not count bytes.
 */
export function requestInDump(
  snapshot: Snapshot,
  { bytes, pm }: Pick<RequestQuery, 'bytes' | 'pm'>,
): DumpRequestMatch | null {
  const { sampleTypes, samples, functions, strings } = snapshot;
  const types = sampleTypes.length;
  const sizeType = sampleTypes.findIndex(({ unit }) => unit === 'bytes');
  const countType = sampleTypes.findIndex(({ unit }) => unit === 'count');
  if (sizeType < 0) return null;
  const mask = new Uint8Array(samples.length);
  for (let sample = 0; sample < samples.length; sample++) {
    const size = samples.values[sample * types + sizeType];
    const count = countType < 0 ? 1 : samples.values[sample * types + countType];
    if (count > 0 && Math.abs(size / count - bytes) <= pm) mask[sample] = 1;
  }
  const byStack = sumByStack(snapshot, samples.values, mask);
  const sums = sumByInnermost(snapshot, byStack, keptFunctions(functionOrigins(snapshot), 'user'));
  const { rows } = topOf(snapshot, sums, Infinity);
  const sites = rows.map((row): DumpRequestSite => {
    const isKnown = row.function !== NODE_NO_FRAME;
    return {
      function: isKnown ? strings[functions.name[row.function]] : '',
      file: isKnown ? strings[functions.file[row.function]] : '',
      lines: row.lines,
      buffers: countType < 0 ? row.samples : row.values[countType],
      bytes: row.values[sizeType],
    };
  });
  sites.sort((a, b) => b.bytes - a.bytes);
  const count = sites.reduce((sum, { buffers }) => sum + buffers, 0);
  const ofThisSize = pm === 0 ? 'of exactly this size' : 'of this size, as far as the text states it';
  const held = sites.reduce((sum, site) => sum + site.bytes, 0);
  return {
    sites: sites.slice(0, MOST_SITES),
    unlisted: sites.slice(MOST_SITES).reduce((sum, { buffers }) => sum + buffers, 0),
    sentences: [
      count === 0
        ? `Nothing that is alive in the dump is ${ofThisSize}.`
        : `${formatQuantity(count, 'buffer')} in the dump ${count === 1 ? 'is' : 'are'} ${ofThisSize}, ` +
          `${formatBytes(held)} in all.`,
    ],
  };
}
