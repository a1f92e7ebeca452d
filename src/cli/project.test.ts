import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { projectCommand } from './project.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../../public/samples/${name}.tar.gz`, import.meta.url));
const figures = fileURLToPath(new URL('../../fixtures/compiled-depths.json', import.meta.url));

/** Runs the command; gives its exit code and what it wrote. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  for (const [stream, key] of [['stdout', 'out'], ['stderr', 'err']] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[key] += String(text);
      return true;
    });
  }
  const code = await projectCommand(args);
  return { code, ...written };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('project', () => {
  test('two profiles with their depths give the sentence, the groups and the better way', async () => {
    const { code, out } = await run(`${sample('staircase-4')}=4`, `${sample('staircase')}=10`, '--depth', '32');
    expect(code).toBe(0);
    expect(out).toContain('32 blocks would need 24.86 GiB at the peak of jit_scan: that does not fit in 16.58 GiB');
    expect(out).toContain('copies: 12,952,584,448 bytes');
    expect(out).toContain('memory_analysis()');
  });

  test('a table gives an answer for each case, as JSON with names for scripts', async () => {
    const { code, out } = await run(figures, '--depth=32', '--capacity', '80GiB', '--json');
    expect(code).toBe(0);
    const { answers } = JSON.parse(out) as { answers: { case: string; verdict: string; groups: { per_block: unknown }[] }[] };
    expect(answers.map((answer) => [answer.case, answer.verdict])).toEqual([
      ['mode=forward, stacked=true', 'fits'],
      ['mode=grad, stacked=true', 'fits'],
      ['mode=forward, stacked=false', 'fits'],
      ['mode=grad, stacked=false', 'fits'],
    ]);
    // The table has 32 blocks: nothing is fitted.
    expect(answers.flatMap(({ groups }) => groups.map((group) => group.per_block))).toEqual(
      expect.not.arrayContaining([expect.any(Number)]),
    );
  });

  test.each([
    [['--depth', '32'], 'There is no file.'],
    [['a=4'], '--depth takes the number of blocks'],
    [['a=4', '--depth', '0'], '--depth takes the number of blocks'],
    [['a=4', '--depth', '8', '--capacity', 'much'], '"much" is no size'],
    [['a=4', '--depth', '8', '--deep'], 'There is no option --deep.'],
    [['no-such-file=4', '--depth', '8'], 'The file cannot be read'],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  test('a profile that does not tell its depth asks for it', async () => {
    const { code, err } = await run(sample('staircase'), '--depth', '32');
    expect(code).toBe(2);
    expect(err).toContain('It does not tell its number of blocks: write');
  });
});
