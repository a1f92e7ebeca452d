/**
 * A training log of 200 MB with an out-of-memory message of each kind in it, and how fast the site finds them. The lines are
 * those of a busy log: timestamps, workers, allocations and limits that are no messages.
 */

import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLES } from '../src/formats/oom/testing/samples.ts';
import type { BenchBrowser } from './browser.ts';
import { type Row, median } from './table.ts';

const LOG_BYTES = 200e6;
const BLOCK_BYTES = 1 << 20;
const MB_PER_SECOND = 200;
/** Writes the log once, outside the repository; gives its path. */
export function oomLog(): string {
  const folder = process.env['HIGHWATER_BENCH_FILES'] ?? join(tmpdir(), 'highwater-bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'train-200mb-1.log');
  if (existsSync(path)) return path;
  console.error(`Writing ${path} …`);
  const file = openSync(`${path}.part`, 'w');
  const blocks = Math.ceil(LOG_BYTES / BLOCK_BYTES);
  const every = Math.floor(blocks / (SAMPLES.length + 1));
  for (let block = 0; block < blocks; block++) {
    writeSync(file, noise(block));
    const message = (block + 1) % every === 0 ? SAMPLES[(block + 1) / every - 1] : undefined;
    if (message) writeSync(file, `${message.text}\n`);
  }
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}

function noise(block: number): string {
  const lines: string[] = [];
  for (let length = 0, i = block * 10_000; length < BLOCK_BYTES; i++) {
    const time = `2026-03-14 09:${String(i % 60).padStart(2, '0')}:12.${100_000 + (i % 800_000)}`;
    const line =
      i % 17 === 0
        ? `[worker-${i % 8}] DEBUG allocated ${i % 4096} bytes for request ${i}; limit not exceeded`
        : `${time}: I external/xla/xla/service/service.cc:${i % 400}] step ${i} loss=${(1 / (i + 1)).toFixed(6)} ` +
          `grad_norm=${i % 97} tokens/s=${18_000 + (i % 900)} lr=3.0e-4 data_wait=0.00${i % 9}s`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/** Opens the log in the site as often as asked for. */
export async function oomLogRow(bench: BenchBrowser, runs: number): Promise<Row> {
  const path = oomLog();
  const { size } = statSync(path);
  const took: number[] = [];
  const drained: number[] = [];
  for (let run = 0; run < runs; run++) {
    drained.push(await bench.drain(path, false));
    took.push((await bench.open(path)).milliseconds);
  }
  const middle = median(took);
  return {
    measure: '.log → its messages explained',
    file: `${(size / 1e6).toFixed(0)} MB`,
    value: size / 1000 / middle,
    unit: 'MB/s',
    goal: { limit: MB_PER_SECOND, atLeast: true },
    detail: `${(size / 1e6).toFixed(0)} MB in ${seconds(middle)}; reading alone takes ${seconds(median(drained))}`,
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
