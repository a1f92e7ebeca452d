import { expect, test } from 'vitest';
import { requestWords } from './request-words.ts';

const file = (host: string, name: string): { url: string; host: string; name: string } => ({
  url: `https://${host}/${name}`,
  host,
  name,
});

test('a link shows its host and its file before anything is fetched', () => {
  const words = requestWords({ kind: 'link', files: [file('example.org', 'memory.prof')], refusals: [] });
  expect(words).toMatchObject({
    title: 'This link names a file on example.org',
    files: [{ name: 'memory.prof', detail: 'https://example.org/memory.prof' }],
    agree: 'Fetch memory.prof from example.org',
  });
  expect(words.explanation).toContain('Nothing has been fetched yet');
});

test('several files on several hosts are counted, and a link without any has no button', () => {
  const files = [file('a.org', '0.prof'), file('b.org', '1.prof'), file('b.org', '2.prof')];
  expect(requestWords({ kind: 'link', files, refusals: [] })).toMatchObject({
    title: 'This link names 3 files on 2 hosts',
    agree: 'Fetch 3 files from 2 hosts',
  });
  const refusals = [{ file: 'x', code: 'unreadable', reason: 'No address.' } as const];
  expect(requestWords({ kind: 'link', files: [], refusals }).agree).toBeNull();
});

test('another page is named by its origin, its files by name and size', () => {
  const files = [{ name: 'memory.prof', bytes: 2048 }];
  expect(requestWords({ kind: 'message', origin: 'https://app.example.org', files })).toMatchObject({
    title: 'https://app.example.org has sent a file',
    files: [{ name: 'memory.prof', detail: '2.00 KiB' }],
    agree: 'Open memory.prof',
  });
  expect(requestWords({ kind: 'message', origin: 'null', files: [...files, ...files] }).title).toBe(
    'A page without an address of its own has sent 2 files',
  );
});

test('a pair shows both hosts and which file is which', () => {
  const [baseline, candidate] = [file('a.org', 'before.prof'), file('b.org', 'after.prof')];
  expect(requestWords({ kind: 'pair', baseline, candidate, refusals: [] })).toMatchObject({
    title: 'This link compares two files on a.org and b.org',
    files: [
      { name: 'before.prof', detail: 'baseline: https://a.org/before.prof' },
      { name: 'after.prof', detail: 'candidate: https://b.org/after.prof' },
    ],
    agree: 'Fetch both from a.org and b.org and compare',
  });
  expect(requestWords({ kind: 'pair', baseline, candidate: file('a.org', 'c'), refusals: [] }).agree).toBe(
    'Fetch both from a.org and compare',
  );
});

test('a pair of which one side must not be fetched offers the other', () => {
  const refusals = [{ file: 'x', code: 'unreadable', reason: 'No address.' } as const];
  const words = requestWords({ kind: 'pair', baseline: null, candidate: file('b.org', 'after.prof'), refusals });
  expect(words).toMatchObject({ title: 'This link names a file on b.org', agree: 'Fetch after.prof from b.org' });
  expect(requestWords({ kind: 'pair', baseline: null, candidate: null, refusals }).agree).toBeNull();
});
