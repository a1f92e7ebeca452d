import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { DumpSample } from '../../fixtures/pprof-writer.ts';
import { buffers, executables } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { OpenDumps } from '../worker/open-dumps.ts';
import { openedDumps, seriesOf } from '../worker/testing/opened-dumps.ts';
import { seriesVerdict } from './series-verdict.ts';

const MIB = 2 ** 20;
const main = ['<module> /home/me/train.py:9', 'main /home/me/train.py:5'];
const keep = [...main, 'keep /home/me/log.py:2'];

/** Dump by dump what `keep` and the rest hold, in MiB. */
function series(kept: number[], rest: (index: number) => number = () => 64): ReturnType<typeof seriesOf> {
  const samples = (mib: number, index: number): DumpSample[] => [
    buffers(main, 1, rest(index) * MIB),
    buffers(keep, 1, mib * MIB),
  ];
  return seriesOf(Object.fromEntries(kept.map((mib, index) => [`mem_${index}.prof`, samples(mib, index)])));
}

describe('what a series says', () => {
  test('the sample of a slow leak: how much with each dump, and the call site with its exact bytes', () => {
    const open = new OpenDumps();
    for (let index = 0; index < 10; index++) {
      const name = `leak_${index}.prof`;
      open.add(name, readPprof(gunzipSync(readFileSync(new URL(`../../public/samples/${name}`, import.meta.url)))), 0);
    }
    const leak = open.series(null);
    const verdict = leak && seriesVerdict(leak);
    expect(verdict?.isCreep).toBe(true);
    expect(verdict?.sentences[0]).toMatch(
      /^Memory creeps up: 31\.81 MiB more with each dump on average, 286 MiB over 10 dumps/,
    );
    expect(verdict?.sentences[1]).toMatch(
      /^keep_history \(evaluation\.py\) never shrinks and keeps 31\.26 MiB \(32,775,168 bytes\) more in every /,
    );
  });

  test('uneven growth is said to be an average', () => {
    const { isCreep, sentences } = seriesVerdict(series([1, 2, 4, 5, 7, 9, 10]));
    expect(isCreep).toBe(true);
    expect(sentences[1]).toContain(
      'keep (log.py) never shrinks and keeps 1.50 MiB more with each dump on average, 9.00 MiB in all',
    );
  });

  test('a sawtooth rises in most steps and is no leak', () => {
    const sawtooth = Array.from({ length: 40 }, (_, index) => 1 + (index % 10));
    const { isCreep, site, sentences } = seriesVerdict(series(sawtooth));
    expect(isCreep).toBe(false);
    expect(site).toBeNull();
    expect(sentences).toEqual([
      'Memory goes from 65.00 MiB to 74.00 MiB over 40 dumps; most in mem_9.prof, 74.00 MiB.',
    ]);
  });

  test('what was allocated once, after the first dump, is no leak', () => {
    const { isCreep, sentences, site } = seriesVerdict(series([0, 32, 32, 32, 32, 32, 32]));
    expect(isCreep).toBe(false);
    expect(site).toBeNull();
    expect(sentences).toEqual(['Memory never falls in 7 dumps: from 64.00 MiB to 96.00 MiB.']);
  });

  test('a leak under a total that goes up and down is named all the same, without a share of more than all', () => {
    const { isCreep, sentences, site } = seriesVerdict(
      series([1, 2, 3, 4, 5, 6, 7], (index) => (index % 2 === 0 ? 64 : 96)),
    );
    expect(isCreep).toBe(false);
    expect(site?.function).toBe('keep');
    expect(sentences[0]).toBe('Memory goes from 65.00 MiB to 71.00 MiB over 7 dumps; most in mem_5.prof, 102 MiB.');
    const shrinking = seriesVerdict(series([1, 2, 3, 4, 5, 6, 7], (index) => (index === 0 ? 66 : 64)));
    expect(shrinking.sentences[1]).not.toContain('%');
  });

  test('two dumps are a difference and nothing more', () => {
    expect(seriesVerdict(series([1, 9])).sentences).toEqual([
      'From mem_0.prof to mem_1.prof memory grows by 8.00 MiB (8,388,608 bytes), from 65.00 MiB to 73.00 MiB.',
      'Most of it is keep (log.py): it grows by 8.00 MiB (8,388,608 bytes), 100 % of the difference.',
    ]);
    expect(seriesVerdict(series([9, 1])).sentences).toEqual([
      'From mem_0.prof to mem_1.prof memory shrinks by 8.00 MiB (8,388,608 bytes), from 73.00 MiB to 65.00 MiB.',
      'Most of it is keep (log.py): it shrinks by 8.00 MiB (8,388,608 bytes), 100 % of the difference.',
    ]);
  });

  test('a few dumps that grow are not yet a trend, and equal ones are said to be', () => {
    const few = seriesVerdict(series([1, 2, 3]));
    expect(few.isCreep).toBe(false);
    expect(few.sentences).toEqual([
      'Memory never falls in 3 dumps: from 65.00 MiB to 67.00 MiB. So few dumps show a difference, not yet a trend.',
    ]);
    expect(seriesVerdict(series([2, 2, 2])).sentences).toEqual([
      'Memory is the same in all 3 dumps: 66.00 MiB (69,206,016 bytes).',
    ]);
  });

  test('executables that pile up are as much of a leak as buffers', () => {
    const dumps = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((count) => [`m${count}.prof`, [buffers(main, 1, MIB), executables(keep, count, MIB)]]),
    );
    expect(seriesVerdict(seriesOf(dumps))).toMatchObject({ isCreep: true, site: { function: 'keep' } });
  });
});

test('growth of what Go has ever allocated is no leak', () => {
  const grown = series([1, 2, 3, 4, 5, 6, 7]);
  const go = { ...grown, sampleTypes: [grown.sampleTypes[0], { type: 'alloc_space', unit: 'bytes' }] };
  const { isCreep, site, sentences } = seriesVerdict(go);
  expect(isCreep).toBe(false);
  expect(site).toBeNull();
  expect(sentences[0]).toMatch(/^“alloc_space” never falls/);
});

test('one dump is no series', () => {
  expect(openedDumps({ 'memory.prof': [buffers(main, 1, MIB)] }).series).toBeNull();
});
