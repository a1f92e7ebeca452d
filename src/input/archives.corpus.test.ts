/** The archives and damaged files of the corpus, against what was found in them by other means. */

import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RecordingSink } from './testing/recording-sink.ts';
import { walk } from './walk.ts';

const CORPUS = path.resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const MISSING = !existsSync(CORPUS);

interface Expected {
  file: string;
  container: string;
  files: number;
  uncompressedBytes: number;
  nestedArchives: number;
  useful: { path: string; bytes: number; kind: string; sameAs?: string }[];
}

function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(path.join(CORPUS, 'expected', `${name}.json`), 'utf8')) as Expected;
}

const archives = MISSING ? [] : readdirSync(path.join(CORPUS, 'archives'));

async function open(file: string) {
  const sink = new RecordingSink();
  const passed: string[] = [];
  const source = await openAsBlob(path.join(CORPUS, file));
  const refusals = await walk([{ path: path.basename(file), source, lastModified: 0 }], sink, {
    onPassedOver: (name) => passed.push(name),
  });
  return { entries: sink.entries, refusals, passed };
}

describe.skipIf(MISSING)('the archives of the corpus (HIGHWATER_CORPUS, skipped where there is none)', () => {
  test.each(archives)('%s gives every file that it holds, whole', async (name) => {
    const expected = expectedOf(name);
    const { entries, refusals, passed } = await open(`archives/${name}`);
    expect(refusals).toEqual([]);
    expect(entries.filter((entry) => entry.end !== 'end')).toEqual([]);
    // Archives within count as one file there and as their members here; gzip within has other bytes here.
    if (expected.nestedArchives === 0) {
      expect(entries.length + passed.length).toBe(expected.files);
    }
    for (const useful of expected.useful) {
      const isGzip = expected.container === 'gzip';
      const entry = entries.find((one) => one.path === (isGzip ? name : `${name}/${useful.path}`));
      expect(entry?.path).toBeDefined();
      if (!useful.kind.startsWith('gzip:')) expect(entry?.bytes.length).toBe(useful.bytes);
      if (useful.sameAs && !useful.sameAs.endsWith('.gz')) {
        const same = readFileSync(path.join(CORPUS, useful.sameAs));
        expect(same.equals(entry?.bytes ?? new Uint8Array(0))).toBe(true);
      }
    }
  });

  test('a cut gzip gives the bytes that are there, then fails as truncated', async () => {
    const name = 'truncated-gzip-tf-gpu-2023-181859.memory_profile.json.gz';
    const { evidence } = expectedOf(name) as unknown as { evidence: { inflatedBytes: number } };
    const { entries } = await open(`malformed/${name}`);
    expect(entries).toMatchObject([{ path: name, end: 'fail', code: 'truncated' }]);
    expect(entries[0].bytes.length).toBe(evidence.inflatedBytes);
  });

  test('every other damaged file is handed over bare', async () => {
    for (const name of readdirSync(path.join(CORPUS, 'malformed'))) {
      if (name.startsWith('truncated-gzip')) continue;
      const { entries, refusals } = await open(`malformed/${name}`);
      expect(refusals).toEqual([]);
      expect(entries).toMatchObject([{ path: name, end: 'end' }]);
      expect(entries[0].source).not.toBeNull();
    }
  });
});
