import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableCell } from './table.ts';
import { tableCsv, tableJson } from './table.ts';

describe('a table as a file', () => {
  const table = {
    columns: ['function', 'file', 'bytes'],
    rows: [
      ['=HYPERLINK("x")', 'a,b.py', 9_691_751_424],
      ['-f', null, -5],
      ['@g\n"h"', '\tx', 0],
    ],
  };

  test('is CSV in which a name is no formula and a number is exact', () => {
    expect(tableCsv(table).split('\r\n')).toEqual([
      'function,file,bytes',
      `"'=HYPERLINK(""x"")","a,b.py",9691751424`,
      "'-f,,-5",
      `"'@g\n""h""",'\tx,0`,
      '',
    ]);
  });

  test('keeps columns apart that have one name', () => {
    const twice = { columns: ['a', 'a', 'a_2'], rows: [[1, 2, 3]] };
    expect(JSON.parse(tableJson(twice))).toEqual([{ a: 1, a_2: 2, a_2_2: 3 }]);
    expect(tableCsv(twice)).toBe('a,a_2,a_2_2\r\n1,2,3\r\n');
  });

  test('is JSON that gives back what was in it', () => {
    const cell = fc.oneof<fc.Arbitrary<TableCell>[]>(fc.string(), fc.maxSafeInteger(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const read = JSON.parse(tableJson({ columns: ['a', 'b'], rows })) as Record<string, unknown>[];
        expect(read.map(({ a, b }) => [a, b])).toEqual(rows.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value))));
      }),
    );
  });
});
