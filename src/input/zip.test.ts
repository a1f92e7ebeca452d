import { describe, expect, test } from 'vitest';
import type { Problem } from '../model/problems.ts';
import { crc32 } from '../model/crc32.ts';
import type { WalkLimits } from './limits.ts';
import { bytesOf, noise, sameBytes } from './testing/bytes.ts';
import { joinedBytes } from '../model/joined-bytes.ts';
import { gzipOf } from './testing/gzip-writer.ts';
import { droppedFile } from './testing/memory-source.ts';
import { RecordingSink } from './testing/recording-sink.ts';
import { tarOf } from './testing/tar-writer.ts';
import type { ZipFile, ZipOptions } from './testing/zip-writer.ts';
import { zipOf } from './testing/zip-writer.ts';
import { walk } from './walk.ts';

async function open(bytes: Uint8Array, limits: Partial<WalkLimits> = {}, sink = new RecordingSink({ delay: true })) {
  const problems: Problem[] = [];
  const refusals = await walk([droppedFile('a.zip', bytes, 5000)], sink, {
    limits,
    onProblem: (problem) => problems.push(problem),
  });
  return { sink, entries: sink.entries, refusals, problems };
}

const SMALL: ZipFile[] = [
  { name: 'dir/' },
  { name: 'dir/one', body: bytesOf('first') },
  { name: 'stored', body: bytesOf('second'), method: 0 },
  { name: 'empty' },
  { name: 'link', body: bytesOf('dir/one'), mode: 0o120777 },
];
const SMALL_TEXTS = ['a.zip/dir/one: first', 'a.zip/stored: second', 'a.zip/empty: '];

/** Above the size that is inflated in one go, so that the native stream is used. */
const LARGE = joinedBytes(Array.from({ length: 8 }, (_, i) => joinedBytes([noise(200_000, i + 1), new Uint8Array(100_000)])));

