/** Why a comparison is not as good as it looks, in sentences. */

import type { SideFacts } from '../../model/comparison.ts';
import type { ProfileDigest } from '../../model/digest.ts';
import { NODE_REST } from '../../model/flame.ts';
import { formatBytes, formatQuantity } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Bytes } from '../../model/units.ts';

interface Side {
  name: 'baseline' | 'candidate';
  digest: ProfileDigest;
  facts: SideFacts;
}

export function caveatsOf(
  baseline: ProfileDigest,
  candidate: ProfileDigest,
  before: SideFacts,
  after: SideFacts,
): string[] {
  const sides: Side[] = [
    { name: 'baseline', digest: baseline, facts: before },
    { name: 'candidate', digest: candidate, facts: after },
  ];
  return [...betweenSides(baseline, candidate, before, after), ...sides.flatMap(ofSide)];
}

function betweenSides(
  baseline: ProfileDigest,
  candidate: ProfileDigest,
  before: SideFacts,
  after: SideFacts,
): string[] {
  const caveats: string[] = [];
  if (baseline.kind !== candidate.kind) {
    caveats.push(
      'One side is a trace at its window peak, the other a dump of one moment. The trace names files without their ' +
        'folders, so those of the dump are read the same way.',
    );
  } else if (baseline.kind === 'dump' && before.counted !== after.counted) {
    caveats.push(`The baseline counts ${before.counted || 'samples'}, the candidate ${after.counted || 'samples'}.`);
  }
  // A trace states the maker of a device, a dump its number.
  const areAlike = baseline.kind === candidate.kind;
  if (areAlike && before.device !== null && after.device !== null && before.device !== after.device) {
    caveats.push(`The devices differ: ${before.device} (baseline) and ${after.device} (candidate).`);
  }
  if (before.capacity !== null && after.capacity !== null && before.capacity !== after.capacity) {
    const sizes = `${formatBytes(before.capacity)} (baseline) and ${formatBytes(after.capacity)} (candidate)`;
    caveats.push(`The allocators have different capacities: ${sizes}.`);
  }
  const kinds = [allocatorOf(baseline), allocatorOf(candidate)].map((found) => found?.allocator.kind ?? null);
  if (kinds[0] !== null && kinds[1] !== null && kinds[0] !== kinds[1]) {
    caveats.push(`The memory is of different kinds: ${before.counted} (baseline) and ${after.counted} (candidate).`);
  }
  return [...caveats, ...differentVersions(baseline, candidate)];
}

/** Versions that both files state. */
function differentVersions(baseline: ProfileDigest, candidate: ProfileDigest): string[] {
  if (baseline.kind !== 'trace' || candidate.kind !== 'trace') return [];
  const other = new Map(Object.entries(candidate.summary.capture.versions));
  const pairs = Object.entries(baseline.summary.capture.versions).flatMap(([key, version]) => {
    const theirs = other.get(key);
    return theirs === undefined || theirs === version ? [] : [`${key.replace(/_version$/, '')} ${version} and ${theirs}`];
  });
  return pairs.length === 0 ? [] : [`The versions differ (baseline and candidate): ${pairs.slice(0, 4).join('; ')}.`];
}

function ofSide({ name, digest, facts }: Side): string[] {
  const caveats: string[] = [];
  if (digest.isReduced) {
    caveats.push(`The ${name} comes from a summary: its small boxes are merged and its curve has fewer points.`);
  }
  const merged = mergedBytes(digest);
  if (merged !== 0 && !digest.isReduced) {
    caveats.push(
      `Of the ${name}, ${formatBytes(merged)} in many small places are merged, so a place may look new or gone that is not.`,
    );
  }
  const allocator = allocatorOf(digest);
  if (allocator !== null) {
    const { violations, steps } = allocator.identity;
    if (violations > 0) {
      caveats.push(
        `The counters of the ${name} do not add up at ${violations.toLocaleString('en-US')} of ` +
          `${formatQuantity(steps, 'event')}: events are missing, and who held the memory is in doubt.`,
      );
    }
    if (allocator.peakBeforeCapture && facts.lifetimePeak !== null) {
      caveats.push(
        `The real peak of the ${name}, ${formatBytes(facts.lifetimePeak)}, came before its capture and is not compared.`,
      );
    }
  }
  if (digest.kind === 'dump') {
    const { unknownSizes, hasNegativeValues } = digest.summary;
    if (unknownSizes.samples > 0) {
      caveats.push(
        `The ${name} has ${formatQuantity(unknownSizes.count, 'executable')} of unknown size, which count as 0 bytes.`,
      );
    }
    if (hasNegativeValues[digest.sampleType]) {
      caveats.push(`The ${name} is itself a difference of two dumps: some of its values are below 0.`);
    }
  }
  return caveats;
}

function allocatorOf(digest: ProfileDigest): AllocatorSummary | null {
  return digest.kind === 'trace' ? (digest.summary.allocators[digest.allocator] ?? null) : null;
}

function mergedBytes({ trees }: ProfileDigest): Bytes {
  const { stack } = trees;
  let merged = 0;
  for (let row = 0; stack !== undefined && row < stack.length; row++) {
    if (stack.kind[row] === NODE_REST) merged += stack.self[row];
  }
  return merged;
}
