import { describe, expect, test } from 'vitest';
import { amountsOfType, BYTES } from '../model/amounts.ts';
import { bareAmountsOf, bothAmounts, signed } from './sample-amounts.ts';
import { valueTicks } from './value-ticks.ts';

describe('numbers of a sample type', () => {
  test('sizes, times and counts each read as what they are, rounded and exact', () => {
    expect(amountsOfType({ type: 'space', unit: 'bytes' })).toBe(BYTES);
    const cpu = amountsOfType({ type: 'cpu', unit: 'nanoseconds' });
    expect([cpu.short(1_925_907_531), cpu.exact(1_925_907_531)]).toEqual(['1.93 s', '1,925,907,531 nanoseconds']);
    const delay = amountsOfType({ type: 'delay', unit: 'microseconds' });
    expect(delay.short(1500)).toBe('1.50 ms');
    const allocations = amountsOfType({ type: 'allocations', unit: 'count' });
    expect([allocations.short(412), allocations.short(1), allocations.short(-1)]).toEqual([
      '412 allocations',
      '1 allocation',
      '−1 allocation',
    ]);
    expect(amountsOfType({ type: 'goroutine', unit: 'count' }).exact(5)).toBe('5 goroutine');
    expect(amountsOfType({ type: '', unit: '' }).short(7)).toBe('7');
    expect(amountsOfType({ type: 'energy', unit: 'joules' }).short(7)).toBe('7 joules');
    expect(bareAmountsOf({ type: 'allocations', unit: 'count' }).short(412)).toBe('412');
    expect(bareAmountsOf({ type: 'space', unit: 'bytes' })).toBe(BYTES);
  });

  test('both forms are one where they are equal, and a rise has its sign', () => {
    expect(bothAmounts(2048, BYTES)).toBe('2.00 KiB (2,048 bytes)');
    expect(bothAmounts(7, amountsOfType({ type: 'samples', unit: 'count' }))).toBe('7 samples');
    expect([5, 0, -5].map((amount) => signed(amount, String))).toEqual(['+5', '0', '-5']);
  });
});

describe('ticks of an axis', () => {
  const labels = (...[minimum, maximum, type, unit]: [number, number, string, string]): string[] =>
    valueTicks(minimum, maximum, 4, { type, unit }).map(({ label }) => label);

  test('sizes are in powers of two, on both sides of 0', () => {
    expect(labels(0, 5 * 2 ** 30, 'space', 'bytes')).toEqual(['0', '2 GiB', '4 GiB']);
    expect(labels(-3 * 2 ** 20, 2 ** 20, 'space', 'bytes')).toEqual(['−3 MiB', '−2 MiB', '−1 MiB', '0', '1 MiB']);
  });

  test('counts are whole and times have their unit', () => {
    expect(labels(0, 2, 'allocations', 'count')).toEqual(['0', '1', '2']);
    expect(labels(0, 2e9, 'cpu', 'nanoseconds')).toEqual(['0', '500 ms', '1.00 s', '1.50 s', '2.00 s']);
  });
});
