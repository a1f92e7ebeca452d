import { describe, expect, test } from 'vitest';
import type { PassedOverKind } from './passed-over.ts';
import { passedOver } from './passed-over.ts';
import { bytesOf, noise } from './testing/bytes.ts';
import { gzipOf } from './testing/gzip-writer.ts';
import { droppedFile } from './testing/memory-source.ts';
import { RecordingSink } from './testing/recording-sink.ts';
import { tarOf } from './testing/tar-writer.ts';
import { zipOf } from './testing/zip-writer.ts';
import type { WalkOptions } from './walk.ts';
import { walk } from './walk.ts';

const TEXT = bytesOf('a profile');

async function open(files: ReturnType<typeof droppedFile>[], options: WalkOptions = {}) {
  const sink = new RecordingSink({ delay: true });
  const refusals = await walk(files, sink, options);
  return { sink, texts: sink.texts(), refusals };
}

describe('what was dropped', () => {
  test('bare, is handed over as its source, without chunks', async () => {
    const file = droppedFile('host.xplane.pb', TEXT);
    const { sink } = await open([{ ...file, lastModified: 5 }]);
    expect(sink.entries).toMatchObject([{ path: 'host.xplane.pb', lastModified: 5, end: 'end' }]);
    expect(sink.entries[0].source).toBe(file.source);
  });

  test('is opened by its bytes, whatever its name says', async () => {
    const { texts } = await open([
      droppedFile('memory.prof', gzipOf(TEXT)),
      droppedFile('really-a-zip.tar.gz', zipOf([{ name: 'in', body: TEXT }])),
      droppedFile('really-a-tar.zip', tarOf([{ name: 'in', body: TEXT }])),
    ]);
    expect(texts).toEqual([
      'memory.prof: a profile',
      'really-a-zip.tar.gz/in: a profile',
      'really-a-tar.zip/in: a profile',
    ]);
  });

  test('several files open in their order, and a bad one does not stop the rest', async () => {
    const { texts, refusals } = await open([
      droppedFile('a.tgz', gzipOf(tarOf([{ name: 'in', body: TEXT }]))),
      droppedFile('b.gz', gzipOf(TEXT).subarray(0, 5)),
      droppedFile('c.gz', gzipOf(TEXT)),
    ]);
    expect(texts).toEqual(['a.tgz/in: a profile', 'c.gz: a profile']);
    expect(refusals.map((refusal) => refusal.file)).toEqual(['b.gz']);
  });

  test('empty, is an entry without bytes', async () => {
    const { sink, refusals } = await open([droppedFile('empty', new Uint8Array(0))]);
    expect(sink.entries).toMatchObject([{ path: 'empty', end: 'end' }]);
    expect(refusals).toEqual([]);
  });
});

test('an archive of which nothing could be read says what it holds', async () => {
  const { refusals } = await open([droppedFile('a.tar', tarOf([{ name: 'host.xplane.pb', type: 'S', body: noise(700) }]))]);
  expect(refusals.map(({ reason }) => reason)).toEqual([
    'Nothing in this archive could be read. host.xplane.pb is a sparse file and was passed over; drop the file itself.',
  ]);
});

describe('an archive in an archive', () => {
  const run = tarOf([
    { name: 'plugins/profile/run/host.xplane.pb', body: TEXT },
    { name: 'plugins/profile/run/host.memory_profile.json.gz', body: gzipOf(TEXT) },
  ]);

  test('tar in gz in zip in tar: paths name every step', async () => {
    const { texts } = await open([
      droppedFile('all.tar', tarOf([{ name: 'runs.zip', body: zipOf([{ name: 'run.tar.gz', body: gzipOf(run) }]) }])),
    ]);
    expect(texts).toEqual([
      'all.tar/runs.zip/run.tar.gz/plugins/profile/run/host.xplane.pb: a profile',
      'all.tar/runs.zip/run.tar.gz/plugins/profile/run/host.memory_profile.json.gz: a profile',
    ]);
  });

  test('of some size, stored in a zip, is opened where it lies', async () => {
    const body = noise(3_000_000);
    const { sink } = await open([
      droppedFile('a.zip', zipOf([{ name: 'in.gz', body: gzipOf(body), method: 0 }, { name: 'next', body: TEXT }])),
    ]);
    expect(sink.entries.map((entry) => [entry.path, entry.bytes.length, entry.source])).toEqual([
      ['a.zip/in.gz', 3_000_000, null],
      ['a.zip/next', 9, null],
    ]);
  });

  test('deeper than the limit is refused, and the rest opens', async () => {
    let nested: Uint8Array = TEXT;
    for (let i = 0; i < 9; i++) nested = tarOf([{ name: `${i}`, body: nested }]);
    const { texts, refusals } = await open([
      droppedFile('deep.tar', tarOf([{ name: 'nested', body: nested }, { name: 'flat', body: TEXT }])),
    ]);
    expect(texts).toEqual(['deep.tar/flat: a profile']);
    expect(refusals).toMatchObject([{ code: 'too-large' }]);
    expect(refusals[0].reason).toContain('lies in 8 others');
  });
});

