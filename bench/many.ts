/**
 * What is large in another way than one trace: a dump of a million samples, ten thousand dumps in a zip, and an archive
 * of a thousand hosts.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { profileArchive } from '../fixtures/archive.ts';
import { memoryTrace } from '../fixtures/memory-trace.ts';
import { type DumpSample, JAX_SAMPLE_TYPES, jaxDump, pprofBytes, pprofSpec } from '../fixtures/pprof-writer.ts';
import { zipOf } from '../src/input/testing/zip-writer.ts';
import type { BenchBrowser, Opening } from './browser.ts';
import { type Row, median } from './table.ts';

const SAMPLES = 1_000_000;
const DUMPS = 10_000;
const HOSTS = 1_000;

const PPROF_RATIO = 1.5;
/** The page, its workers and what they keep of many small things. */
const MANY_FILES_MB = 600;

/** Rows of one measure each. `runs` openings; medians. */
export async function manyRows(bench: BenchBrowser, runs: number): Promise<Row[]> {
  const pprof = made('samples-1m-1.pb.gz', () => gzipSync(millionSamples(), { level: 6 }));
  const dumps = made('dumps-10k-1.zip', tenThousandDumps);
  const hosts = made('hosts-1k-1.tar.gz', thousandHosts);
  return [
    await pprofRow(bench, pprof, runs),
    ...peerRow(pprof),
    ...(await filesRows(bench, dumps, `${DUMPS} dumps in a zip`, runs)),
    ...(await filesRows(bench, hosts, `archive of ${HOSTS} hosts`, runs)),
  ];
}

/** Made once, outside the repository; gives its path. */
function made(name: string, make: () => Uint8Array): string {
  const folder = process.env['HIGHWATER_BENCH_FILES'] ?? join(tmpdir(), 'highwater-bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  if (!existsSync(path)) {
    console.error(`Writing ${path} …`);
    writeFileSync(`${path}.part`, make());
    renameSync(`${path}.part`, path);
  }
  return path;
}

async function pprofRow(bench: BenchBrowser, path: string, runs: number): Promise<Row> {
  const opened: Opening[] = [];
  const scanned: number[] = [];
  for (let run = 0; run < runs; run++) {
    scanned.push(await bench.drain(path, true, true));
    opened.push(await bench.open(path));
  }
  const took = median(opened.map(({ milliseconds }) => milliseconds));
  const base = median(scanned);
  return {
    measure: 'pprof → flame / inflating and adding up its bytes',
    file: `${SAMPLES / 1e6} M samples`,
    value: took / base,
    unit: '×',
    goal: { limit: PPROF_RATIO },
    detail: `${seconds(took)} / ${seconds(base)}`,
  };
}

/** Google's own tool, where it is installed (go install github.com/google/pprof). */
function peerRow(path: string): Row[] {
  const started = performance.now();
  const { status } = spawnSync('pprof', ['-top', '-nodecount=20', path], { encoding: 'utf8', timeout: 600_000 });
  if (status !== 0) return [];
  const took = (performance.now() - started) / 1000;
  return [{ measure: 'pprof -top', file: `${SAMPLES / 1e6} M samples`, value: took, unit: 's', goal: null, detail: '' }];
}

async function filesRows(bench: BenchBrowser, path: string, file: string, runs: number): Promise<Row[]> {
  const opened: Opening[] = [];
  for (let run = 0; run < runs; run++) opened.push(await bench.open(path));
  const peaks = opened.flatMap(({ peakAnonymousBytes }) => (peakAnonymousBytes === null ? [] : [peakAnonymousBytes]));
  return [
    {
      measure: 'many files → picture',
      file,
      value: median(opened.map(({ milliseconds }) => milliseconds)) / 1000,
      unit: 's',
      goal: null,
      detail: `${(statSync(path).size / 1e6).toFixed(1)} MB`,
    },
    {
      measure: 'peak anonymous memory, many files',
      file,
      value: peaks.length > 0 ? median(peaks) / 1e6 : null,
      unit: 'MB',
      goal: { limit: MANY_FILES_MB },
      detail: '',
    },
  ];
}

/** Of 20,000 call stacks that are 12 to 40 frames deep, in 4,000 functions. */
function millionSamples(): Uint8Array {
  const random = lehmer(1);
  const stacks = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 12 + (random() % 29) }, (_, depth) => frame(depth < 8 ? depth : random() % 4000)),
  );
  const samples = Array.from({ length: SAMPLES }, (): DumpSample => {
    const size = 256 * (1 + (random() % 100_000));
    const labels = { kind: 'buffer', device: `cuda:${random() % 8}` };
    return { stack: stacks[random() % stacks.length] ?? [], values: [1, size], labels };
  });
  return pprofBytes(pprofSpec({ sampleTypes: JAX_SAMPLE_TYPES, samples }));
}

/** Dumps of one program as it runs: 60 call sites, one of which grows. */
function tenThousandDumps(): Uint8Array {
  const stacks = Array.from({ length: 60 }, (_, site) => [frame(0), frame(1), frame(2 + (site % 7)), frame(10 + site)]);
  return zipOf(
    Array.from({ length: DUMPS }, (_, index) => ({
      name: `memory_${index}.prof`,
      body: gzipSync(
        jaxDump(
          stacks.map((stack, site) => {
            const count = site === 7 ? 1 + index : 4;
            return { stack, values: [count, count * 4096 * (1 + site)], labels: { kind: 'buffer', device: 'cuda:0' } };
          }),
        ),
      ),
      method: 0,
    })),
  );
}

/** Every host of one run with a hundred events of its own. */
function thousandHosts(): Uint8Array {
  const steps = Array.from({ length: 50 }, (_, i) => `+${'abcdefghij'[i % 10] ?? 'a'}${512 + i} -${'abcdefghij'[i % 10] ?? 'a'}`);
  const hosts = Array.from({ length: HOSTS }, (_, index) => ({
    host: `worker-${String(index).padStart(4, '0')}`,
    xspace: memoryTrace({ before: 4096 * (1 + index), steps: steps.join(' ') }),
  }));
  return profileArchive({ run: '2026_11_30_10_00_00', hosts });
}

function frame(index: number): string {
  return `function_${index} /home/ada/project/module_${index % 97}.py:${10 + (index % 900)}`;
}

/** The minimal standard generator: the same numbers on every machine. */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 0x7fffffff);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
