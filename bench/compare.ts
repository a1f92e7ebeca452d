/** What a comparison costs beyond reading: two files picked together, until the sentence says what differs. */

import { existsSync, symlinkSync } from 'node:fs';
import type { Page } from 'playwright';
import { type BenchBrowser, LONGEST_LOAD_MS, pickFiles } from './browser.ts';
import type { BenchFiles } from './make-xspace.ts';
import { type Row, median } from './table.ts';

/** Two profiles of five million events: comparing them costs no more than reading one after the other. */
const RATIO: Readonly<Record<number, number>> = { 100: 1 };

/** Medians of interleaved runs, as in `main.ts`. */
export async function compareRow(bench: BenchBrowser, files: BenchFiles, scale: number, runs: number): Promise<Row> {
  const other = secondName(files.archive);
  const reading: number[] = [];
  const comparing: number[] = [];
  for (let run = 0; run < runs; run++) {
    const [first, second] = [await bench.open(files.archive), await bench.open(other)];
    reading.push(first.milliseconds + second.milliseconds);
    comparing.push(await bench.withSite((page) => pickBoth(page, [files.archive, other])));
  }
  const [took, base] = [median(comparing), median(reading)];
  const limit = RATIO[scale];
  return {
    measure: 'two tar.gz → what differs / opening one after the other',
    file: files.label,
    value: took / base,
    unit: '×',
    goal: limit === undefined ? null : { limit },
    detail: `${(took / 1000).toFixed(2)} s / ${(base / 1000).toFixed(2)} s, ${files.memoryEvents} memory events each`,
  };
}

/** The same bytes under another name: two of one name would be one thing. */
function secondName(file: string): string {
  const other = file.replace(/\.tar\.gz$/, '-again.tar.gz');
  if (!existsSync(other)) symlinkSync(file, other);
  return other;
}

/** Milliseconds from the choice of the files until the headline stands. */
async function pickBoth(page: Page, files: string[]): Promise<number> {
  await pickFiles(page, files);
  const heading = page.getByRole('region', { name: 'What differs' }).getByRole('heading');
  await heading.waitFor({ timeout: LONGEST_LOAD_MS });
  return page.evaluate(() => {
    const start = performance.getEntriesByName('highwater:open-start').at(-1)?.startTime ?? Number.NaN;
    return performance.now() - start;
  });
}
