import { describe, expect, test } from 'vitest';
import { recogniseLegacyProfile } from './legacy.ts';

const utf8 = new TextEncoder();

function words(bytesEach: 4 | 8, littleEndian: boolean, values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * bytesEach));
  values.forEach((value, index) => {
    if (bytesEach === 4) view.setUint32(index * 4, value, littleEndian);
    else view.setBigUint64(index * 8, BigInt(value), littleEndian);
  });
  return new Uint8Array(view.buffer);
}

describe('recogniseLegacyProfile', () => {
  test.each([
    ['heap profile:    144:  8498176 [   144:  8498176] @ heapz_v2/524288', 'gperftools'],
    ['heap_v2/524288\n  t*: 1: 2 [0: 0]', 'jemalloc'],
    ['--- heapz 1 ---\n', 'heapz'],
    ['--- contentionz 1 ---\n', 'lock contention'],
    ['--- threadz 1 ---\n', 'list of threads'],
    ['goroutine profile: total 4\n', 'Go profile'],
  ])('%s', (text, what) => {
    const sentence = recogniseLegacyProfile(utf8.encode(text));
    expect(sentence).toContain(what);
    expect(sentence).toContain('pprof -proto');
  });

  test.each([4, 8] as const)('the binary CPU profile with words of %i bytes, in both byte orders', (bytesEach) => {
    for (const littleEndian of [true, false]) {
      const head = words(bytesEach, littleEndian, [0, 3, 0, 10_000, 0]);
      expect(recogniseLegacyProfile(head)).toContain('CPU profile');
      expect(recogniseLegacyProfile(head.subarray(0, head.length - 1))).toBeNull();
    }
  });

  test('nothing else', () => {
    expect(recogniseLegacyProfile(new Uint8Array(0))).toBeNull();
    expect(recogniseLegacyProfile(new Uint8Array(64))).toBeNull();
    expect(recogniseLegacyProfile(utf8.encode('a heap profile: no'))).toBeNull();
  });
});
