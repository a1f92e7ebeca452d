import { beforeAll, describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump } from '../../fixtures/pprof-writer.ts';
import { compareDigests } from '../analysis/compare/compare.ts';
import { digestOfSnapshot } from '../analysis/compare/digest-of-snapshot.ts';
import { sampleDigest } from '../analysis/compare/testing/sample-digest.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import type { DumpDigest, TraceDigest } from '../model/digest.ts';
import { comparisonMarkdown } from './comparison-markdown.ts';
import { profileMarkdown } from './profile-markdown.ts';

const EXTRAS = { link: null, build: '1.0-test' };

let unstacked: TraceDigest;
let staircase: TraceDigest;
beforeAll(async () => {
  [unstacked, staircase] = [await sampleDigest('unstacked'), await sampleDigest('staircase')];
});

function dump(path: string): DumpDigest {
  const samples = [buffers([`main ${path}:3`], 2, 4096), executables([`main ${path}:3`], 1, 96)];
  return digestOfSnapshot(readPprof(jaxDump(samples)), 1, 'memory.prof');
}

describe('a comparison', () => {
  test('begins with its sentences and the facts of both sides', () => {
    const lines = comparisonMarkdown(compareDigests(unstacked, staircase), EXTRAS).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '### Memory of `staircase.tar.gz` against `unstacked.tar.gz`',
      '',
      "**Candidate's peak is 3.60 GiB (77 %) above the baseline's.**",
      '',
      "- 3.77 GiB of the candidate's peak are copies made under layer\\_stack.py: \\_\\_call\\_\\_; the baseline makes none.",
    ]);
    expect(lines).toContain(
      '| window peak, in use and reserved | 4.67 GiB (5,015,278,592 bytes) | 8.27 GiB (8,882,250,752 bytes) | +3.60 GiB (+77 %) |',
    );
    expect(lines).toContain('| time of the peak | 325.356 ms | 242.371 ms |  |');
    expect(lines).toContain('| `named_axes.py: with_positional_prefix` | – | 3.77 GiB | +3.77 GiB |');
    expect(lines.find((line) => line.startsWith('- Only in the baseline: **Sawtooth**'))).toContain('172 MiB (3.6 % of the peak)');
  });

  test('of equal profiles has no table of what moved', () => {
    const text = comparisonMarkdown(compareDigests(staircase, staircase), EXTRAS);
    expect(text).not.toContain('What moved');
    expect(text).not.toContain('Findings that differ');
  });

  test('links to the view where there is a link', () => {
    const text = comparisonMarkdown(compareDigests(staircase, staircase), { ...EXTRAS, link: 'https://x.example/#v=1' });
    expect(text).toContain('[Open this view](https://x.example/#v=1). Made by Highwater 1.0-test.');
  });

  test('keeps what a file is called from being markup', () => {
    const name = '@all|<b>`x`.prof';
    const text = comparisonMarkdown(compareDigests({ ...unstacked, name }, staircase), EXTRAS);
    expect(text).toContain('``@all\\|<b>`x`.prof``');
  });
});

describe('a profile', () => {
  test('has facts, findings and who held the memory', () => {
    const lines = profileMarkdown(staircase, EXTRAS).split('\n');
    expect(lines).toContain('| window peak, in use and reserved | **8.27 GiB (8,882,250,752 bytes)** |');
    expect(lines).toContain('| capacity | 16.58 GiB, 50 % of it used at the peak |');
    expect(lines.filter((line) => line.startsWith('- **'))).toHaveLength(1);
    expect(lines).toContain('| `named_axes.py: with_positional_prefix` | 3.77 GiB | 46 % |');
    expect(lines).toContain('| before the capture | 4.50 GiB | 54 % |');
  });

  test('that is a dump has its totals', () => {
    const lines = profileMarkdown(dump('/home/ada/train.py'), EXTRAS).split('\n');
    expect(lines).toContain('| allocations | 3 allocations |');
    expect(lines).toContain('| space | **8.09 KiB (8,288 bytes)** |');
    expect(lines).toContain('| `/home/ada/train.py: main` | 8.09 KiB | 100 % |');
  });
});
