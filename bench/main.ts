/**
 * The benchmark: how long the built site takes to open profiles, against what the browser itself needs for their bytes.
 *
 *     npm run bench -- [--sizes 1,10,100] [--runs 5]
 *         [--only archive,bare,memory,compare,findings,views,load,variants,log,many,xprof]
 *
 * Medians of interleaved runs: each run measures everything once, so that a slow moment of the machine meets all alike.
 * Files are made once, outside the repository (make-xspace.ts). Prints one table, ratios first; exits 1 where a goal is
 * missed.
 */

import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from '../scripts/build.mjs';
import { BenchBrowser, type Opening } from './browser.ts';
import { compareRow } from './compare.ts';
import { findingsRow } from './findings.ts';
import { type BenchFiles, benchFiles } from './make-xspace.ts';
import { manyRows } from './many.ts';
import { oomLogRow } from './oom-log.ts';
import { type Row, median, missed, table } from './table.ts';
import { viewRows } from './views.ts';

const PARTS = [
  'archive',
  'bare',
  'memory',
  'compare',
  'findings',
  'views',
  'load',
  'variants',
  'log',
  'many',
  'xprof',
] as const;
type Part = (typeof PARTS)[number];

/** Goals, at the size where they hold. */
const ARCHIVE_RATIO: Readonly<Record<number, number>> = { 10: 2.2, 100: 1.6 };
const BARE_RATIO: Readonly<Record<number, number>> = { 100: 2 };
const BARE_MB_PER_SECOND: Readonly<Record<number, number>> = { 100: 280 };
const GROWTH = 11;
const MEMORY_BASE = 350e6;
const MEMORY_A_MEMORY_EVENT = 110;
const MEMORY_A_HOST_EVENT = 32;
const TASK_MS = 50;
const FIRST_LOAD_KB = 200;

/** What the runs of one file gave. */
interface Runs {
  files: BenchFiles;
  scale: number;
  drain: number[];
  archive: Opening[];
  stream: number[];
  bare: Opening[];
}

const { sizes, runs, only } = readArguments();
await buildAll();
const rows: Row[] = [];
const bench = await BenchBrowser.start();
// Reading and inflating run side by side: on a busy machine the ratios say more about the neighbours than about us.
console.error(`Load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores; numbers need a machine that is idle.`);
const measured: Runs[] = [];
for (const scale of sizes) measured.push(await prepare(scale));
const variants = only.has('variants') ? [await benchFiles(10, 'unsorted'), await benchFiles(10, 'python')] : [];
const variantRuns = variants.map((files) => ({ files, openings: [] as Opening[], drains: [] as number[] }));

for (let run = 0; run < runs; run++) {
  console.error(`Run ${run + 1} of ${runs} …`);
  for (const { files, drain, archive, stream, bare } of measured) {
    if (only.has('archive') || only.has('memory')) {
      drain.push(await bench.drain(files.archive, true));
      archive.push(await bench.open(files.archive));
    }
    if (only.has('bare')) {
      stream.push(await bench.drain(files.bare, false));
      bare.push(await bench.open(files.bare));
    }
  }
  for (const { files, openings, drains } of variantRuns) {
    drains.push(await bench.drain(files.archive, true));
    openings.push(await bench.open(files.archive));
  }
}

for (const result of measured) {
  if (only.has('archive')) rows.push(...archiveRows(result));
  if (only.has('bare')) rows.push(...bareRows(result));
  if (only.has('memory')) rows.push(memoryRow(result));
}
if (only.has('archive')) rows.push(...growthRows('archive', 'tar.gz'));
if (only.has('bare')) rows.push(...growthRows('bare', '.xplane.pb'));
for (const { files, openings, drains } of variantRuns) {
  const opened = median(openings.map(({ milliseconds }) => milliseconds));
  rows.push(ratioRow('tar.gz → picture / draining it', files, opened, median(drains), null));
}
if (only.has('compare')) {
  for (const { files, scale } of measured) rows.push(await compareRow(bench, files, scale, runs));
}
if (only.has('findings')) {
  for (const { files, scale } of measured) rows.push(await findingsRow(files, scale, runs));
}
if (only.has('views')) {
  const largest = measured.at(-1);
  if (largest) rows.push(...(await viewRows(bench, largest.files)));
}
if (only.has('load')) rows.push(await firstLoadRow());
if (only.has('log')) rows.push(await oomLogRow(bench, runs));
if (only.has('many')) rows.push(...(await manyRows(bench, runs)));
await bench.close();
if (only.has('xprof')) for (const { files } of measured) rows.push(...xprofRows(files));

console.log(table(rows));
const misses = missed(rows);
for (const { measure, file } of misses) console.log(`missed: ${measure}, ${file}`);
process.exit(misses.length > 0 ? 1 : 0);

