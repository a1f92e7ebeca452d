/** Imbalance: one device holds more than the others at its peak. */

import type { Finding } from '../../model/finding.ts';
import { formatBytes, formatPercent } from '../../model/format.ts';
import { makeFinding } from './make.ts';
import type { Scene } from './scene.ts';
import { MIN_BYTES, MIN_IMBALANCE_SHARE } from './thresholds.ts';

/** Looks at all devices of a trace at once; at most one finding. */
export function findImbalance(scenes: readonly Scene[]): Finding[] {
  const devices = scenes.filter(({ summary: { allocator } }) => allocator.kind === 'device' || allocator.kind === 'tpu');
  if (devices.length < 2) return [];
  const sorted = [...devices].sort((a, b) => a.summary.peak.total - b.summary.peak.total);
  const median = sorted[(sorted.length - 1) >> 1].summary.peak.total;
  const most = sorted[sorted.length - 1];
  const more = most.summary.peak.total - median;
  if (more < MIN_BYTES || more < MIN_IMBALANCE_SHARE * median) return [];
  const { time } = most.summary.peak;
  return [
    makeFinding(most, {
      kind: 'imbalance',
      severity: 'know',
      from: time,
      to: time,
      moment: time,
      bytes: more,
      title: `${most.key} holds more than the others`,
      sentence:
        `At its peak ${most.key} holds ${formatBytes(more)} (${formatPercent(more / median)}) more than the median of ` +
        `${devices.length} devices. The program fits only where its fullest device fits.`,
      allocations: [],
    }),
  ];
}
