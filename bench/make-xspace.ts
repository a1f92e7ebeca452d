/**
 * Writes the benchmark's files, each once, into a folder outside the repository (`HIGHWATER_BENCH_FILES`, else a folder
 * of the system for temporary files):
 *
 *     node scripts/run-ts.mjs bench/make-xspace.ts 1 10 100 unsorted python
 */

import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { TAR_BLOCK, tarHeader, tarPadding } from '../src/input/tar-writer.ts';
import { writeXSpace } from '../fixtures/xspace-writer.ts';
import { type Variant, makeWorkload } from './workload.ts';

/** One workload on the disk, bare and packed. */
export interface BenchFiles {
  label: string;
  /** `…/x10-mixed-1a2b3c.xplane.pb` and what `jax.profiler` users send: `profile.tar.gz`. */
  bare: string;
  archive: string;
  bytes: number;
  archiveBytes: number;
  memoryEvents: number;
  keptHostEvents: number;
}

const GZIP_LEVEL = 6;

/** Makes what is not there yet. `scale` 1 is about 17 MB. */
export async function benchFiles(scale: number, variant: Variant): Promise<BenchFiles> {
  const folder = process.env['HIGHWATER_BENCH_FILES'] ?? join(tmpdir(), 'highwater-bench');
  mkdirSync(folder, { recursive: true });
  const stem = join(folder, `x${scale}-${variant}-${versionOf(variant)}`);
  const bare = `${stem}.xplane.pb`;
  const archive = `${stem}.tar.gz`;
  const facts = `${stem}.json`;
  if (!existsSync(facts)) {
    console.error(`Writing ${bare} …`);
    const { xspace, memoryEvents, keptHostEvents } = makeWorkload(scale, variant);
    const file = openSync(`${bare}.part`, 'w');
    writeXSpace(xspace, (piece) => {
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
    });
    closeSync(file);
    renameSync(`${bare}.part`, bare);
    console.error(`Packing ${archive} …`);
    await pack(bare, `${archive}.part`);
    renameSync(`${archive}.part`, archive);
    writeFileSync(facts, JSON.stringify({ memoryEvents, keptHostEvents }));
  }
  const counts = JSON.parse(readFileSync(facts, 'utf8')) as { memoryEvents: number; keptHostEvents: number };
  const label = variant === 'mixed' ? `×${scale}` : `×${scale} ${variant}`;
  return { label, bare, archive, bytes: statSync(bare).size, archiveBytes: statSync(archive).size, ...counts };
}

async function pack(bare: string, archive: string): Promise<void> {
  const { size } = statSync(bare);
  async function* tar(): AsyncGenerator<Uint8Array> {
    yield tarHeader('plugins/profile/2025_06_13_09_51_22/bench-host.xplane.pb', size);
    for await (const chunk of createReadStream(bare, { highWaterMark: 1 << 20 })) yield chunk as Buffer;
    yield new Uint8Array(tarPadding(size) + 2 * TAR_BLOCK);
  }
  await pipeline(tar, createGzip({ level: GZIP_LEVEL }), createWriteStream(archive));
}

/** Changes when the bytes of a small file of this variant do: old files are then left alone and new ones made. */
function versionOf(variant: Variant): string {
  const hash = createHash('sha256');
  writeXSpace(makeWorkload(0.02, variant).xspace, (piece) => hash.update(piece));
  return hash.digest('hex').slice(0, 10);
}

const isMain = process.argv[1] === fileURLToPath(import.meta.url);
if (isMain) {
  const wanted = process.argv.slice(2);
  for (const argument of wanted.length > 0 ? wanted : ['1', '10', '100', 'unsorted', 'python']) {
    const isVariant = argument === 'unsorted' || argument === 'python';
    const files = await benchFiles(isVariant ? 10 : Number(argument), isVariant ? argument : 'mixed');
    console.log(JSON.stringify(files, null, 2));
  }
}
