import { describe, expect, test } from 'vitest';
import type { Problem } from '../model/problems.ts';
import { isTarHeader, readPaxRecords, tarNumber } from './tar-header.ts';
import { bytesOf, noise } from './testing/bytes.ts';
import { joinedBytes } from '../model/joined-bytes.ts';
import { droppedFile } from './testing/memory-source.ts';
import { RecordingSink } from './testing/recording-sink.ts';
import type { TarMember } from './testing/tar-writer.ts';
import { paxBody, tarMember, tarOf } from './testing/tar-writer.ts';
import { walk } from './walk.ts';

async function open(bytes: Uint8Array, chunkBytes?: number, sink = new RecordingSink({ delay: true })) {
  const problems: Problem[] = [];
  const refusals = await walk([droppedFile('a.tar', bytes, chunkBytes)], sink, {
    onProblem: (problem) => problems.push(problem),
  });
  return { sink, entries: sink.entries, refusals, sentences: problems.map((problem) => problem.sentence) };
}

const LONG = `plugins/profile/2024_01_01_00_00_00/${'deep/'.repeat(15)}host.with.a.long.name.xplane.pb`;

describe('members', () => {
  test.each([1, 7, 511, 512, 513, 65536])('come out the same from chunks of %i bytes', async (chunkBytes) => {
    const members: TarMember[] = [
      { name: './dir/', type: '5' },
      { name: './dir/a.pb', body: noise(1000), modified: 1_700_000_000 },
      { name: 'empty' },
      { name: 'whole-block', body: noise(1024) },
      { name: 'last', body: bytesOf('x') },
    ];
    const { entries, refusals, sentences } = await open(tarOf(members), chunkBytes);
    expect(entries.map(({ path, bytes, end }) => [path, bytes, end])).toEqual([
      ['a.tar/dir/a.pb', noise(1000), 'end'],
      ['a.tar/empty', new Uint8Array(0), 'end'],
      ['a.tar/whole-block', noise(1024), 'end'],
      ['a.tar/last', bytesOf('x'), 'end'],
    ]);
    expect(entries[0]?.lastModified).toBe(1_700_000_000_000);
    expect(refusals).toEqual([]);
    expect(sentences).toEqual([]);
  });

  test.each(['ustar', 'pax', 'gnu'] as const)('have names beyond 100 characters by %s', async (longName) => {
    const magic = longName === 'gnu' ? 'gnu' : 'ustar';
    const { sink } = await open(tarOf([{ name: LONG, longName, magic, body: bytesOf('1') }, { name: 'b' }]));
    expect(sink.texts()).toEqual([`a.tar/${LONG}: 1`, 'a.tar/b: ']);
  });

  test('have sizes that octal cannot hold', async () => {
    const { sink } = await open(tarOf([{ name: 'a', body: bytesOf('12345'), base256: true }]));
    expect(sink.texts()).toEqual(['a.tar/a: 12345']);
    expect(tarNumber(Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0))).toBe(2 ** 32);
    expect(tarNumber(Uint8Array.of(0xff, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))).toBeNaN();
  });

  test('take their size from a pax header where there is one', async () => {
    // What GNU tar writes beyond 8 GiB: the header's own size is 0, the record's is true.
    const whole = tarMember({ name: 'a', body: bytesOf('12345'), pax: { size: '5' } });
    const header = 1024;
    whole.set(bytesOf('00000000000'), header + 124);
    whole.set(bytesOf('        '), header + 148);
    const sum = whole.subarray(header, header + 512).reduce((total, byte) => total + byte, 0);
    whole.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), header + 148);
    const { sink } = await open(joinedBytes([whole, tarOf([{ name: 'b', body: bytesOf('6') }])]));
    expect(sink.texts()).toEqual(['a.tar/a: 12345', 'a.tar/b: 6']);
  });

  test('follow global pax headers, and those of their own before them', async () => {
    const records = paxBody({ comment: 'a commit', path: 'g' });
    const global = tarMember({ name: 'pax_global_header', type: 'g', body: records });
    const own = tarMember({ name: 'x', body: bytesOf('1'), pax: { path: 'own' } });
    const { sink } = await open(joinedBytes([global, own, tarOf([{ name: 'y', body: bytesOf('2') }])]));
    expect(sink.texts()).toEqual(['a.tar/own: 1', 'a.tar/g: 2']);
  });

  test('without a file of their own are passed over, links and sparse files with a sentence', async () => {
    const members: TarMember[] = [
      { name: 'link', type: '2' },
      { name: 'device', type: '3' },
      { name: 'sparse', type: 'S', body: noise(700) },
      { name: 'pax-sparse', body: noise(10), pax: { 'GNU.sparse.major': '1', 'GNU.sparse.name': 'x' } },
      { name: 'acl', type: 'A', body: noise(20) },
      { name: 'file', body: bytesOf('1') },
    ];
    const { sink, sentences } = await open(tarOf(members));
    expect(sink.texts()).toEqual(['a.tar/file: 1']);
    expect(sentences).toEqual([
      'link is a link and was passed over; drop the file itself.',
      'sparse is a sparse file and was passed over; drop the file itself.',
      'pax-sparse is a sparse file and was passed over; drop the file itself.',
    ]);
  });

  test('skip the further blocks of a GNU sparse map', async () => {
    const sparse = tarMember({ name: 'sparse', type: 'S', body: noise(600) });
    sparse[482] = 1;
    sparse.set(bytesOf('        '), 148);
    const sum = sparse.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    sparse.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
    const map = new Uint8Array(512);
    const withMap = joinedBytes([sparse.subarray(0, 512), map, sparse.subarray(512)]);
    const { sink } = await open(joinedBytes([withMap, tarOf([{ name: 'file', body: bytesOf('1') }])]));
    expect(sink.texts()).toEqual(['a.tar/file: 1']);
  });

  test('of archives from before ustar come out, folders by their slash', async () => {
    const members: TarMember[] = [
      { name: 'dir/', type: '', magic: 'none' },
      { name: 'dir/a', type: '', magic: 'none', body: bytesOf('1') },
    ];
    const { sink } = await open(tarOf(members));
    expect(sink.texts()).toEqual(['a.tar/dir/a: 1']);
  });

  test('are named by text that shows nothing but itself', async () => {
    const names = ['/etc/passwd', '../../up', 'a\u001b[31m\nb', 'win\\dows\\a', 'evil\u202Efdp.exe', './/x//./y'];
    const { entries } = await open(tarOf(names.map((name) => ({ name }))));
    expect(entries.map((entry) => entry.path)).toEqual([
      'a.tar/etc/passwd',
      'a.tar/../../up',
      'a.tar/a\uFFFD[31m\uFFFDb',
      'a.tar/win/dows/a',
      'a.tar/evil\uFFFDfdp.exe',
      'a.tar/x/y',
    ]);
  });

  test('that are not wanted are skipped, and the next one is told of', async () => {
    const sink = new RecordingSink({ wants: (path) => path.endsWith('b') });
    await open(tarOf([{ name: 'a', body: noise(100_000) }, { name: 'b', body: bytesOf('1') }]), 1000, sink);
    expect(sink.texts()).toEqual(['a.tar/b: 1']);
    expect(sink.refusedPaths).toEqual(['a.tar/a']);
  });
});

