import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactFromDigits, parseSize } from './sizes.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** tsl/platform/numbers.cc, HumanReadableNumBytes: whole divisions by 1024 down to the last unit, then two decimals. */
function humanReadable(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  let rest = bytes;
  let unit = 1;
  for (; rest >= 1024 * 1024 && unit < UNITS.length - 1; unit++) rest = Math.floor(rest / 1024);
  return `${(rest / 1024).toFixed(unit === 1 ? 1 : 2)}${UNITS[unit] ?? ''}`;
}

describe('a size as XLA prints it', () => {
  test.each([
    ['0B', { bytes: 0, exact: true, text: '0B' }],
    ['512B', { bytes: 512, exact: true, text: '512B' }],
    ['21.2KiB', { bytes: 21_709, exact: false, text: '21.2KiB', pm: 52 }],
    ['308.0K', { bytes: 315_392, exact: false, text: '308.0K', pm: 52 }],
    ['96.30M', { bytes: 100_977_869, exact: false, text: '96.30M', pm: 6267 }],
    ['2.69GiB', { bytes: 2_888_365_507, exact: false, text: '2.69GiB', pm: 6_417_286 }],
    ['22.49 GiB', { bytes: 24_148_453_622, exact: false, text: '22.49GiB', pm: 6_417_286 }],
  ])('%s', (text, expected) => {
    expect(parseSize(text)).toEqual(expected);
  });

  test('in tera- and exabytes', () => {
    expect(parseSize('1.25TiB')).toMatchObject({ bytes: 1.25 * 2 ** 40, exact: false });
    expect(parseSize('3.47E')?.bytes).toBeCloseTo(3.47 * 2 ** 60, -4);
  });

  test('contains the number that was printed, within its error', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (bytes) => {
        const size = parseSize(humanReadable(bytes));
        expect(size).not.toBeNull();
        expect(Math.abs((size?.bytes ?? NaN) - bytes)).toBeLessThanOrEqual(size?.pm ?? 0);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['', 'GiB', '1.2.3M', '12', 'x5M', '5 apples'])('%j is none', (text) => {
    expect(parseSize(text)).toBeNull();
  });
});

test('counts in digits are exact, with thousands separators and without', () => {
  expect(exactFromDigits('2,885,681,152')).toEqual({ bytes: 2_885_681_152, exact: true });
  expect(exactFromDigits('17')).toEqual({ bytes: 17, exact: true });
});

test('counts that a number cannot hold keep their digits', () => {
  const size = exactFromDigits('18446744073709551615');
  expect(size.text).toBe('18446744073709551615');
  expect(size.bytes).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
});
