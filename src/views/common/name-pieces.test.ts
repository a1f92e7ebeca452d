import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namePieces } from './name-pieces.ts';

const told = (name: string, other: string | null): string[] => {
  const { start, told: middle, end } = namePieces(name, other);
  return [start, middle, end];
};

describe('a name beside another one', () => {
  test.each([
    ['2026_11_30_10_00_00/trainer-0.xplane.pb', '2026_11_30_11_00_00/trainer-0.xplane.pb', ['2026_11_30_', '10', '_00_00/trainer-0.xplane.pb']],
    ['transformer_base_stacked.tar.gz', 'transformer_base_unrolled.tar.gz', ['transformer_base_', 'stacked', '.tar.gz']],
    ['leak_0.prof', 'leak_9.prof', ['leak_', '0', '.prof']],
    ['run.tar.gz', 'run_2.tar.gz', ['', 'run', '.tar.gz']],
    ['run_2.tar.gz', 'run.tar.gz', ['', 'run_2', '.tar.gz']],
    ['a.pb', 'zz', ['', 'a.pb', '']],
  ])('%s beside %s is known by the part in which they differ', (name, other, pieces) => {
    expect(told(name, other)).toEqual(pieces);
  });

  test('its pieces are the name, and the middle one is enough to tell them apart', () => {
    const names = fc.string({ unit: fc.constantFrom('a', '1', '_', '/', '.', '😀'), maxLength: 12 });
    fc.assert(
      fc.property(names, names, (name, other) => {
        const pieces = told(name, other);
        expect(pieces.join('')).toBe(name);
        if (name !== other) expect(pieces[1]).not.toBe(told(other, name)[1]);
      }),
    );
  });
});

test.each([null, 'logs/2026_11_30_10_00_00/trainer-0.xplane.pb'])('alone, or beside its like (%s), a name keeps its end', (other) => {
  expect(told('logs/2026_11_30_10_00_00/trainer-0.xplane.pb', other)).toEqual(['logs/2026_11_30_10_00_00/tra', 'iner-0.xplane.pb', '']);
  expect(told('a.pb', null)).toEqual(['', 'a.pb', '']);
});
