/**
 * Allocations in groups of one colour: by call site, program, class or size. The largest groups have a colour each,
 * the others share one that says no more than that they are others.
 */

import type { AllocationOrigins, NamedAllocations } from '../model/blocks.ts';
import { formatBytes, formatQuantity } from '../model/format.ts';
import type { Bytes } from '../model/units.ts';
import type { BlockColoring } from '../model/view-state.ts';
import { SERIES_COLORS } from './display-list.ts';
import type { ColorRole, SeriesColor } from './display-list.ts';

/** Which colour each group has had: it keeps it while the window moves, as long as it is among the largest. */
export type GivenColors = ReadonlyMap<string, SeriesColor>;

export interface AllocationGroup {
  /** Null for the others together. */
  key: string | null;
  name: string;
  color: ColorRole;
  count: number;
  /** Sum of held bytes of all its allocations, whether they are alive at once or not. */
  bytes: Bytes;
}

export interface AllocationGroups {
  /** By bytes, the greatest first; the others last. */
  groups: AllocationGroup[];
  /** Of each row. */
  colors: ColorRole[];
  given: GivenColors;
}

const OTHERS: ColorRole = 'merged';

/** Of all bytes: groups below it would be a line of the legend for something that is hardly seen. */
const LEAST_SHARE = 1 / 200;

const WORDS: Record<BlockColoring, { none: string; others: (count: number) => string }> = {
  'call-site': { none: '(no user code)', others: (count) => formatQuantity(count, 'other call site') },
  program: { none: '(no program)', others: (count) => formatQuantity(count, 'other program') },
  class: { none: '(no class)', others: (count) => formatQuantity(count, 'other class', 'other classes') },
  size: { none: '', others: (count) => formatQuantity(count, 'other size') },
};

export function groupAllocations(
  allocations: NamedAllocations,
  origins: AllocationOrigins,
  coloring: BlockColoring,
  before: GivenColors,
): AllocationGroups {
  const keys = keysOf(allocations, origins, coloring);
  const byKey = new Map<string, AllocationGroup>();
  for (const [row, key] of keys.entries()) {
    let group = byKey.get(key);
    if (group === undefined) {
      const name = key === '' ? WORDS[coloring].none : coloring === 'size' ? formatBytes(Number(key)) : key;
      group = { key, name, color: OTHERS, count: 0, bytes: 0 };
      byKey.set(key, group);
    }
    group.count++;
    group.bytes += allocations.held[row];
  }
  const ranked = [...byKey.values()].sort((a, b) => b.bytes - a.bytes || compare(a.name, b.name));
  const least = allocations.held.reduce((sum, held) => sum + held, 0) * LEAST_SHARE;
  const large = ranked.slice(0, SERIES_COLORS.length).filter(({ bytes }, rank) => rank === 0 || bytes >= least);
  const given = giveColors(large, before);
  for (const group of ranked) group.color = colorOf(given, group.key);
  const colors = keys.map((key) => colorOf(given, key));
  return { groups: withOthers(large, ranked.slice(large.length), coloring), colors, given };
}

/** The colours of rows of another table, as they were given away. */
export function colorsAsGiven(
  allocations: NamedAllocations,
  origins: AllocationOrigins,
  coloring: BlockColoring,
  given: GivenColors,
): ColorRole[] {
  return keysOf(allocations, origins, coloring).map((key) => colorOf(given, key));
}

function keysOf(allocations: NamedAllocations, origins: AllocationOrigins, coloring: BlockColoring): string[] {
  if (coloring === 'size') return Array.from(allocations.held, String);
  const column = { 'call-site': origins.callSite, program: origins.program, class: origins.class }[coloring];
  return Array.from(column, (name) => (name < 0 ? '' : origins.names[name]));
}

function colorOf(given: GivenColors, key: string | null): ColorRole {
  return (key === null ? undefined : given.get(key)) ?? OTHERS;
}

function giveColors(largest: readonly AllocationGroup[], before: GivenColors): GivenColors {
  const given = new Map<string, SeriesColor>();
  for (const { key } of largest) {
    const color = key === null ? undefined : before.get(key);
    if (key !== null && color !== undefined) given.set(key, color);
  }
  const taken = new Set(given.values());
  const free = SERIES_COLORS.filter((color) => !taken.has(color));
  for (const { key } of largest) {
    if (key === null || given.has(key)) continue;
    const color = free.shift();
    if (color !== undefined) given.set(key, color);
  }
  return given;
}

function withOthers(
  large: readonly AllocationGroup[],
  others: readonly AllocationGroup[],
  coloring: BlockColoring,
): AllocationGroup[] {
  if (others.length === 0) return [...large];
  const merged: AllocationGroup = {
    key: null,
    name: WORDS[coloring].others(others.length),
    color: OTHERS,
    count: others.reduce((sum, { count }) => sum + count, 0),
    bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  return [...large, merged];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
