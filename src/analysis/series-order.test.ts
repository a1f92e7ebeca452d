import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberedLabels, orderSeries } from './series-order.ts';
import type { SeriesItem } from './series-order.ts';

function items(...names: string[]): SeriesItem[] {
  return names.map((name) => ({ name, timeNs: null, lastModified: 0 }));
}

/** The names in the order found, and by what. */
function ordered(list: SeriesItem[]): { names: string[]; by: string; sentence: string } {
  const { order, by, sentence } = orderSeries(list);
  return { names: order.map((index) => list[index].name), by, sentence };
}

describe('orderSeries by the numbers in the names', () => {
  test.each<[string, string[]]>([
    ['9 before 10', ['memory_9.prof', 'memory_10.prof', 'memory_11.prof']],
    ['with and without leading zeros', ['m_01.prof', 'm_2.prof', 'm_010.prof']],
    ['none before any', ['memory.prof', 'memory1.prof', 'memory2.prof']],
    ['the number that varies, not the one that does not', ['run3_mem_2.pb.gz', 'run3_mem_10.pb.gz']],
    ['dates from left to right', ['m_2024-01-31.prof', 'm_2024-02-01.prof', 'm_2024-02-11.prof']],
    ['the number after a word for steps first', ['mem_gpu1_step20.prof', 'mem_gpu0_step100.prof']],
    ['and then the others', ['gpu0_step20.prof', 'gpu1_step20.prof', 'gpu0_step100.prof']],
    ['nanoseconds, which a double would round', ['p_1644509272337470001.pb.gz', 'p_1644509272337470002.pb.gz']],
    ['with a hash after the number', ['d_01_143c293.prof', 'd_02_cdbe0e9.prof', 'd_10_12aa3b8.prof']],
    ['of folders', ['dumps/9/memory.prof', 'dumps/10/memory.prof']],
    ['of archives and their members', ['a.zip/step 2.prof', 'a.zip/step 11.prof']],
  ])('%s', (_, names) => {
    for (const list of [names, names.toReversed()]) {
      expect(ordered(items(...list))).toMatchObject({ names, by: 'number' });
    }
  });

  test('says which number it was', () => {
    expect(ordered(items('mem_gpu1_step20.prof', 'mem_gpu0_step100.prof')).sentence).toBe(
      'By the number after "step" in the file names.',
    );
    expect(ordered(items('memory_9.prof', 'memory_10.prof')).sentence).toBe(
      'By the number after "memory" in the file names.',
    );
    expect(ordered(items('9.prof', '10.prof')).sentence).toBe('By the number in the file names.');
    expect(ordered(items('2024-01-31.prof', '2024-02-01.prof')).sentence).toBe(
      'By the numbers in the file names, from left to right.',
    );
  });

  test('gives the number of each as written', () => {
    expect(numberedLabels(items('m_09.prof', 'm_10.prof'))).toEqual(['09', '10']);
    expect(numberedLabels(items('m.prof', 'm1.prof'))).toEqual(['', '1']);
    expect(numberedLabels(items('a.prof', 'b.prof'))).toEqual(['', '']);
  });

  test('equal numbers go by file time', () => {
    const list = [
      { name: 'a_1/x.prof', timeNs: null, lastModified: 20 },
      { name: 'a_01/x.prof', timeNs: null, lastModified: 10 },
      { name: 'a_2/x.prof', timeNs: null, lastModified: 5 },
    ];
    expect(ordered(list).names).toEqual(['a_01/x.prof', 'a_1/x.prof', 'a_2/x.prof']);
  });
});

describe('orderSeries where names tell nothing', () => {
  const named = (name: string, timeNs: bigint | null, lastModified: number): SeriesItem => {
    return { name, timeNs, lastModified };
  };

  test('by the time that the files state', () => {
    const list = [named('after.pb', 2n ** 60n + 1n, 1), named('before.pb', 2n ** 60n, 2)];
    expect(ordered(list)).toMatchObject({ names: ['before.pb', 'after.pb'], by: 'stated-time' });
  });

  test('else by the time of the files, and it says what that is worth', () => {
    const list = [named('b.prof', null, 50), named('a.prof', null, 70)];
    expect(ordered(list)).toMatchObject({ names: ['b.prof', 'a.prof'], by: 'file-time' });
    expect(ordered(list).sentence).toContain('copying may have altered it');
  });

  test('else by name', () => {
    const list = [named('b.prof', null, 50), named('a.prof', null, 50), named('c.prof', null, 0)];
    expect(ordered(list)).toMatchObject({ names: ['a.prof', 'b.prof', 'c.prof'], by: 'name' });
  });

  test('one file is in order', () => {
    expect(ordered(items('memory_7.prof'))).toMatchObject({ names: ['memory_7.prof'] });
  });
});

test('the order does not depend on the order of dropping', () => {
  const name = fc.stringMatching(/^[a-b]{0,2}_?\d{0,3}[-_]?\d{0,2}(\.prof)?$/);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (names, noise) => {
      const shuffled = names.toSorted(() => (Number(noise.next().value) % 2 === 0 ? 1 : -1));
      expect(ordered(items(...shuffled)).names).toEqual(ordered(items(...names)).names);
    }),
  );
});