describe('members', () => {
  const variants: [string, Partial<ZipFile>, ZipOptions][] = [
    ['plain', {}, {}],
    ['with marked descriptors', { descriptor: 'marked' }, {}],
    ['with unmarked descriptors', { descriptor: 'unmarked' }, {}],
    ['in zip64', { zip64: true }, { zip64End: true }],
    ['with wrong sizes in local headers', { localSizes: 3 }, {}],
    ['with more extra field in local headers than in the directory', { localExtra: 100 }, {}],
    ['with a comment that looks like an end', {}, { comment: 'x PK\u0005\u0006 '.repeat(50) }],
    ['behind junk', {}, { junkBefore: bytesOf('#!/bin/sh\nexec unzip "$0"\n') }],
    ['behind junk, in zip64', { zip64: true }, { zip64End: true, junkBefore: noise(1000) }],
    ['before junk', {}, { junkAfter: new Uint8Array(2000) }],
  ];
  test.each(variants)('%s come out in order', async (_, change, options) => {
    const { sink, refusals } = await open(zipOf(SMALL.map((file) => ({ ...file, ...change })), options));
    expect(sink.texts()).toEqual(SMALL_TEXTS);
    expect(refusals).toEqual([]);
  });

  test.each([
    ['deflated', { method: 8 }],
    ['stored', { method: 0 }],
    ['deflated, with a descriptor', { descriptor: 'marked' as const }],
  ])('of megabytes come out: %s', async (_, change) => {
    const { entries, refusals } = await open(zipOf([{ name: 'big', body: LARGE, ...change }, { name: 'next' }]));
    expect(entries.map((entry) => entry.end)).toEqual(['end', 'end']);
    expect(sameBytes(entries[0].bytes, LARGE)).toBe(true);
    expect(refusals).toEqual([]);
  });

  test('that are encrypted or of another method are refused, each by its name, and the rest opens', async () => {
    const files: ZipFile[] = [
      { name: 'secret', body: bytesOf('1'), encrypted: true },
      { name: 'zstd', body: bytesOf('1'), method: 93 },
      { name: 'odd', body: bytesOf('1'), method: 77 },
      { name: 'good', body: bytesOf('1') },
    ];
    const { sink, refusals } = await open(zipOf(files));
    expect(sink.texts()).toEqual(['a.zip/good: 1']);
    expect(refusals.map((refusal) => [refusal.file, refusal.code])).toEqual([
      ['a.zip/secret', 'unreadable'],
      ['a.zip/zstd', 'unreadable'],
      ['a.zip/odd', 'unreadable'],
    ]);
    expect(refusals[0].reason).toContain('encrypted');
    expect(refusals[1].reason).toContain('Zstandard');
    expect(refusals[2].reason).toContain('method 77');
  });

  test('that are refused by the hundred are summed up', async () => {
    const files = Array.from({ length: 100 }, (_, i) => ({ name: `${i}`, body: bytesOf('1'), encrypted: true }));
    const { refusals } = await open(zipOf(files));
    expect(refusals).toHaveLength(21);
    expect(refusals[20]).toMatchObject({ file: 'a.zip', code: 'unreadable' });
    expect(refusals[20].reason).toContain('80 more members');
  });

  test.each([
    ['small', bytesOf('some text')],
    ['large', LARGE],
  ])('with a wrong checksum come out and then fail: %s', async (_, body) => {
    const { entries, refusals } = await open(zipOf([{ name: 'a', body, crc: 1 }, { name: 'b' }]));
    expect(entries.map((entry) => entry.end)).toEqual(['fail', 'end']);
    expect(entries[0].code).toBe('damaged');
    expect(sameBytes(entries[0].bytes, body)).toBe(true);
    expect(refusals).toEqual([]);
  });

  test.each([
    ['small', bytesOf('some text that is long enough to be compressed, compressed, compressed')],
    ['large', LARGE],
  ])('with damaged data fail with how much came out, and the next one opens: %s', async (_, body) => {
    const bytes = zipOf([{ name: 'a', body }, { name: 'b', body: bytesOf('1') }]);
    bytes.fill(0xff, 31 + 10, 31 + 30);
    const { entries } = await open(bytes);
    expect(entries.map((entry) => entry.end)).toEqual(['fail', 'end']);
    expect(entries[0].code).toBe('damaged');
  });

  test('that lie outside the file are refused', async () => {
    const bytes = zipOf([{ name: 'a', body: bytesOf('1') }, { name: 'b', body: bytesOf('2') }]);
    const directory = bytes.length - 22 - 2 * 47;
    bytes[directory + 47 + 44] = 0x7f;
    const { sink, refusals } = await open(bytes);
    expect(sink.texts()).toEqual(['a.zip/a: 1']);
    expect(refusals).toMatchObject([{ file: 'a.zip/b', code: 'truncated' }]);
  });

  test('of a thousand are read with few reads', async () => {
    const files = Array.from({ length: 1000 }, (_, i) => ({ name: `dump_${i}.prof`, body: noise(100, i + 1) }));
    const bytes = zipOf(files);
    const file = droppedFile('a.zip', bytes);
    let reads = 0;
    const source = {
      ...file.source,
      slice: (start: number, end: number) => {
        reads++;
        return file.source.slice(start, end);
      },
    };
    const sink = new RecordingSink();
    await walk([{ ...file, source }], sink);
    expect(sink.entries).toHaveLength(1000);
    expect(sink.entries[999].bytes).toEqual(noise(100, 1000));
    expect(reads).toBeLessThan(10);
  });
});

describe('a zip without its directory', () => {
  const files: ZipFile[] = [
    { name: 'a', body: bytesOf('first') },
    { name: 'b', body: noise(5000), descriptor: 'marked' },
    { name: 'c', body: noise(3000), descriptor: 'unmarked' },
    { name: 'd', body: bytesOf('fourth'), method: 0, zip64: true },
    { name: 'e', body: noise(4000), method: 0 },
  ];
  const whole = zipOf(files);

  test('gives the members that are whole, then the cut one fails', async () => {
    const { entries, refusals } = await open(whole.subarray(0, whole.length - 22 - 5 * 47 - 28 - 100));
    expect(entries.map((entry) => [entry.path, entry.end])).toEqual([
      ['a.zip/a', 'end'],
      ['a.zip/b', 'end'],
      ['a.zip/c', 'end'],
      ['a.zip/d', 'end'],
      ['a.zip/e', 'fail'],
    ]);
    expect(entries[1].bytes).toEqual(noise(5000));
    expect(entries[4]).toMatchObject({ code: 'truncated', bytes: noise(4000).subarray(0, 3900) });
    expect(refusals).toMatchObject([{ file: 'a.zip', code: 'truncated' }]);
    expect(refusals[0].reason).toContain('4 files were read');
  });

  test('skips what is not wanted and finds the next member all the same', async () => {
    const sink = new RecordingSink({ wants: (path) => path.endsWith('c') });
    await open(whole.subarray(0, whole.length - 30), {}, sink);
    expect(sink.entries.map((entry) => [entry.path, entry.end])).toEqual([['a.zip/c', 'end']]);
  });

  test('that holds nothing whole is refused', async () => {
    const { entries, refusals } = await open(whole.subarray(0, 20));
    expect(entries).toEqual([]);
    expect(refusals).toMatchObject([{ file: 'a.zip', code: 'truncated' }]);
    expect(refusals[0].reason).toContain('no file in it is whole');
  });

  test('because it was copied as text says so', async () => {
    const mangled = bytesOf(new TextDecoder().decode(zipOf([{ name: 'a', body: noise(20_000) }])));
    const { refusals } = await open(mangled);
    expect(refusals).toMatchObject([{ file: 'a.zip', code: 'text-mode-damage' }]);
  });

  test('is not taken for the zip that lies within it', async () => {
    const inner = zipOf([{ name: 'inner', body: bytesOf('1') }]);
    const outer = zipOf([{ name: 'first', body: bytesOf('0') }, { name: 'inner.zip', body: inner, method: 0 }]);
    const { sink, refusals } = await open(outer.subarray(0, outer.length - 22 - 50));
    expect(sink.texts()).toEqual(['a.zip/first: 0', 'a.zip/inner.zip/inner: 1']);
    expect(refusals.map((refusal) => refusal.file)).toEqual(['a.zip']);
  });
});

