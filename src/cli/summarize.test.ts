import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buffers, jaxDump } from '../../fixtures/pprof-writer.ts';
import { tarOf } from '../input/testing/tar-writer.ts';
import { summarizeCommand } from './summarize.ts';
import { runCommand } from './testing/run-command.ts';

const DUMP = jaxDump([buffers(['step train.py:12'], 2, 4096)]);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-summarize-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function written(name: string, bytes: Uint8Array | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test('a dump is told with the bytes of its file', async () => {
  const stored = gzipSync(DUMP);
  const { out } = await runCommand(summarizeCommand, written('memory.prof', stored), '--json');
  expect(JSON.parse(out)).toMatchObject({ profiles: [{ format: 'pprof-gz', bytes: stored.length, totals: [2, 8192] }] });
});

test('what an archive holds and could not be read is told beside what was', async () => {
  const members = [
    { name: 'memory.prof', body: DUMP },
    { name: 'host.xplane.pb', type: 'S', body: new Uint8Array(700) },
  ];
  const { code, err, out } = await runCommand(summarizeCommand, written('a.tar', tarOf(members)));
  expect(code).toBe(0);
  expect(out).toContain('memory.prof (pprof-raw)');
  expect(err).toContain('host.xplane.pb is a sparse file and was passed over; drop the file itself.');
});

test('totals of a damaged file are never told without its damage', async () => {
  const stored = gzipSync(DUMP);
  stored[stored.length - 6] ^= 0xff;
  const { out } = await runCommand(summarizeCommand, written('flipped.prof', stored));
  expect(out).toContain('The compressed data is damaged');
});

test('memory figures are no out-of-memory message', async () => {
  const file = written('figures.txt', 'CompiledMemoryStats(generated_code_size_in_bytes=0, temp_size_in_bytes=4096)\n');
  const { code, err } = await runCommand(summarizeCommand, file);
  expect(code).toBe(2);
  expect(err).toContain('This text states memory figures: read it by the command explain.');
});
