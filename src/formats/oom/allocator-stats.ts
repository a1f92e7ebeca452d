/**
 * `Stats:` blocks of allocators, as tsl::AllocatorStats::DebugString prints them: bytes in full until 2024, rounded
 * since. Source: xla/tsl/framework/allocator.cc.
 */

import type { AllocatorStats } from '../../model/oom.ts';
import { groupsOf } from './pattern.ts';
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
const NAMES = `${BYTE_COUNTERS.join('|')}|NumAllocs`;
/**
 * Where line breaks are lost, a name stands right behind the value before it, and its first letter is no unit:
 * `InUse: 4467985408MaxInUse: 4467985408`.
 */
const COUNTERS = new RegExp(
  `(?:(?<![A-Za-z])|(?<=\\d(?:[KMGTPE]i)?B))(${NAMES}):\\s{1,200}` +
    `(?:(?<bare>${INT})(?=(?:${NAMES}):)|(?<size>${SIZE})|(?<int>${INT}))(?![\\d.])`,
  'g',
);

/** The counters within a text; undefined where there are none. The first statement of a counter counts. */
export function readAllocatorStats(text: string): AllocatorStats | undefined {
  const stats: AllocatorStats = {};
  for (const match of text.matchAll(COUNTERS)) {
    const [, name = ''] = match;
    const { bare, size, int = bare } = groupsOf(match);
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
