import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints } from './code-points.ts';

/** Six hexadecimal digits for each code point: in these, plain comparing is right. */
function hexDigits(text: string): string {
  return Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');
}

test('orders as the code points of the strings do', () => {
  expect(compareCodePoints('\u{1F600}', '\uFF5E')).toBeGreaterThan(0);
  expect(compareCodePoints('a', 'ab')).toBeLessThan(0);
  const text = fc.string({ unit: fc.constantFrom('a', 'z', '\uD7FF', '\uE000', '\uFF5E', '\u{10000}', '\u{1F600}') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [a, b].map(hexDigits);
      expect(Math.sign(compareCodePoints(a, b))).toBe(left < right ? -1 : Number(left > right));
    }),
  );
});
