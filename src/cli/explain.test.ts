import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buffers, jaxDump } from '../../fixtures/pprof-writer.ts';
import { explain } from './explain.ts';

const folder = mkdtempSync(join(tmpdir(), 'explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function notesOn(name: string, bytes: Uint8Array | string): Promise<string[]> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { files } = await explain([path]);
  return files.flatMap(({ reading }) => reading.notes);
}

describe('a file without messages', () => {
  test('that is a profile is named, with what reads it', async () => {
    expect(await notesOn('memory.prof', jaxDump([buffers(['keep /x/a.py:1'], 1, 4096)]))).toEqual([
      'This is a pprof profile, not a log: drop it on the page, or read it by the commands summarize, findings and ' +
        'report.',
    ]);
  });

  test('that is another binary file says what it is', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
    expect((await notesOn('plot.png', png)).join()).toContain('PNG');
  });

  test('that is text needs no word on what it is', async () => {
    expect(await notesOn('train.log', 'step 1: loss 0.5\nstep 2: loss 0.4\n')).toEqual([]);
  });
});
