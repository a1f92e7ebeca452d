import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countLines } from './count-lines.ts';
import { NeedleSearch } from './search.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** All positions at which any needle begins, and which. */
function found(needles: readonly string[], text: string): [position: number, needle: string][] {
  const search = new NeedleSearch(needles);
  const bytes = encode(text);
  const hits: [number, string][] = [];
  for (let at = search.next(bytes, 0); at >= 0; at = search.next(bytes, at + 1)) hits.push([at, needles[search.found]]);
  return hits;
}

function expected(needles: readonly string[], text: string): [number, string][] {
  const hits: [number, string][] = [];
  for (let at = 0; at < text.length; at++) {
    const needle = needles.find((one) => text.startsWith(one, at));
    if (needle !== undefined) hits.push([at, needle]);
  }
  return hits;
}

describe('the search for needles', () => {
  test('finds them at the very ends, next to each other and overlapping', () => {
    expect(found(['abc', 'cab'], 'abcab')).toEqual([
      [0, 'abc'],
      [2, 'cab'],
    ]);
    expect(found(['aaa'], 'aaaa')).toEqual([
      [0, 'aaa'],
      [1, 'aaa'],
    ]);
    expect(found(['abc'], 'ab')).toEqual([]);
    expect(found(['abcd', 'xyz'], 'abc')).toEqual([]);
  });

  test('finds what a plain search finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 6 });
    const needles = fc
      .uniqueArray(letters, { minLength: 1, maxLength: 5 })
      .filter((all) => all.every((one) => all.every((other) => one === other || !other.startsWith(one))));
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 200 });
    fc.assert(
      fc.property(needles, texts, (all, text) => {
        expect(found(all, text)).toEqual(expected(all, text));
      }),
      { numRuns: 500 },
    );
  });
});

test('line breaks are counted, wherever the bytes lie in their buffer', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(10, 13, 65, 0x8a, 0x0b, 0xff, 0), { maxLength: 60 }),
      fc.nat(8),
      fc.nat(60),
      fc.nat(60),
      (values, offset, a, b) => {
        const buffer = new Uint8Array(offset + values.length);
        buffer.set(values, offset);
        const bytes = buffer.subarray(offset);
        const [from, to] = [Math.min(a, b, values.length), Math.min(Math.max(a, b), values.length)];
        expect(countLines(bytes, from, to)).toBe(values.slice(from, to).filter((value) => value === 10).length);
      },
    ),
    { numRuns: 500 },
  );
});
