import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  formatAllocator,
  formatBytes,
  formatBytesBoth,
  formatCount,
  formatDuration,
  formatExactBytes,
  formatPercent,
  formatQuantity,
  formatRate,
  formatTime,
} from './format.ts';

const GIB = 2 ** 30;
const MIB = 2 ** 20;
const SECOND = 1e12;

describe('sizes', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1,023 B'],
    [1024, '1.00 KiB'],
    [1536, '1.50 KiB'],
    [168 * 1024, '168 KiB'],
    [99.994 * MIB, '99.99 MiB'],
    [99.996 * MIB, '100 MiB'],
    [860 * MIB, '860 MiB'],
    [1023.4 * MIB, '1023 MiB'],
    [1023.6 * MIB, '1.00 GiB'],
    [8_881_995_814, '8.27 GiB'],
    [16.49 * GIB, '16.49 GiB'],
    [3 * 1024 * GIB, '3.00 TiB'],
    [-860 * MIB, '−860 MiB'],
    [-512, '−512 B'],
    [Number.MAX_SAFE_INTEGER, '8.00 PiB'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test('a rounded size is never further off than half of its last digit', () => {
    const power: Record<string, number> = { B: 0, KiB: 1, MiB: 2, GiB: 3, TiB: 4, PiB: 5 };
    fc.assert(
      fc.property(fc.maxSafeNat(), (bytes) => {
        const [number = '', unit = ''] = formatBytes(bytes).replaceAll(',', '').split(' ');
        const scale = 1024 ** (power[unit] ?? NaN);
        const decimals = number.split('.')[1]?.length ?? 0;
        expect(Math.abs(Number(number) * scale - bytes)).toBeLessThanOrEqual((scale / 2) * 10 ** -decimals * 1.000001);
      }),
    );
  });

  test('exact sizes keep every byte and know their singular', () => {
    expect(formatExactBytes(8_881_995_814)).toBe('8,881,995,814 bytes');
    expect(formatExactBytes(1)).toBe('1 byte');
    expect(formatBytesBoth(8_881_995_814)).toBe('8.27 GiB (8,881,995,814 bytes)');
    expect(formatBytesBoth(512)).toBe('512 bytes');
  });
});

describe('times', () => {
  test.each([
    [0, undefined, '0 s'],
    [21_738_123_456_789, undefined, '21.738 s'],
    [21_738_123_456_789, 1e6, '21.738123 s'],
    [21_738_123_456_789, 1e12, '21.738 s'],
    [412e6, undefined, '412.000 µs'],
    [412e6, 1e6, '412.000 µs'],
    [1500, undefined, '1.500 ns'],
    [7, undefined, '7 ps'],
  ])('the moment %d at a resolution of %s reads %s', (time, resolution, text) => {
    expect(formatTime(time, resolution)).toBe(text);
  });

  test('a moment before the one that others count from has a minus', () => {
    expect(formatTime(-1.5e12)).toBe('−1.500 s');
    expect(formatTime(-433_346_000_000, 1e6, 22e12)).toBe('−0.433346 s');
  });

  test('a moment beside others takes their unit', () => {
    expect(formatTime(433_346_000_000, undefined, 22e12)).toBe('0.433 s');
    expect(formatTime(0, undefined, 5e9)).toBe('0 ms');
  });

  test('two moments a resolution apart never read the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 45 }), fc.integer({ min: 0, max: 12 }), (time, power) => {
        const resolution = 10 ** power;
        expect(formatTime(time, resolution)).not.toBe(formatTime(time + resolution, resolution));
      }),
    );
  });

  test.each([
    [412e6, '412 µs'],
    [31.2e9, '31.2 ms'],
    [1.2 * SECOND, '1.20 s'],
    [999.6e6, '1.00 ms'],
    [98.4 * SECOND, '98.4 s'],
    [-608e9, '−608 ms'],
    [0, '0 s'],
    [3, '3 ps'],
  ])('a length of %d ps reads %s', (duration, text) => {
    expect(formatDuration(duration)).toBe(text);
  });
});

test.each([
  [0, '0 %'],
  [0.0001, '< 0.1 %'],
  [0.042, '4.2 %'],
  [0.4999, '50 %'],
  [0.996, '99.6 %'],
  [0.99999, '> 99.9 %'],
  [1, '100 %'],
  [1.5, '150 %'],
])('the share %d reads %s', (share, text) => {
  expect(formatPercent(share)).toBe(text);
});

test('an allocator of a TPU says so', () => {
  expect(formatAllocator({ id: '0', kind: 'tpu' })).toBe('TPU 0');
  expect(formatAllocator({ id: 'GPU_0_bfc', kind: 'device' })).toBe('GPU_0_bfc');
});

test('counts, rates and quantities', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatCount(-1_234_567)).toBe('−1,234,567');
  expect(formatCount(-0)).toBe('0');
  expect(formatExactBytes(-1)).toBe('−1 byte');
  expect(formatRate(412_300_000)).toBe('412 MB/s');
  expect(formatRate(4_230_000)).toBe('4.2 MB/s');
  expect(formatQuantity(1, 'allocation')).toBe('1 allocation');
  expect(formatQuantity(954, 'allocation')).toBe('954 allocations');
  expect(formatQuantity(2, 'entry', 'entries')).toBe('2 entries');
});

test('whole numbers are grouped as the general formatter of English does it', () => {
  const general = new Intl.NumberFormat('en-US');
  fc.assert(fc.property(fc.maxSafeNat(), (count) => formatCount(count) === general.format(count)));
  for (const count of [0, 7, 999, 1000, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER]) {
    expect(formatCount(count)).toBe(general.format(count));
  }
});
