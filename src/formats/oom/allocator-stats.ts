/**
 * `Stats:` blocks of allocators, as tsl::AllocatorStats::DebugString prints them: bytes in full until 2024, rounded
 * since. Source: xla/tsl/framework/allocator.cc.
 */

import type { AllocatorStats } from '../../model/oom.ts';
import { exactFromDigits, INT, parseSize, SIZE } from './sizes.ts';

const BYTE_COUNTERS = [
  'Limit',
  'InUse',
  'MaxInUse',
  'MaxAllocSize',
  'Reserved',
  'PeakReserved',
  'LargestFreeBlock',
] as const;
const COUNTERS = new RegExp(
  `(?<![A-Za-z])(${BYTE_COUNTERS.join('|')}|NumAllocs):\\s{1,200}(?:(${SIZE})|(${INT}))(?![\\d.])`,
  'g',
);

/** The counters within a text; undefined where there are none. The first statement of a counter counts. */
export function readAllocatorStats(text: string): AllocatorStats | undefined {
  const stats: AllocatorStats = {};
  for (const [, name = '', size, int] of text.matchAll(COUNTERS)) {
    if (name in stats) continue;
    if (name === 'NumAllocs') {
      if (int !== undefined) stats[name] = Number(int.replaceAll(',', ''));
      continue;
    }
    const value = size === undefined ? exactFromDigits(int ?? '') : parseSize(size);
    if (value !== null) stats[name] = value;
  }
  // Two of them, so that no sentence with `Limit: 5` becomes an allocator.
  return Object.keys(stats).length >= 2 ? stats : undefined;
}
