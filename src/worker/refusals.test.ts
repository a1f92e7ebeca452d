import { expect, test } from 'vitest';
import type { Refusal } from '../model/problems.ts';
import { dumpsBesideTrace, explainRefusals } from './refusals.ts';

const trace: Refusal = { file: 'logs.zip/a/host.trace.json.gz', code: 'wrong-kind', reason: 'It never holds memory events.' };
const cut: Refusal = { file: 'logs.zip/a/host.xplane.pb', code: 'truncated', reason: 'It is cut short.' };

test('an archive of which something opened has nothing to explain', () => {
  expect(explainRefusals([trace], ['logs.zip'], ['logs.zip/a/host.xplane.pb'])).toEqual([]);
});

test('an archive that is cut says so although something in it opened', () => {
  const archive: Refusal = { file: 'logs.zip', code: 'truncated', reason: 'The archive is cut short.' };
  expect(explainRefusals([trace, archive], ['logs.zip'], ['logs.zip/a/host.xplane.pb'])).toEqual([archive]);
});

test('an archive without a profile gets one refusal that names what it holds', () => {
  const [refusal] = explainRefusals([trace], ['logs.zip'], []);
  expect(refusal).toMatchObject({ file: 'logs.zip', code: 'no-profile-in-archive' });
  expect(refusal.reason).toContain('a/host.trace.json.gz: It never holds memory events.');
});

test('a damaged profile in an archive is what the refusal is about', () => {
  const [refusal] = explainRefusals([trace, cut], ['logs.zip'], []);
  expect(refusal.code).toBe('truncated');
  expect(refusal.reason).not.toContain('memory events');
});

test('each dropped file is answered by itself', () => {
  const bad: Refusal = { file: 'notes.txt', code: 'unknown-format', reason: 'Unknown bytes.' };
  expect(explainRefusals([bad], ['notes.txt', 'good.xplane.pb'], ['good.xplane.pb'])).toEqual([bad]);
});

test('a file whose name begins like another one is not taken for its member', () => {
  const bad: Refusal = { file: 'a.gz.txt', code: 'unknown-format', reason: 'Unknown bytes.' };
  expect(explainRefusals([bad], ['a.gz', 'a.gz.txt'], ['a.gz'])).toEqual([bad]);
});

test('dumps beside a trace are said to be there, and many of them once', () => {
  expect(dumpsBesideTrace(['memory.prof']).map(({ file }) => file)).toEqual(['memory.prof']);
  expect(dumpsBesideTrace(['memory.prof'])[0]?.reason).toContain('the trace is shown');
  const many = Array.from({ length: 1200 }, (_, index) => `mem_${index}.prof`);
  expect(dumpsBesideTrace(many).map(({ file }) => file)).toEqual(['1,200 dumps']);
});

test('a member that is packed in a way that cannot be read is told although another one opened', () => {
  const lzma: Refusal = { file: 'a.zip/host.xplane.pb', code: 'unreadable', reason: 'It is compressed by LZMA.' };
  const pointer: Refusal = { file: 'a.zip/old.xplane.pb', code: 'git-lfs-pointer', reason: 'It is a pointer.' };
  const picture: Refusal = { file: 'a.zip/logo.png', code: 'git-lfs-pointer', reason: 'It is a pointer.' };
  expect(explainRefusals([lzma, pointer, picture], ['a.zip'], ['a.zip/memory.prof'])).toEqual([lzma, pointer]);
});

test('what XProf and macOS leave in a folder is passed over without a word, but never a whole drop', () => {
  const files = ['run/._host.xplane.pb', 'run/ALL_HOSTS.op_stats.pb', 'run/host.xplane.pb'];
  expect(explainRefusals([], files, ['run/host.xplane.pb'])).toEqual([]);
  expect(explainRefusals([], files.slice(0, 2), [])).toMatchObject([{ code: 'no-profile-in-archive' }]);
});
