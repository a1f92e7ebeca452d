import { describe, expect, test } from 'vitest';
import { readFiguresTable } from './read-table.ts';

describe('a table of the compiler’s figures', () => {
  test('as JSON, by case, with outputs that alias arguments left out', () => {
    const rows = [
      { blocks: 1, mode: 'grad', argumentBytes: 10, outputBytes: 9, tempBytes: 3, aliasBytes: 4, peakBytes: 99 },
      { blocks: 2, mode: 'forward', argumentBytes: 20, outputBytes: 1, tempBytes: 6 },
      { blocks: 4, mode: 'grad', argumentBytes: 40, outputBytes: 9, tempBytes: 12, aliasBytes: 9 },
    ];
    const table = readFiguresTable(JSON.stringify(rows), 'f.json');
    expect(table?.problems).toEqual([]);
    expect(table?.cases.map(({ name, rows: found }) => [name, found.map(({ depth }) => depth)])).toEqual([
      ['mode=grad', [1, 4]],
      ['mode=forward', [2]],
    ]);
    expect(table?.cases[0].rows[0].moments[0].groups).toEqual({ arguments: 10, outputs: 5, code: 0, temp: 3 });
  });

  test('as CSV, with the names that memory_analysis() uses', () => {
    const text = 'layers,argument_size_in_bytes,temp_size_in_bytes,note\r\n4,100,20,"a, b"\r\n8,200,40,"a, b"\r\n';
    const table = readFiguresTable(text, 'f.csv');
    expect(table?.cases).toMatchObject([{ name: 'note=a, b', rows: [{ depth: 4 }, { depth: 8 }] }]);
    expect(table?.cases[0].rows[1].moments[0].groups).toMatchObject({ arguments: 200, temp: 40 });
  });

  test('a row without a depth or with a broken size costs that row, and is told', () => {
    const rows = [
      { blocks: 1, argumentBytes: 10, tempBytes: 3 },
      { blocks: 0, argumentBytes: 10, tempBytes: 3 },
      { blocks: 2.5, argumentBytes: 10, tempBytes: 3 },
      { blocks: 2, argumentBytes: '10', tempBytes: 3 },
      { blocks: 2, argumentBytes: -1, tempBytes: 3 },
      { blocks: 2, tempBytes: 3 },
    ];
    const table = readFiguresTable(JSON.stringify(rows), 'f.json');
    expect(table?.cases[0].rows).toHaveLength(1);
    expect(table?.problems).toHaveLength(5);
    expect(table?.problems[0]).toMatch(/^f\.json, row 2: there is no whole number of blocks/);
  });

  test.each(['', '[]', '{}', 'null', '[1]', 'a,b\n1,2', '{"blocks": 1}', '<html>'])('%j is no such table', (text) => {
    expect(readFiguresTable(text, 'f')).toBeNull();
  });
});
