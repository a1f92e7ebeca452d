import { describe, expect, test } from 'vitest';
import type { AllocationOrigins, NamedAllocations } from '../model/blocks.ts';
import { colorsAsGiven, groupAllocations } from './allocation-groups.ts';

function allocations(held: readonly number[]): NamedAllocations {
  const zeros = new Float64Array(held.length);
  return {
    length: held.length,
    start: zeros,
    end: zeros,
    held: Float64Array.from(held),
    requested: Float64Array.from(held),
    addressLow: new Uint32Array(held.length),
    addressHigh: new Uint32Array(held.length),
  };
}

function sites(names: readonly (string | null)[]): AllocationOrigins {
  const distinct = [...new Set(names.filter((name) => name !== null))];
  const callSite = Int32Array.from(names, (name) => (name === null ? -1 : distinct.indexOf(name)));
  const none = new Int32Array(names.length).fill(-1);
  return { callSite, program: none, class: none, names: distinct };
}

describe('groups of allocations', () => {
  test('are ordered by bytes and have a colour and a name each, those without a name as well', () => {
    const { groups, colors } = groupAllocations(
      allocations([5, 100, 30, 5]),
      sites(['a', 'b', null, 'a']),
      'call-site',
      new Map(),
    );
    expect(groups).toEqual([
      { key: 'b', name: 'b', color: 'series-1', count: 1, bytes: 100 },
      { key: '', name: '(no user code)', color: 'series-2', count: 1, bytes: 30 },
      { key: 'a', name: 'a', color: 'series-3', count: 2, bytes: 10 },
    ]);
    expect(colors).toEqual(['series-3', 'series-1', 'series-2', 'series-3']);
  });

  test('beyond the eight largest share one colour and one line that says how many they are', () => {
    const names = Array.from({ length: 12 }, (_, i) => `site ${String(i)}`);
    const { groups, colors } = groupAllocations(
      allocations(names.map((_, i) => 100 - i)),
      sites(names),
      'call-site',
      new Map(),
    );
    expect(groups).toHaveLength(9);
    expect(groups[8]).toMatchObject({
      key: null,
      name: '4 other call sites',
      color: 'merged',
      count: 4,
      bytes: 92 + 91 + 90 + 89,
    });
    expect(new Set(groups.map(({ color }) => color)).size).toBe(9);
    expect(colors.slice(8)).toEqual(['merged', 'merged', 'merged', 'merged']);
  });

  test('too small to be seen are among the others, however few there are', () => {
    const { groups } = groupAllocations(allocations([10_000, 40, 30]), sites(['a', 'b', 'c']), 'call-site', new Map());
    expect(groups.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a', 10_000],
      ['2 other call sites', 70],
    ]);
  });

  test('keep their colours while they stay among the largest, whatever their order becomes', () => {
    const first = groupAllocations(allocations([3, 2, 1]), sites(['a', 'b', 'c']), 'call-site', new Map());
    const second = groupAllocations(allocations([1, 2, 9]), sites(['b', 'c', 'd']), 'call-site', first.given);
    const colorOf = (key: string): string | undefined => second.groups.find((group) => group.key === key)?.color;
    expect([colorOf('b'), colorOf('c'), colorOf('d')]).toEqual(['series-2', 'series-3', 'series-1']);
  });

  test('by size are named by it', () => {
    const { groups } = groupAllocations(allocations([2048, 256, 2048]), sites([null, null, null]), 'size', new Map());
    expect(groups.map(({ name, count }) => [name, count])).toEqual([
      ['2.00 KiB', 2],
      ['256 B', 1],
    ]);
  });

  test('give rows elsewhere the same colours', () => {
    const { given } = groupAllocations(allocations([3, 2]), sites(['a', 'b']), 'call-site', new Map());
    expect(colorsAsGiven(allocations([1, 1]), sites(['b', 'z']), 'call-site', given)).toEqual(['series-2', 'merged']);
  });
});