describe('files that lie beside profiles', () => {
  test.each<[string, PassedOverKind | null]>([
    ['plugins/profile/run/._host.xplane.pb', 'file of macOS'],
    ['__MACOSX/plugins/host.xplane.pb', 'file of macOS'],
    ['.DS_Store', 'file of macOS'],
    ['run/host.SSTABLE', 'cache of XProf'],
    ['run/host.trie.SSTABLE', 'cache of XProf'],
    ['run/cache_version.txt', 'cache of XProf'],
    ['run/ALL_HOSTS.op_stats.pb', 'cache of XProf'],
    ['run/host.op_stats_v2.pb', 'cache of XProf'],
    ['run/host.dcn_collective_stats.pb', 'cache of XProf'],
    ['run/host.smart_suggestion.pb', 'cache of XProf'],
    ['run/NO_MODULE.hlo_proto.pb', 'cache of XProf'],
    ['train/events.out.tfevents.1699381139.instance-2.profile-empty', 'TensorBoard event file'],
    ['run/host.xplane.pb', null],
    ['run/jit_f(4).hlo_proto.pb', null],
    ['run/host.memory_profile.json.gz', null],
  ])('%s: %s', (path, kind) => {
    expect(passedOver(path)).toBe(kind);
  });

  test('are passed over in archives and among others, and counted', async () => {
    const passed: string[] = [];
    const archive = zipOf([{ name: '._a', body: TEXT }, { name: 'a', body: TEXT }]);
    const { texts } = await open([droppedFile('a.zip', archive), droppedFile('dir/.DS_Store', TEXT)], {
      onPassedOver: (path, kind) => passed.push(`${path}: ${kind}`),
    });
    expect(texts).toEqual(['a.zip/a: a profile']);
    expect(passed).toEqual(['a.zip/._a: file of macOS', 'dir/.DS_Store: file of macOS']);
  });

  test('are opened where one was chosen by itself', async () => {
    const { sink } = await open([droppedFile('cache_version.txt', TEXT)]);
    expect(sink.entries.map((entry) => entry.path)).toEqual(['cache_version.txt']);
  });

  test('and nothing else in an archive: said so', async () => {
    const { refusals } = await open([droppedFile('a.zip', zipOf([{ name: '._a' }, { name: '__MACOSX/b' }]))]);
    expect(refusals).toMatchObject([{ file: 'a.zip', code: 'no-profile-in-archive' }]);
    expect(refusals[0].reason).toContain('all its 2 files');
  });
});

test('progress rises to the total, over all kinds of files', async () => {
  const files = [
    droppedFile('bare', noise(1000)),
    droppedFile('a.zip', zipOf([{ name: 'a', body: noise(50_000) }, { name: 'b', body: noise(50_000) }]), 1000),
    droppedFile('a.tar', tarOf([{ name: 'a', body: noise(50_000) }]), 1000),
    droppedFile('a.gz', gzipOf(noise(50_000)), 1000),
  ];
  const total = files.reduce((sum, file) => sum + file.source.size, 0);
  const seen: number[] = [];
  await open(files, {
    onProgress: (read, of) => {
      expect(of).toBe(total);
      seen.push(read);
    },
  });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(total);
  expect(seen.length).toBeGreaterThan(100);
});
