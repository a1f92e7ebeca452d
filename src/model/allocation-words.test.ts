import { describe, expect, test } from 'vitest';
import { describeAllocation, lifetimeText, startText } from './allocation-words.ts';
import type { AllocationOrigins, NamedAllocations } from './blocks.ts';

const END = 2e12;

function one(start: number, end: number): NamedAllocations {
  return {
    length: 1,
    start: Float64Array.of(start),
    end: Float64Array.of(end),
    held: Float64Array.of(256 * 2 ** 20),
    requested: Float64Array.of(1),
    addressLow: Uint32Array.of(0x1000),
    addressHigh: Uint32Array.of(0x7f40),
  };
}

const ORIGINS: AllocationOrigins = {
  callSite: Int32Array.of(0),
  program: Int32Array.of(-1),
  class: Int32Array.of(1),
  names: ['model.py: loss', 'program buffer'],
};

describe('an allocation in words', () => {
  test('says when it began and how long it lived', () => {
    expect(describeAllocation(one(1e12, 1.2e12), ORIGINS, 0, END)).toBe(
      '256 MiB (268,435,456 bytes), model.py: loss, program buffer, from 1.000000 s for 200 ms, 0x7f4000001000',
    );
  });

  test('that is alive at the end, or older than the capture, says so', () => {
    expect(describeAllocation(one(1e12, NaN), ORIGINS, 0, END)).toContain('from 1.000000 s, alive at the end,');
    expect(describeAllocation(one(NaN, 1e12), ORIGINS, 0, END)).toContain(', freed at 1.000000 s, 0x7f');
    expect(startText({ start: null }, END)).toBe('before the capture');
    expect(lifetimeText({ start: null, end: null, address: '0x1' }, END)).toBe('alive at the end');
  });
});
