import fc from 'fast-check';
import { deflate } from 'pako';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../model/crc32.ts';
import { inflateAtMost } from './inflate-at-most.ts';
import { isPng } from './is-png.ts';
import { readPngText, withPngText } from './png-chunk.ts';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined(ascii(type), data);
  const numbers = new DataView(new ArrayBuffer(8));
  numbers.setUint32(0, data.length);
  numbers.setUint32(4, crc32(body));
  const [length, checksum] = [new Uint8Array(numbers.buffer, 0, 4), new Uint8Array(numbers.buffer, 4, 4)];
  return joined(length, body, checksum);
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** One grey pixel. */
const HEADER = chunk('IHDR', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0));
const REST = joined(chunk('IDAT', deflate(Uint8Array.of(0, 128))), chunk('IEND', new Uint8Array()));
const PNG = joined(SIGNATURE, HEADER, REST);

const withText = (...chunks: readonly Uint8Array[]): Uint8Array => joined(SIGNATURE, HEADER, ...chunks, REST);

describe('a text in a PNG', () => {
  test('is read back as it was written, and leaves the rest of the picture as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const whole = withPngText(PNG, text);
        expect(readPngText(whole)).toBe(text);
        const added = whole.length - PNG.length;
        const end = SIGNATURE.length + HEADER.length;
        expect(joined(whole.subarray(0, end), whole.subarray(end + added))).toEqual(PNG);
      }),
    );
  });

  test('is a chunk as the specification has it', () => {
    const data = joined(ascii('Highwater'), Uint8Array.of(0, 0, 0, 0, 0), ascii('v=1&s=e30'));
    expect(Array.from(withPngText(PNG, 'v=1&s=e30'))).toEqual(Array.from(withText(chunk('iTXt', data))));
  });

  test('is found where another tool wrote it anew: compressed, or as plain text', () => {
    const keyword = ascii('Highwater');
    const packed = deflate(ascii('v=1&s=e30'));
    const itxt = chunk('iTXt', joined(keyword, Uint8Array.of(0, 1, 0), ascii('en'), Uint8Array.of(0, 0), packed));
    expect(readPngText(withText(itxt))).toBe('v=1&s=e30');
    expect(readPngText(withText(chunk('zTXt', joined(keyword, Uint8Array.of(0, 0), packed))))).toBe('v=1&s=e30');
    const text = chunk('tEXt', joined(keyword, Uint8Array.of(0), ascii('v=1&s=e30')));
    const others = chunk('tEXt', joined(ascii('Software'), Uint8Array.of(0), ascii('other')));
    expect(readPngText(withText(others, text))).toBe('v=1&s=e30');
  });

  test('is none in a picture without it, in one that was re-encoded, and in what is no picture', () => {
    expect(readPngText(PNG)).toBeNull();
    expect(readPngText(new Uint8Array())).toBeNull();
    expect(readPngText(ascii('GIF89a'))).toBeNull();
    expect(isPng(PNG)).toBe(true);
    expect(isPng(ascii('\u0089PNG'))).toBe(false);
    expect(() => withPngText(ascii('GIF89a'), 'x')).toThrow(RangeError);
  });

  test('is never another one, wherever bytes were cut or flipped', () => {
    const whole = withPngText(PNG, 'v=1&s=e30&d=abcdef');
    for (let length = 0; length < whole.length; length++) {
      const found = readPngText(whole.subarray(0, length));
      expect(found === null || found === 'v=1&s=e30&d=abcdef').toBe(true);
    }
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = whole.slice();
        damaged[at] ^= flip;
        const found = readPngText(damaged);
        expect(found === null || found === 'v=1&s=e30&d=abcdef').toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('any bytes behind a signature end in a text or none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const found = readPngText(joined(SIGNATURE, bytes));
        expect(found === null || typeof found === 'string').toBe(true);
      }),
    );
  });

  test('a chunk that would inflate to more than a link can be is none', () => {
    const bomb = deflate(new Uint8Array(50 * 2 ** 20));
    const ztxt = chunk('zTXt', joined(ascii('Highwater'), Uint8Array.of(0, 0), bomb));
    expect(bomb.length).toBeLessThan(100_000);
    expect(readPngText(withText(ztxt))).toBeNull();
  });
});

describe('inflating at most so much', () => {
  test('gives what was deflated, up to the very limit and not beyond', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 251);
    const packed = deflate(bytes);
    expect(inflateAtMost(packed, bytes.length)).toEqual(bytes);
    expect(inflateAtMost(packed, bytes.length - 1)).toBeNull();
    expect(inflateAtMost(packed.subarray(0, packed.length - 5), bytes.length)).toBeNull();
    expect(inflateAtMost(new Uint8Array(), 10)).toBeNull();
  });
});
