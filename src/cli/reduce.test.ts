import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reduceCommand } from './reduce.ts';
import { summarizeCommand } from './summarize.ts';
import { runCommand } from './testing/run-command.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../../public/samples/${name}`, import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'highwater-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('reduce', () => {
  test('writes an archive that summarize reads with the same allocators, and prints both sizes', async () => {
    const reduced = join(folder, 'small.tar.gz');
    const { code, out } = await runCommand(reduceCommand, sample('staircase.tar.gz'), '--out', reduced);
    expect(code).toBe(0);
    expect(out).toMatch(/small\.tar\.gz: [\d.]+ KiB → [\d.]+ KiB \([\d,]+ bytes → [\d,]+ bytes\)/);
    expect(out).toContain('51 memory events and ');
    const allocators = async (file: string): Promise<unknown> => {
      const { profiles } = JSON.parse((await runCommand(summarizeCommand, file, '--json')).out) as {
        profiles: { allocators: unknown }[];
      };
      return profiles.map((profile) => profile.allocators);
    };
    expect(await allocators(reduced)).toEqual(await allocators(sample('staircase.tar.gz')));
  });

  test('says what it needs, and writes nothing where there is no trace', async () => {
    expect((await runCommand(reduceCommand)).err).toContain('reduce takes one file, folder or archive.');
    expect((await runCommand(reduceCommand, 'a', '--out')).err).toContain('--out needs the name of a file.');
    const none = join(folder, 'none.tar.gz');
    const { code, err } = await runCommand(reduceCommand, sample('leak_0.prof'), '--out', none);
    expect(code).toBe(2);
    expect(err).toContain('Only a trace (.xplane.pb) can be reduced');
    expect(existsSync(none)).toBe(false);
  });
});
