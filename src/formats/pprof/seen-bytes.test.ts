import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOT_SEEN, SeenBytes } from './seen-bytes.ts';

describe('SeenBytes', () => {
  test('finds equal bytes at any place of any chunk, and nothing else', () => {
    const runs = fc.array(fc.uint8Array({ max: 3, minLength: 1, maxLength: 11 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(runs, fc.nat(5), (list, padding) => {
        const cache = new SeenBytes(1 << 20);
        const known = new Map<string, number>();
        for (const run of list) {
          const chunk = new Uint8Array(run.length + padding + 3);
          chunk.set(run, padding);
          const expected = known.get(run.join()) ?? NOT_SEEN;
          expect(cache.find(chunk, padding, padding + run.length)).toBe(expected);
          if (expected !== NOT_SEEN) continue;
          cache.add(chunk, padding, padding + run.length, known.size);
          known.set(run.join(), known.size);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stays right when it is full', () => {
    const cache = new SeenBytes(10);
    const run = (value: number): Uint8Array => new Uint8Array(4).fill(value);
    for (let value = 0; value < 5; value++) cache.add(run(value), 0, 4, value);
    expect([0, 1].map((value) => cache.find(run(value), 0, 4))).toEqual([0, 1]);
    expect([2, 3, 4].map((value) => cache.find(run(value), 0, 4))).toEqual([NOT_SEEN, NOT_SEEN, NOT_SEEN]);
  });

  test('gives up when it is full of bytes that never came again', () => {
    const cache = new SeenBytes(10);
    const run = (value: number): Uint8Array => new Uint8Array(4).fill(value);
    for (let value = 0; value < 5; value++) {
      if (cache.find(run(value), 0, 4) === NOT_SEEN) cache.add(run(value), 0, 4, value);
    }
    expect(cache.find(run(0), 0, 4)).toBe(NOT_SEEN);
  });
});
