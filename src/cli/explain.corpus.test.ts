/** Real logs and what was read in them by eye. The corpus is not part of the repository. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainOom } from '../analysis/oom/explain.ts';
import { OomReader, readOomText } from '../formats/oom/reader.ts';
import type { OomText } from '../model/oom-text.ts';
import { explain, explainedJson } from './explain.ts';
import { toJsonNames } from './oom-json.ts';

const CORPUS = resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const FOLDERS = ['oom_samples', 'oomlog', 'seeds'];

interface VectorReport extends Record<string, unknown> {
  n: number;
  family: string;
  family_ok?: string[];
  diagnosis_ok: (string | null)[] | null;
  optional?: boolean;
}

interface VectorIncident {
  reports: number[];
  fatal: boolean | null;
  diagnosis_ok: (string | null)[];
  suggest_any: string[];
  fits_if_pool_at_least?: number;
}

interface Vector {
  file: string;
  n_reports: number;
  reports?: VectorReport[];
  incidents?: VectorIncident[];
  context?: Record<string, unknown>;
}

interface JsonIncident {
  reports: number[];
  fatal: boolean | null;
  diagnosis: string | null;
  steps: { tag: string }[];
  fits_if_pool_at_least?: number;
  checks: { sentence: string; ok: boolean }[];
}

interface JsonReading {
  reports: Record<string, unknown>[];
  incidents: JsonIncident[];
  context: Record<string, unknown>;
}

const vectors: Vector[] = FOLDERS.flatMap((folder) => {
  const expected = join(CORPUS, 'expected', folder);
  if (!existsSync(expected)) return [];
  return readdirSync(expected).map((name) => JSON.parse(readFileSync(join(expected, name), 'utf8')) as Vector);
});

/** About the vector itself, or about what may be said instead. */
const ABOUT_VECTOR = new Set(['diagnosis', 'diagnosis_ok', 'family_ok', 'optional']);
/** What we say beyond the vectors: the cells themselves, and what is missing. */
const OURS = new Set(['map', 'missing', 'diagnosis', 'window']);

/** Every field of the vector with its value, and no other field. `null` in a vector means "must be absent". */
function expectFields(found: unknown, wanted: unknown, path: string): void {
  if (Array.isArray(wanted)) {
    expect(Array.isArray(found), `${path} is a list`).toBe(true);
    const list = found as unknown[];
    expect(list.length, `length of ${path}`).toBe(wanted.length);
    wanted.forEach((item, i) => expectFields(list[i], item, `${path}[${i}]`));
    return;
  }
  if (typeof wanted !== 'object' || wanted === null) {
    expect(found ?? null, path).toBe(wanted);
    return;
  }
  const object = (found ?? {}) as Record<string, unknown>;
  const keys = Object.entries(wanted).filter(([key]) => !ABOUT_VECTOR.has(key));
  for (const [key, value] of keys) expectFields(object[key], value, `${path}.${key}`);
  const extra = Object.keys(object).filter((key) => !OURS.has(key) && !(key in wanted));
  expect(extra, `more fields in ${path}`).toEqual([]);
}

function readInPieces(file: string, wholeText: number, piece: number): JsonReading {
  const reader = new OomReader(wholeText);
  const bytes = readFileSync(join(CORPUS, file));
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  return toJsonNames(explainOom(reader.end())) as JsonReading;
}

/** Every size of a text, as it is written there. */
function statedSizes({ reports }: OomText): string[] {
  return [...JSON.stringify(reports).matchAll(/"bytes":(\d+)/g)].map(([, bytes = '']) => bytes);
}

