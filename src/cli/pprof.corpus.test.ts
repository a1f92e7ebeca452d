/** Real pprof files and what two independent decoders read in them. The corpus is not part of the repository. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SeriesBuilder } from '../analysis/series.ts';
import { PprofReader } from '../formats/pprof/reader.ts';
import type { Comparison } from '../model/comparison.ts';
import { RefusalError } from '../model/problems.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { compareCommand } from './compare.ts';
import { summarizePprof } from './summarize-pprof.ts';
import { summarizeSeries } from './summarize-series.ts';
import { runCommand } from './testing/run-command.ts';

const CORPUS = resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const EXPECTED = join(CORPUS, 'expected');

interface Vector {
  schema: string;
  file: string;
  format: string;
  [field: string]: unknown;
}

function vectorsIn(folder: string): Vector[] {
  if (!existsSync(join(EXPECTED, folder))) return [];
  return readdirSync(join(EXPECTED, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => JSON.parse(readFileSync(join(EXPECTED, folder, path), 'utf8')) as Vector);
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Pushes the file in pieces of an odd size, as it comes from a worker. */
function openFile(path: string): { snapshot: Snapshot; gzipped: boolean } {
  const stored = readFileSync(join(CORPUS, path));
  const gzipped = isGzip(stored);
  const bytes = gzipped ? gunzipSync(stored) : stored;
  const reader = new PprofReader(path);
  for (let at = 0; at < bytes.length; at += 4099) reader.push(bytes.subarray(at, at + 4099));
  const outcome = reader.end();
  if (outcome.kind !== 'snapshot') throw new Error(`${path} gave a ${outcome.kind}`);
  return { snapshot: outcome.snapshot, gzipped };
}

function refusalOf(bytes: Uint8Array): RefusalError {
  const reader = new PprofReader('file');
  reader.push(bytes);
  try {
    reader.end();
  } catch (error) {
    if (error instanceof RefusalError) return error;
    throw error;
  }
  throw new Error('it opened');
}

/** Fields about the file on the disk and about how the vector was made. */
const NOT_OURS = new Set(['schema', 'file', 'sha256', 'bytes', 'cross_checked', 'note', 'order', 'before', 'after']);

/** A null in a vector means that the field must be absent or null. */
function expectFields(found: object, vector: object): void {
  const actual = new Map(Object.entries(found));
  for (const [field, expected] of Object.entries(vector)) {
    if (NOT_OURS.has(field)) continue;
    const value: unknown = actual.get(field) ?? null;
    if (field === 'warnings') expect(new Set(value as string[]), field).toEqual(new Set(expected as string[]));
    else expect(value, field).toEqual(expected);
  }
}

/** Any file of this kind, with pieces of Go, C++ and Python profilers among them. */
const pprofs = ['pprof_jax', 'pprof_other', 'selfmade'].flatMap(vectorsIn).filter(({ format }) => format !== undefined);

describe.skipIf(!existsSync(EXPECTED))(`pprof files of ${CORPUS} (skipped where there is no corpus)`, () => {
  const open = pprofs.filter(({ format }) => format.startsWith('pprof-'));
  const legacy = pprofs.filter(({ format }) => format.startsWith('legacy-'));

  test('there are some of every sort', () => {
    expect(open.length).toBeGreaterThan(100);
    expect(legacy.length).toBeGreaterThan(10);
  });

  test.each(open)('$file: every field', (vector) => {
    const { snapshot, gzipped } = openFile(vector.file);
    expectFields(summarizePprof(snapshot, gzipped), vector);
    expect(snapshot.problems).toEqual([]);
  });

  test.each(legacy)('$file ($format) is not read as protobuf', ({ file }) => {
    expect(refusalOf(readFileSync(join(CORPUS, file))).code).toBe('not-a-profile');
  });

  test.each(vectorsIn('diff').filter(({ schema }) => schema === 'pprof-diff/2'))(
    'difference by the command compare: $note',
    async (vector) => {
      const paths = [vector['before'], vector['after']].map((path) => join(CORPUS, String(path)));
      const { code, out, err } = await runCommand(compareCommand, ...paths, '--json');
      expect([code, err]).toEqual([0, '']);
      const json = JSON.parse(out) as Record<string, unknown> & Comparison;
      expectFields(json, vector);
      expect([json['schema'], json['before'], json['after']]).toEqual([vector.schema, ...paths]);
      const rows = json.rows['call-site'] ?? [];
      expect(rows.reduce((sum, { delta }) => sum + delta, 0)).toBe(json.delta);
    },
  );

  test.each(vectorsIn('series'))('series: $note, dropped in any order', (vector) => {
    const files = (vector['points'] as { file: string }[]).map(({ file }) => file);
    const builder = new SeriesBuilder(({ samples }) => samples.values);
    for (const file of files.toReversed()) builder.add(openFile(file).snapshot, file, 0);
    const series = builder.finish(10);
    if (series === null) throw new Error('no points');
    expectFields(summarizeSeries(series), vector);
    expect(series.order.by).toBe('number');
  });

  const malformed = existsSync(join(CORPUS, 'malformed')) ? readdirSync(join(CORPUS, 'malformed')) : [];
  test.each(malformed)('malformed/%s is refused, even where it parses', (name) => {
    const bytes = readFileSync(join(CORPUS, 'malformed', name));
    expect(refusalOf(bytes).code).toBe('not-a-profile');
  });

  test.each(['xplane', 'hlo'])('no file of %s is taken for a pprof profile', (folder) => {
    for (const name of readdirSync(join(CORPUS, folder))) {
      const bytes = readFileSync(join(CORPUS, folder, name));
      expect(refusalOf(isGzip(bytes) ? gunzipSync(bytes) : bytes).code, name).toBe('not-a-profile');
    }
  });

  test('every cut of a real dump opens with a problem or is refused with a reason', () => {
    const path = 'pprof_jax/fixture_memory9.prof';
    const bytes = gunzipSync(readFileSync(join(CORPUS, path)));
    const whole = openFile(path).snapshot;
    let opened = 0;
    for (let length = 0; length < bytes.length; length++) {
      const reader = new PprofReader(path);
      reader.push(bytes.subarray(0, length));
      try {
        const outcome = reader.end();
        if (outcome.kind !== 'snapshot') throw new Error('not a snapshot');
        opened++;
        expect(outcome.snapshot.problems.length, `cut at ${length}`).toBeGreaterThan(0);
        expect(outcome.snapshot.samples.values).toEqual(whole.samples.values);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        expect(['truncated', 'not-a-profile']).toContain(error.code);
      }
    }
    expect(opened).toBeGreaterThan(100);
  });
});
