/** The commands `compare` and `check`, from the files to the exit code. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buffers, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import { linkCommand } from './link.ts';
import { dataOf } from '../share/view-link.ts';
import { decodeDigests } from '../share/digest-link/codec.ts';
import { runCommand } from './testing/run-command.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../../public/samples/${name}`, import.meta.url));
const UNSTACKED = sample('unstacked.tar.gz');
const STAIRCASE = sample('staircase.tar.gz');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'highwater-'));
  writeFileSync(join(folder, 'time.prof'), pprofBytes(pprofSpec({
    sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }],
    samples: [{ stack: ['f a.py:1'], values: [7] }],
  })));
  for (const [name, bytes] of [['memory_1.prof', 1000], ['memory_2.prof', 1100]] as const) {
    writeFileSync(join(folder, name), jaxDump([buffers(['keep /x/a.py:1'], 1, bytes)]));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('compare', () => {
  test('says what the candidate has more, and of what', async () => {
    const { code, out, err } = await runCommand(compareCommand, UNSTACKED, STAIRCASE);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').slice(0, 2)).toEqual([
      "Candidate's peak is 3.60 GiB (77 %) above the baseline's.",
      "3.77 GiB of the candidate's peak are copies made under layer_stack.py: __call__; the baseline makes none.",
    ]);
  });

  test('gives JSON without trees', async () => {
    const { out } = await runCommand(compareCommand, UNSTACKED, STAIRCASE, '--json');
    const json = JSON.parse(out) as Record<string, unknown>;
    expect(json).toMatchObject({ unit: 'bytes', delta: 3_866_972_160, baseline: { total: 5_015_278_592 } });
    expect(Object.keys(json)).not.toContain('trees');
  });

  test('gives a link that carries both, of the length that fits, to the address that was named', async () => {
    const { code, out, err } = await runCommand(compareCommand, UNSTACKED, STAIRCASE, '--link', '--origin', 'https://a.b/c/');
    expect(code).toBe(0);
    expect(err).toMatch(/^Left out of the link of \d,\d{3} characters: .*the curve keeps 256 of 2,107 steps/);
    expect(out).toMatch(/^https:\/\/a\.b\/c\/#v=1&d=[\w-]+\n$/);
    expect(out.length).toBeLessThan(8000);
    const read = decodeDigests(dataOf(new URL(out).hash) ?? '');
    if (read.kind === 'fault') throw new Error(read.reason);
    const { baseline, candidate } = read.digests;
    // Not the folders of this machine.
    expect([baseline?.name, candidate.name]).toEqual(['unstacked.tar.gz', 'staircase.tar.gz']);
    expect(candidate.summary.source.name).toMatch(/^staircase\.tar\.gz\//);
    expect(candidate.contentId).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a link needs an address that it points at', async () => {
    const { code, out, err } = await runCommand(linkCommand, STAIRCASE);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--origin https://');
    const replaced = await runCommand(linkCommand, STAIRCASE, '--replace-names', '--origin=https://a.b/');
    expect(replaced.out).toMatch(/^https:\/\/a\.b\/#v=1&d=/);
    expect((await runCommand(linkCommand, STAIRCASE, UNSTACKED)).err).toContain('one profile');
  });

  test('gives Markdown', async () => {
    const { out } = await runCommand(compareCommand, UNSTACKED, STAIRCASE, '--markdown');
    expect(out).toMatch(/^### Memory of `staircase\.tar\.gz` against `unstacked\.tar\.gz`\n/);
  });

  test('takes the allocator that is named, and lists them where there is no such', async () => {
    const { out } = await runCommand(compareCommand, UNSTACKED, STAIRCASE, '--allocator', 'xla_gpu_host_bfc', '--json');
    expect(JSON.parse(out)).toMatchObject({ baseline: { counted: 'xla_gpu_host_bfc' } });
    const wrong = await runCommand(compareCommand, UNSTACKED, STAIRCASE, '--allocator', 'GPU_9_bfc');
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('There is no allocator GPU_9_bfc. There are GPU_0_bfc, xla_gpu_host_bfc.');
  });

  test('takes two members of one folder as two sides', async () => {
    const { code, out } = await runCommand(compareCommand, folder, '--run', 'memory_1.prof', '--run', 'memory_2.prof');
    expect([code, out.split('\n')[0]]).toEqual([0, "Candidate's total is 100 B (10 %) above the baseline's."]);
    const wrong = await runCommand(compareCommand, folder, folder, '--run', 'memory_7.prof');
    expect(wrong.err).toContain('There is no run memory_7.prof. There are memory_1.prof, memory_2.prof, time.prof.');
  });

  test('of three or more gives their peaks', async () => {
    const first = join(folder, 'memory_1.prof');
    const args = [first, join(folder, 'memory_2.prof'), join(folder, 'time.prof'), STAIRCASE];
    const { code, out } = await runCommand(compareCommand, ...args);
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
      'peak | against the first',
      'memory_1.prof, space | 1,000 B',
      'memory_2.prof, space | 1.07 KiB | +100 B (+10 %)',
      'time.prof, cpu | 7.00 ns | counts something else',
      'staircase.tar.gz, GPU_0_bfc | 8.27 GiB | +8.27 GiB',
      '',
    ]);
    const json = await runCommand(compareCommand, ...args, '--json');
    const { profiles } = JSON.parse(json.out) as { profiles: { file: string; total: number; deltaToFirst: number | null }[] };
    expect(profiles.map(({ total, deltaToFirst }) => [total, deltaToFirst])).toEqual([
      [1000, 0],
      [1100, 100],
      [7, null],
      [8_882_250_752, 8_882_249_752],
    ]);
    expect(profiles[0]?.file).toBe(first);
  });

  test('ends with 2 and a sentence where nothing can be compared', async () => {
    const one = await runCommand(compareCommand, UNSTACKED);
    expect([one.code, one.err]).toEqual([2, 'compare needs a baseline and a candidate.\n']);
    const none = await runCommand(compareCommand, UNSTACKED, join(folder, 'nothing'));
    expect(none.code).toBe(2);
    expect(none.err).toContain('The file cannot be read');
    const units = await runCommand(compareCommand, join(folder, 'memory_1.prof'), join(folder, 'time.prof'));
    expect([units.code, units.out]).toEqual([2, '']);
    expect(units.err).toContain('The baseline counts bytes and the candidate nanoseconds');
  });
});

describe('check', () => {
  test('passes with 0 where the peak stays within the limit', async () => {
    const { code, out } = await runCommand(checkCommand, STAIRCASE, STAIRCASE, '--max-peak-growth', '0%');
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      'Both peaks are the same: 8.27 GiB (8,882,250,752 bytes). That is within the 0 % (0 B) that it may grow.',
    ]);
  });

  test('fails with 1 and names the cause', async () => {
    const { code, out } = await runCommand(checkCommand, UNSTACKED, STAIRCASE, '--max-peak-growth', '5%');
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      "Candidate's peak is 3.60 GiB (77 %) above the baseline's. It may grow by 5.0 % (239 MiB) at most. " +
        "3.77 GiB of the candidate's peak are copies made under layer_stack.py: __call__; the baseline makes none.",
    ]);
  });

  test.each([
    ['10%', 0],
    ['9.9%', 1],
    ['100', 0],
    ['99B', 1],
    ['0.1KiB', 0],
    ['0.0001MB', 0],
  ])('a growth of 100 of 1,000 bytes against %s ends with %d', async (limit, expected) => {
    const paths = [join(folder, 'memory_1.prof'), join(folder, 'memory_2.prof')];
    expect((await runCommand(checkCommand, ...paths, `--max-peak-growth=${limit}`)).code).toBe(expected);
  });

  test.each(['5', '-5%', '5 percent', ''])('a limit of %j', async (limit) => {
    const { code, err } = await runCommand(checkCommand, STAIRCASE, STAIRCASE, `--max-peak-growth=${limit}`);
    expect([code, err === '']).toEqual(limit === '5' ? [0, true] : [2, false]);
  });

  test('ends with 2 where nothing can be compared', async () => {
    const paths = [join(folder, 'memory_1.prof'), join(folder, 'time.prof')];
    expect((await runCommand(checkCommand, ...paths, '--max-peak-growth', '5%')).code).toBe(2);
    expect((await runCommand(checkCommand, STAIRCASE, STAIRCASE)).code).toBe(2);
    expect((await runCommand(checkCommand, STAIRCASE, '--max-peak-growth', '5%')).code).toBe(2);
  });
});