function readArguments(): { sizes: number[]; runs: number; only: Set<Part> } {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1,10,100' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: PARTS.join(',') },
    },
  });
  const parts = values.only.split(',').map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`--only takes ${PARTS.join(', ')}; not "${name}"`);
    return part;
  });
  return { sizes: values.sizes.split(',').map(Number), runs: Number(values.runs), only: new Set(parts) };
}

async function prepare(scale: number): Promise<Runs> {
  return { files: await benchFiles(scale, 'mixed'), scale, drain: [], archive: [], stream: [], bare: [] };
}

function milliseconds(openings: readonly Opening[]): number {
  return median(openings.map((opening) => opening.milliseconds));
}

function ratioRow(measure: string, files: BenchFiles, took: number, base: number, limit: number | null): Row {
  return {
    measure,
    file: files.label,
    value: took / base,
    unit: '×',
    goal: limit === null ? null : { limit },
    detail: `${seconds(took)} / ${seconds(base)}`,
  };
}

function archiveRows({ files, scale, drain, archive }: Runs): Row[] {
  const took = milliseconds(archive);
  return [
    ratioRow('tar.gz → picture / draining it', files, took, median(drain), ARCHIVE_RATIO[scale] ?? null),
    longestTaskRow('tar.gz', files, archive),
  ];
}

function bareRows({ files, scale, stream, bare }: Runs): Row[] {
  const took = milliseconds(bare);
  const limit = BARE_MB_PER_SECOND[scale];
  return [
    ratioRow('.xplane.pb → picture / reading it', files, took, median(stream), BARE_RATIO[scale] ?? null),
    {
      measure: '.xplane.pb → picture',
      file: files.label,
      value: files.bytes / 1000 / took,
      unit: 'MB/s',
      goal: limit === undefined ? null : { limit, atLeast: true },
      detail: `${(files.bytes / 1e6).toFixed(0)} MB in ${seconds(took)}`,
    },
    longestTaskRow('.xplane.pb', files, bare),
  ];
}

function longestTaskRow(kind: string, files: BenchFiles, openings: readonly Opening[]): Row {
  const longest = median(openings.map(({ longestTaskMs }) => longestTaskMs));
  const worst = Math.max(...openings.map(({ longestTaskMs }) => longestTaskMs));
  return {
    measure: `longest main-thread task, ${kind}`,
    file: files.label,
    value: longest,
    unit: 'ms',
    goal: { limit: TASK_MS },
    detail: longest === 0 ? 'none took 50 ms' : `worst run ${worst.toFixed(0)} ms`,
  };
}

function growthRows(kind: 'archive' | 'bare', name: string): Row[] {
  const small = measured.find(({ scale }) => scale === 10);
  const large = measured.find(({ scale }) => scale === 100);
  if (!small || !large) return [];
  const [from, to] = [milliseconds(small[kind]), milliseconds(large[kind])];
  return [
    {
      measure: `${name} → picture, ten times larger`,
      file: '×10 → ×100',
      value: to / from,
      unit: '×',
      goal: { limit: GROWTH },
      detail: `${seconds(to)} / ${seconds(from)}`,
    },
  ];
}

function memoryRow({ files, archive }: Runs): Row {
  const peaks = archive.flatMap(({ peakAnonymousBytes }) => (peakAnonymousBytes === null ? [] : [peakAnonymousBytes]));
  const events = MEMORY_A_MEMORY_EVENT * files.memoryEvents + MEMORY_A_HOST_EVENT * files.keptHostEvents;
  return {
    measure: 'peak anonymous memory, tar.gz',
    file: files.label,
    value: peaks.length > 0 ? median(peaks) / 1e6 : null,
    unit: 'MB',
    goal: { limit: (MEMORY_BASE + events) / 1e6 },
    detail: `${files.memoryEvents} memory events, ${files.keptHostEvents} kept host events`,
  };
}

async function firstLoadRow(): Promise<Row> {
  return {
    measure: 'first load, gzip',
    file: '',
    value: (await bench.firstLoadGzipBytes()) / 1000,
    unit: 'kB',
    goal: { limit: FIRST_LOAD_KB },
    detail: 'everything fetched until the page is idle, samples left out',
  };
}

/** XProf's own conversion of the same file, where a Python has it (`HIGHWATER_XPROF_PYTHON`, else python3). */
function xprofRows(files: BenchFiles): Row[] {
  const python = process.env['HIGHWATER_XPROF_PYTHON'] ?? 'python3';
  if (spawnSync(python, ['-c', 'import xprof']).status !== 0) return [];
  const script = fileURLToPath(new URL('../fixtures/check-with-xprof.py', import.meta.url));
  const { stdout, status } = spawnSync(python, [script, '--time', files.bare], { encoding: 'utf8', timeout: 600_000 });
  const took = status === 0 ? Number(stdout.trim()) : null;
  return [
    {
      measure: "XProf's memory_profile conversion",
      file: files.label,
      value: took,
      unit: 's',
      goal: null,
      detail: took === null ? 'failed, or took ten minutes' : 'the same .xplane.pb',
    },
  ];
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(2)} s`;
}
