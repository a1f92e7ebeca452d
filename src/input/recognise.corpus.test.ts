/** What every file of the corpus is recognised as, with the archives opened, against what the corpus says it is. */

import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { HEAD_BYTES, recognise } from './recognise.ts';
import { RecordingSink } from './testing/recording-sink.ts';
import { walk } from './walk.ts';

const CORPUS = path.resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const MISSING = !existsSync(CORPUS);

/** Member paths, without the dropped file's own, to `xplane` or `refused: code`. */
async function verdicts(file: string, name = path.basename(file)): Promise<[member: string, verdict: string][]> {
  const sink = new RecordingSink();
  const source = await openAsBlob(path.join(CORPUS, file));
  const refusals = await walk([{ path: name, source, lastModified: 0 }], sink);
  expect(refusals).toEqual([]);
  return Promise.all(
    sink.entries.map(async (entry): Promise<[string, string]> => {
      const bytes = entry.source ? new Uint8Array(await entry.source.arrayBuffer()) : entry.bytes;
      const size = entry.source || bytes.length < HEAD_BYTES ? bytes.length : null;
      const found = recognise(bytes.subarray(0, HEAD_BYTES), entry.path, size);
      const verdict = found.kind === 'format' ? found.format : `refused: ${found.code}`;
      return [entry.path.slice(name.length + 1), verdict];
    }),
  );
}

async function only(file: string, name?: string): Promise<string> {
  const found = await verdicts(file, name);
  expect(found).toHaveLength(1);
  return found[0][1];
}

function filesOf(folder: string): string[] {
  if (MISSING) return [];
  return readdirSync(path.join(CORPUS, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(CORPUS, path.join(entry.parentPath, entry.name)));
}

function expectedOf(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(CORPUS, 'expected', `${file}.json`), 'utf8')) as Record<string, unknown>;
}

/** By the name that XLA gave a file of a dump. */
function dumpFormat(file: string): string {
  if (file.endsWith('-memory-usage-report.pb')) return 'xla-memory-report';
  return file.endsWith('.pb') ? 'hlo' : 'xla-text';
}

describe.skipIf(MISSING)('the corpus (HIGHWATER_CORPUS, skipped where there is none)', () => {
  test.each(filesOf('xplane'))('%s is an XSpace', async (file) => {
    expect(await only(file)).toBe('xplane');
    expect(await only(file, 'memory.prof')).toBe('xplane');
  });

  test('every dump of JAX is a pprof, whatever its name is', async () => {
    for (const file of filesOf('pprof_jax')) {
      expect([file, await only(file)]).toEqual([file, 'pprof']);
      expect([file, await only(file, 'x.xplane.pb')]).toEqual([file, 'pprof']);
    }
  });

  test('other pprof files are recognised, old formats are refused', async () => {
    for (const file of filesOf('pprof_other')) {
      const { format } = expectedOf(file) as { format: string };
      expect([file, await only(file)]).toEqual([file, format.startsWith('pprof') ? 'pprof' : 'refused: wrong-kind']);
    }
  });

  test('memory profiles of XProf are recognised, timelines are refused', async () => {
    for (const file of filesOf('memprofile_json')) expect(await only(file)).toBe('memory-profile-json');
    for (const file of filesOf('tracejson')) expect([file, await only(file)]).toEqual([file, 'refused: wrong-kind']);
  });

  test('programs and dumps of XLA are recognised', async () => {
    for (const file of [...filesOf('hlo'), ...filesOf('bufferassign')]) {
      expect([file, await only(file)]).toEqual([file, dumpFormat(file)]);
    }
  });

  test('texts about memory that ran out are recognised', async () => {
    for (const file of [...filesOf('oom_samples'), ...filesOf('seeds')]) expect(await only(file)).toBe('oom-text');
    for (const file of filesOf('oomlog')) {
      const { reports } = expectedOf(file) as { reports: unknown[] };
      if (reports.length > 0) expect([file, await only(file)]).toEqual([file, 'oom-text']);
    }
  });

  const codes: Record<string, string> = {
    empty: 'refused: empty-file',
    'lfs-pointer': 'refused: git-lfs-pointer',
    'utf8-mangled': 'refused: text-mode-damage',
    // Cut files are what they were; their readers say what is missing.
    truncated: 'xplane',
  };
  test.each(filesOf('malformed').filter((file) => !file.includes('truncated-gzip')))('%s', async (file) => {
    const { kind } = expectedOf(path.basename(file)) as { kind: string };
    expect(await only(file)).toBe(codes[kind] ?? 'refused: wrong-kind');
    if (kind !== 'truncated') expect(await only(file, 'memory.prof')).toMatch(/^refused: /);
  });

  test.each(filesOf('archives'))('%s holds the profiles that it should', async (file) => {
    const { profiles, kinds, usefulText } = expectedOf(path.basename(file)) as {
      profiles: number;
      kinds: Record<string, number>;
      usefulText?: Record<string, number>;
    };
    const found = (await verdicts(file)).map(([, verdict]) => verdict);
    const count = (format: string): number => found.filter((verdict) => verdict === format).length;
    expect(count('xplane')).toBe(profiles);
    expect(count('memory-profile-json')).toBe(kinds['gzip:memory-profile-json'] ?? 0);
    expect(count('xla-text')).toBe(Object.values(usefulText ?? {}).reduce((sum, n) => sum + n, 0));
    expect(count('pprof') + count('hlo') + count('oom-text')).toBe(0);
  });

  test('the runs made for the corpus open as a whole', async () => {
    for (const file of filesOf('selfmade')) {
      for (const [member, verdict] of await verdicts(file)) {
        const name = member || file;
        const expected = name.endsWith('.xplane.pb') ? 'xplane' : name.endsWith('.prof') ? 'pprof' : null;
        if (expected) expect([name, verdict]).toEqual([name, expected]);
        else if (/(optimizations|assignment|values|range|report)\.(txt|pb|hlo\.pb)$/.test(name)) {
          expect([name, verdict]).toEqual([name, dumpFormat(name)]);
        } else expect(`${name}: ${verdict}`).toMatch(/: (refused: wrong-kind|memory-analysis)$/);
      }
    }
  });
});