describe.skipIf(vectors.length === 0)('real out-of-memory texts (skipped: no corpus in HIGHWATER_CORPUS)', () => {
  describe.each([
    ['as a whole', 1 << 20, 4099],
    ['as a stream, in regions around the words of messages', 0, 1009],
  ])('read %s', (_, wholeText, piece) => {
    test.each(vectors.map((vector) => [vector.file, vector] as const))(
      '%s has the reports that are in it',
      (file, vector) => {
        const { reports } = readInPieces(file, wholeText, piece);
        expect(reports.map((report) => `${String(report['family'])} at ${String(report['line'])}`)).toEqual(
          (vector.reports ?? []).map((report) => `${report.family} at ${String(report['line'])}`),
        );
        for (const [i, wanted] of (vector.reports ?? []).entries()) expectFields(reports[i], wanted, `report ${i + 1}`);
      },
    );

    test.each(vectors.map((vector) => [vector.file, vector] as const))(
      '%s gets one of the verdicts that fit it',
      (file, vector) => {
        const { reports, incidents } = readInPieces(file, wholeText, piece);
        for (const [i, { diagnosis_ok: ok }] of (vector.reports ?? []).entries()) {
          expect(ok ?? [null], `diagnosis of report ${i + 1}`).toContain(reports[i]?.['diagnosis']);
        }
        const groups = (list: readonly { reports: number[] }[]): number[][] => list.map((one) => one.reports);
        expect(groups(incidents)).toEqual(groups(vector.incidents ?? []));
        for (const [i, wanted] of (vector.incidents ?? []).entries()) {
          const found = incidents[i];
          expect(wanted.diagnosis_ok, `diagnosis of incident ${i + 1}`).toContain(found?.diagnosis);
          expect(found?.fatal, `fatal of incident ${i + 1}`).toBe(wanted.fatal);
          const tags = found?.steps.map((step) => step.tag) ?? [];
          if (wanted.suggest_any.length > 0)
            expect(
              wanted.suggest_any.some((tag) => tags.includes(tag)),
              tags.join(),
            ).toBe(true);
          if (wanted.fits_if_pool_at_least !== undefined)
            expect(found?.fits_if_pool_at_least).toBe(wanted.fits_if_pool_at_least);
          expect(
            found?.checks.filter((check) => !check.ok),
            'sums that do not hold',
          ).toEqual([]);
        }
      },
    );
  });

  test.each(vectors.map(({ file }) => file))('%s with its lines joined directly invents no number', (file) => {
    const text = readFileSync(join(CORPUS, file), 'utf8');
    const sizes = statedSizes(readOomText(text));
    const joined = readOomText(text.replaceAll(/\r?\n/g, ''));
    expect(statedSizes(joined).filter((size) => !sizes.includes(size))).toEqual([]);
    expect(joined.reports.map(({ family }) => family)).toEqual(readOomText(text).reports.map(({ family }) => family));
  });

  test('the command gives the same, by file', async () => {
    const paths = vectors.map((vector) => join(CORPUS, vector.file));
    const json = explainedJson(await explain(paths)) as { files: ({ file: string } & JsonReading)[] };
    expect(json.files.map(({ file, reports }) => [file, reports.length])).toEqual(
      vectors.map((vector, i) => [paths[i], vector.n_reports]),
    );
  });

  test('the seed of VMEM ends with three whole buffers and a block that fits', () => {
    const { incidents } = readInPieces('seeds/seed_torchxla8429.txt', 1 << 20, 4099) as unknown as ReturnType<
      typeof explainOom
    >;
    const [incident] = incidents;
    expect(incident?.reason).toBe(
      'Three buffers of 32.00 MiB (one input f32[2048,4096] taken whole and both outputs) and 308.0 KiB of ' +
        'spill slots = 96.30 MiB of 63.94 MiB VMEM, 32.36 MiB too much.',
    );
    expect(incident?.steps.find((step) => step.tag === 'grid')?.how).toBe(
      'grid=(16,), pl.BlockSpec((128, 4096), lambda i: (i, 0))',
    );
    expect(incident?.steps.find((step) => step.tag === 'grid')?.why).toContain(
      'A block of (512, 4096) needs 48.30 MiB',
    );
  });

  test('the seed of penzai factors its request and sets the pool beside nvidia-smi', () => {
    const reading = readInPieces('seeds/seed_penzai122.txt', 1 << 20, 4099) as unknown as ReturnType<typeof explainOom>;
    const [first] = reading.incidents;
    expect(first?.shapes[0]).toMatchObject({ shape: 'bf16[32,4096,11008]', product: '32 · 4096 · 11008 · 2' });
    expect(reading.counters[0]?.name).toBe('nvidia-smi, GPU 0 NVIDIA L4: used');
    expect(reading.counters[0]?.counts).toContain('the whole pool');
    expect(reading.context).toMatchObject({
      gpu: 'NVIDIA L4',
      nvidia_smi_used_mib: 17058,
      nvidia_smi_total_mib: 23034,
      process_mib: 17050,
      mem_fraction_env: '.98',
    });
  });
});