describe('the end of an archive', () => {
  const archive = tarOf([{ name: 'a', body: noise(1000) }, { name: 'b', body: noise(1000) }]);

  test('within a member fails that member with what is missing, and the archive', async () => {
    const { entries, refusals } = await open(archive.subarray(0, 512 + 1024 + 512 + 400));
    expect(entries.map((entry) => entry.end)).toEqual(['end', 'fail']);
    expect(entries[1]).toMatchObject({ bytes: noise(1000).subarray(0, 400), code: 'truncated' });
    expect(entries[1]?.reason).toContain('600 bytes of the last file are missing');
    expect(refusals).toMatchObject([{ file: 'a.tar', code: 'truncated' }]);
  });

  test('within a header is told of the archive alone', async () => {
    const { entries, refusals } = await open(archive.subarray(0, 512 + 1024 + 100));
    expect(entries.map((entry) => entry.end)).toEqual(['end']);
    expect(refusals).toMatchObject([{ file: 'a.tar', code: 'truncated' }]);
  });

  test('without a mark is accepted with a word', async () => {
    const { entries, refusals, sentences } = await open(tarOf([{ name: 'a' }], false));
    expect(entries.map((entry) => entry.end)).toEqual(['end']);
    expect(refusals).toEqual([]);
    expect(sentences).toEqual(['The archive has no end mark: it may have been cut between two files.']);
  });

  test('may be followed by another archive', async () => {
    const { sink, sentences } = await open(joinedBytes([tarOf([{ name: 'a' }]), tarOf([{ name: 'b' }])]));
    expect(sink.texts()).toEqual(['a.tar/a: ', 'a.tar/b: ']);
    expect(sentences).toEqual([]);
  });

  test('may be followed by junk, which is counted', async () => {
    const { entries, refusals, sentences } = await open(joinedBytes([archive, noise(1024)]));
    expect(entries).toHaveLength(2);
    expect(refusals).toEqual([]);
    expect(sentences.join()).toContain('1,024 bytes that are no archive follow its end');
  });
});

describe('a damaged header', () => {
  test('costs its member, and the next whole one is found', async () => {
    const bad = tarMember({ name: 'bad', body: noise(2000) });
    bad[3] ^= 0x40;
    const whole = joinedBytes([tarMember({ name: 'a', body: noise(10) }), bad, tarOf([{ name: 'c', body: bytesOf('1') }])]);
    const { entries, refusals, sentences } = await open(whole, 1000);
    expect(entries.map((entry) => entry.path)).toEqual(['a.tar/a', 'a.tar/c']);
    expect(refusals).toEqual([]);
    expect(sentences).toEqual([
      'A header at byte 1024 is damaged; 2,560 bytes were passed over to the next whole one.',
    ]);
  });

  test('at the end is a refusal of the archive, after the members before it', async () => {
    const bad = tarMember({ name: 'bad', body: noise(2000) });
    bad[3] ^= 0x40;
    const { entries, refusals } = await open(joinedBytes([tarMember({ name: 'a' }), bad, new Uint8Array(1024)]));
    expect(entries).toHaveLength(1);
    expect(refusals).toMatchObject([{ file: 'a.tar', code: 'damaged' }]);
  });
});

test('a block is a header by its checksum, not by its name or magic', () => {
  const header = tarMember({ name: 'profile.xplane.pb' }).subarray(0, 512);
  expect(isTarHeader(header)).toBe(true);
  expect(isTarHeader(header.subarray(0, 511))).toBe(false);
  const changed = header.slice();
  changed[0] ^= 1;
  expect(isTarHeader(changed)).toBe(false);
  expect(isTarHeader(new Uint8Array(512))).toBe(false);
});

test('pax records end at the first that is none', () => {
  expect(readPaxRecords(joinedBytes([paxBody({ path: 'a=b\nc' }), bytesOf('99 nonsense')]), {})).toEqual({ path: 'a=b\nc' });
  expect(readPaxRecords(bytesOf('0 a=b\n'), {})).toEqual({});
  expect(readPaxRecords(paxBody({ path: '' }), { path: 'before', size: 3 })).toEqual({ size: 3 });
});
