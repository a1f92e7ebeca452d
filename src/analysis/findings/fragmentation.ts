/**
 * Fragmentation: much is free, but in small pieces. The stat is relative to the pool's free memory and has six digits,
 * so the largest free block is approximate; where the pool can still grow it says nothing of what the device has.
 */

import type { Finding } from '../../model/finding.ts';
import { formatBytes, formatPercent } from '../../model/format.ts';
import { makeFinding } from './make.ts';
import type { Scene } from './scene.ts';
import { MAX_LARGEST_FREE_SHARE, MIN_BYTES, MIN_FILL_FOR_FRAGMENTATION } from './thresholds.ts';

export function findFragmentation(scene: Scene): Finding[] {
  const { peak, allocator } = scene.summary;
  const { free, fragmentation, time } = peak;
  if (allocator.capacity === null || free === null || fragmentation === null) return [];
  if (peak.total < MIN_FILL_FOR_FRAGMENTATION * allocator.capacity || free < MIN_BYTES) return [];
  const largest = (1 - fragmentation) * free;
  if (largest > MAX_LARGEST_FREE_SHARE * free) return [];
  const sixDigits = Math.round(largest);
  return [
    makeFinding(scene, {
      kind: 'fragmentation',
      severity: 'know',
      from: time,
      to: time,
      moment: time,
      bytes: Math.round(free - largest),
      title: 'Free memory in small pieces',
      sentence:
        `At the peak ${formatBytes(free)} are free, but the largest free block is about ${formatBytes(sixDigits)} ` +
        `(${formatPercent(largest / free)} of it): a larger request fails although there is room.`,
      allocations: [],
    }),
  ];
}
