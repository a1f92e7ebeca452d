import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OomReport } from '../../model/oom.ts';
import { occupancyOf } from './occupancy.ts';
import { readOomText } from './reader.ts';

const warning = (allocator: string, size = '3.00GiB (rounded to 3221225472)'): string =>
  `W x/bfc_allocator.cc:501] Allocator (${allocator}) ran out of memory trying to allocate ${size}requested by op `;
const map = (cells: string): string => `W x/bfc_allocator.cc:512] ${cells}`;
const FULL = '*'.repeat(90) + '_'.repeat(10);
const HALF = '*'.repeat(50) + '_'.repeat(50);

function pools(text: string): { allocator: string; star: number | undefined; owner: string | undefined }[] {
  return readOomText(text).reports.flatMap((report: OomReport) =>
    report.family === 'F3' || report.family === 'F3b'
      ? [{ allocator: report.allocator, star: report.occupancy?.star, owner: report.occupancyOwner }]
      : [],
  );
}

test('cells, runs and the longest run are counted', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('*', 'x', '_'), { maxLength: 100 }), (cells) => {
      const occupancy = occupancyOf(cells.join(''));
      const { star, x, free, freeRuns, largestFreeRun } = occupancy;
      expect(star + x + free).toBe(cells.length);
      const runs = cells
        .join('')
        .split(/[*x]+/)
        .filter((run) => run !== '');
      expect([freeRuns, largestFreeRun]).toEqual([runs.length, Math.max(0, ...runs.map((run) => run.length))]);
      expect(occupancy.complete).toBe(cells.length === 100 || cells.length === 0);
    }),
  );
});

describe('a map belongs to the message before it', () => {
  test('of each device, one after the other', () => {
    const text = [warning('GPU_0_bfc'), map(FULL), warning('GPU_1_bfc'), map(HALF)].join('\n');
    expect(pools(text)).toEqual([
      { allocator: 'GPU_0_bfc', star: 90, owner: undefined },
      { allocator: 'GPU_1_bfc', star: 50, owner: undefined },
    ]);
  });

  test('of two devices that fail at once it is not certain whose it is', () => {
    const text = [warning('GPU_0_bfc'), warning('GPU_1_bfc'), map(FULL), map(HALF)].join('\n');
    const [first, second] = pools(text);
    expect(first).toEqual({ allocator: 'GPU_0_bfc', star: 90, owner: 'ambiguous: GPU_0_bfc or GPU_1_bfc' });
    expect(second?.star).toBe(50);
  });

  test('wrapped, and cut', () => {
    expect(pools(`${warning('a')}\n${map(FULL.slice(0, 60))}\n${FULL.slice(60)}`)[0]?.star).toBe(90);
    const [report] = readOomText(`${warning('a')}\n${map(FULL.slice(0, 87))}`).reports;
    expect(report).toMatchObject({ occupancy: { cells: 87, complete: false } });
  });

  test('a rule of Markdown and a table are none', () => {
    expect(pools(`${warning('a')}\n\n\n\n\n\n____________________\n\n| ---- |`)[0]?.star).toBeUndefined();
  });

  test('an empty pool says so', () => {
    const [report] = readOomText(`${warning('a')}\n${map('<allocator contains no memory>')}`).reports;
    expect(report).toMatchObject({ occupancy: { cells: 0, complete: true } });
  });
});