describe('a zip inside', () => {
  const inner = zipOf([{ name: 'x', body: bytesOf('1') }, { name: 'y', body: LARGE }]);

  test.each([
    ['a zip, deflated', zipOf([{ name: 'in', body: inner }]), 'a.zip/in/x'],
    ['a zip, stored', zipOf([{ name: 'in', body: inner, method: 0 }]), 'a.zip/in/x'],
    ['a tar', tarOf([{ name: 'in', body: inner }]), 'a.zip/in/x'],
    ['a tar.gz', gzipOf(tarOf([{ name: 'in', body: inner }])), 'a.zip/in/x'],
    ['a gzip', gzipOf(inner), 'a.zip/x'],
  ])('%s opens', async (_, bytes, path) => {
    const { entries, refusals } = await open(bytes);
    expect(entries.map((entry) => entry.end)).toEqual(['end', 'end']);
    expect(entries[0].path).toBe(path);
    expect(sameBytes(entries[1].bytes, LARGE)).toBe(true);
    expect(refusals).toEqual([]);
  });

  test('that is larger than can be kept is refused, and the rest opens', async () => {
    const bytes = tarOf([{ name: 'in.zip', body: inner }, { name: 'after', body: bytesOf('2') }]);
    const { sink, refusals } = await open(bytes, { bufferedZipBytes: 2 ** 20 });
    expect(sink.texts()).toEqual(['a.zip/after: 2']);
    expect(refusals).toMatchObject([{ file: 'a.zip/in.zip', code: 'too-large' }]);
    expect(refusals[0].reason).toContain('larger than 1 MiB');
  });

  test('a cut archive gives what is whole', async () => {
    const bytes = tarOf([{ name: 'in.zip', body: inner }]);
    const { sink, entries, refusals } = await open(bytes.subarray(0, 1_000_000));
    expect(sink.entries[0].path).toBe('a.zip/in.zip/x');
    expect(entries.map((entry) => entry.end)).toEqual(['end', 'fail']);
    expect(refusals.map((refusal) => [refusal.file, refusal.code])).toEqual([
      ['a.zip/in.zip', 'truncated'],
      ['a.zip', 'truncated'],
    ]);
  });
});

test('part of a split zip says how to join it', async () => {
  const bytes = zipOf([{ name: 'a', body: bytesOf('1') }]);
  bytes[bytes.length - 22 + 4] = 2;
  const { refusals } = await open(bytes);
  expect(refusals).toMatchObject([{ code: 'unreadable' }]);
  expect(refusals[0].reason).toContain('part 3');
});

test('a zip with too large a directory is refused', async () => {
  const { refusals } = await open(zipOf(SMALL), { zipDirectoryBytes: 100 });
  expect(refusals).toMatchObject([{ file: 'a.zip', code: 'too-large' }]);
});

test('an empty zip says that it is empty', async () => {
  const { refusals } = await open(zipOf([]));
  expect(refusals).toEqual([
    { file: 'a.zip', code: 'no-profile-in-archive', reason: 'This archive holds no files.' },
  ]);
});

test('a document of an office program is one entry, not an archive', async () => {
  const { entries } = await open(tarOf([{ name: 'report.xlsx', body: zipOf([{ name: '[Content_Types].xml' }]) }]));
  expect(entries.map((entry) => entry.path)).toEqual(['a.zip/report.xlsx']);
});

test('the checksum is that of the standard', () => {
  expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926);
  expect(crc32(bytesOf('6789'), crc32(bytesOf('12345')))).toBe(0xcbf43926);
});
