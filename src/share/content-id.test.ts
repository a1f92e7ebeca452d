import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentIdOf } from './content-id.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const PIECE = 8 * 2 ** 20;

describe('the identity of a file', () => {
  test('is SHA-256 over the digests of its pieces, however many there are', async () => {
    const bytes = Uint8Array.from({ length: PIECE + 5 }, (_, at) => at % 251);
    const pieces = Buffer.concat([sha256(bytes.subarray(0, PIECE)), sha256(bytes.subarray(PIECE))]);
    const seen: number[] = [];
    expect(await contentIdOf([new Blob([bytes])], { onProgress: (read) => seen.push(read) })).toBe(sha256(pieces).toString('hex'));
    expect(seen).toEqual([PIECE, PIECE + 5]);
    expect(await contentIdOf([new Blob(['a'])])).toBe(sha256(sha256(Buffer.from('a'))).toString('hex'));
    expect(await contentIdOf([new Blob([])])).toBe(sha256(new Uint8Array()).toString('hex'));
  });

  test('of several files does not depend on their order, and is not that of one', async () => {
    const [a, b] = [new Blob(['a']), new Blob(['b'])];
    expect(await contentIdOf([a, b])).toBe(await contentIdOf([b, a]));
    expect(await contentIdOf([a, b])).not.toBe(await contentIdOf([a]));
    expect(await contentIdOf([])).toBeNull();
  });

  test('is not known where a file cannot be read, and not waited for', async () => {
    const gone = new Blob(['a']);
    gone.slice = () => {
      throw new Error('the file is gone');
    };
    expect(await contentIdOf([gone])).toBeNull();
    expect(await contentIdOf([new Blob(['a'])], { signal: AbortSignal.abort() })).toBeNull();
  });
});
