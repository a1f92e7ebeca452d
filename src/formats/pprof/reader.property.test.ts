/** Damage of every sort: the reader never hangs or throws anything but a refusal, and what it gives is consistent. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump } from '../../../fixtures/pprof-writer.ts';
import { RefusalError } from '../../model/problems.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { labelText, readOrRefuse, stackText, valuesOf } from './testing/read-pprof.ts';

const SAMPLES = Array.from({ length: 12 }, (_, index) =>
  index % 4 === 3
    ? executables(['<module> train.py:30', `compile_${index} jit.py:${index}`], 1, 1000 + index)
    : buffers(['<module> train.py:30', 'step train.py:12', `layer_${index} model.py:${index + 1}`], 2, 4096 + index),
);
const BYTES = jaxDump(SAMPLES);
const WHOLE = readOrRefuse(BYTES);
if (WHOLE instanceof RefusalError) throw WHOLE;
const ROWS = new Set(rowsOf(WHOLE));
const ALL_VALUES = Array.from({ length: SAMPLES.length }, (_, sample) => valuesOf(WHOLE, sample).join());

/** Each sample as one text. */
function rowsOf(snapshot: Snapshot): string[] {
  return Array.from({ length: snapshot.samples.length }, (_, sample) =>
    [valuesOf(snapshot, sample), stackText(snapshot, sample), labelText(snapshot, sample)].join(' | '),
  );
}

/** Every index is in its table, and every row can be read. */
function expectConsistent(snapshot: Snapshot): void {
  const { samples, stacks, frames, functions, labels, strings, sampleTypes } = snapshot;
  expect(samples.values.length).toBe(samples.length * sampleTypes.length);
  expect(stacks.parent.every((parent, row) => parent < row)).toBe(true);
  expect(stacks.frame.every((frame) => frame < frames.length)).toBe(true);
  expect(frames.function.every((index) => index < functions.length)).toBe(true);
  expect([...functions.name, ...functions.file].every((index) => index < strings.length)).toBe(true);
  expect(samples.label.every((label) => label < labels.length)).toBe(true);
  expect(rowsOf(snapshot)).toHaveLength(samples.length);
}

test('a cut at any place gives complete rows and says that something is missing, or is refused', () => {
  for (let length = 0; length < BYTES.length; length++) {
    const result = readOrRefuse(BYTES.subarray(0, length));
    if (result instanceof RefusalError) {
      expect(['truncated', 'not-a-profile'], `cut at ${length}`).toContain(result.code);
      continue;
    }
    expectConsistent(result);
    expect(result.problems.length, `cut at ${length}`).toBeGreaterThan(0);
    const values = rowsOf(result).map((_, sample) => valuesOf(result, sample).join());
    expect(values).toEqual(ALL_VALUES.slice(0, values.length));
  }
});

const damage = fc.array(fc.tuple(fc.nat(BYTES.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });

describe('bytes that were', () => {
  test('changed', () => {
    fc.assert(
      fc.property(damage, fc.integer({ min: 1, max: 200 }), (changes, chunk) => {
        const bytes = BYTES.slice();
        for (const [at, value] of changes) bytes[at] = value;
        const result = readOrRefuse(bytes, chunk);
        if (!(result instanceof RefusalError)) expectConsistent(result);
      }),
      { numRuns: 400 },
    );
  });

  test('dropped, doubled or moved', () => {
    const place = fc.nat(BYTES.length);
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const piece = BYTES.subarray(from, to);
        for (const parts of [
          [BYTES.subarray(0, from), BYTES.subarray(to)],
          [BYTES.subarray(0, to), piece, BYTES.subarray(to)],
          [BYTES.subarray(0, c), piece, BYTES.subarray(c)],
        ]) {
          const result = readOrRefuse(Uint8Array.from(parts.flatMap((part) => Array.from(part))));
          if (!(result instanceof RefusalError)) expectConsistent(result);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('never a pprof profile', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(readOrRefuse(bytes)).toBeInstanceOf(RefusalError);
      }),
      { numRuns: 500 },
    );
  });
});

test('one bad sample costs one sample: all others keep their values, stacks and labels', () => {
  const header = 2 * 6;
  expect(BYTES[header]).toBe(0x12);
  fc.assert(
    fc.property(fc.nat(SAMPLES.length - 1), fc.nat(40), fc.nat(255), (sample, place, value) => {
      const bytes = BYTES.slice();
      let start = header;
      for (let skipped = 0; skipped < sample; skipped++) start += 2 + bytes[start + 1];
      const length = bytes[start + 1];
      bytes[start + 2 + (place % length)] = value;
      const result = readOrRefuse(bytes);
      if (result instanceof RefusalError) throw result;
      expectConsistent(result);
      const intact = rowsOf(result).filter((row) => ROWS.has(row));
      expect(intact.length).toBeGreaterThanOrEqual(SAMPLES.length - 1);
    }),
    { numRuns: 400 },
  );
});
