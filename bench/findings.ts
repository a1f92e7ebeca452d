/** How long the findings take against reading the file they are found in: in Node, since neither needs a page. */

import { createReadStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { analyse } from '../src/analysis/analyse.ts';
import { findingsOf } from '../src/analysis/findings/findings.ts';
import { XplaneReader } from '../src/formats/xplane/reader.ts';
import type { Profile } from '../src/model/profile.ts';
import type { BenchFiles } from './make-xspace.ts';
import { type Row, median } from './table.ts';

/** Findings may take as long as reading, at the size that has 5 million memory events. */
const RATIO: Readonly<Record<number, number>> = { 100: 1 };
const CHUNK = 512 * 1024;

export async function findingsRow(files: BenchFiles, scale: number, runs: number): Promise<Row> {
  const reading: number[] = [];
  const finding: number[] = [];
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const profile = await readTrace(files.bare);
    reading.push(performance.now() - start);
    // The analysis lets go of the calls, without which the findings would have less to do.
    const { calls } = profile;
    const { lifetimes, summary } = analyse(profile);
    profile.calls = calls;
    const begun = performance.now();
    found = findingsOf(profile, lifetimes, summary.allocators).length;
    finding.push(performance.now() - begun);
  }
  const [read, took] = [median(reading), median(finding)];
  const limit = RATIO[scale];
  return {
    measure: 'findings / reading the file',
    file: files.label,
    value: took / read,
    unit: '×',
    goal: limit === undefined ? null : { limit },
    detail: `${took.toFixed(0)} ms / ${read.toFixed(0)} ms, ${files.memoryEvents} memory events, ${found} findings`,
  };
}

async function readTrace(path: string): Promise<Profile> {
  const reader = new XplaneReader({ name: path });
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    reader.push(new Uint8Array(chunk as Buffer));
  }
  const outcome = reader.end();
  if (outcome.kind !== 'profile') throw new Error(`${path} was not read in one pass`);
  return outcome.profile;
}
