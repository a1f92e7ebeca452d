import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { buffers, executables, jaxDump, type DumpSample } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import { NODE_BEFORE_CAPTURE, type FlameTree } from '../model/flame.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { nameBeforeCapture, type NamedBefore } from './before-capture.ts';
import { flame } from './flame/flame.ts';

const MAIN = ['<module> /home/ada/train.py:9'];
const INIT = [...MAIN, 'init /home/ada/model.py:61'];

/** 2 buffers of 1,000 bytes, which the allocator holds as 1,024 each, and one of 4,096; others are elsewhere. */
const DUMP = [
  buffers(INIT, 2, 1000),
  buffers(MAIN, 1, 4096),
  buffers(INIT, 3, 512, 'cuda:1'),
  executables(INIT, 1, 777),
];
const HELD = 2 * 1024 + 4096;

function dump(name: string, samples: DumpSample[]): { name: string; snapshot: Snapshot } {
  return { name, snapshot: readPprof(jaxDump(samples)) };
}

function named(before: number, ...dumps: { name: string; snapshot: Snapshot }[]): NamedBefore | null {
  const { summary } = analyseTrace(memoryTrace({ before, steps: '+a512 -a' }));
  return nameBeforeCapture(summary.allocators[0], dumps);
}

function linesOf({ length, parent, name, total, names }: FlameTree): string[] {
  const depth = new Int32Array(length);
  return Array.from({ length }, (_, row) => {
    if (row > 0) depth[row] = depth[parent[row]] + 1;
    return `${'  '.repeat(depth[row])}${names[name[row]]} ${total[row]}`;
  });
}

describe('a dump beside a trace', () => {
  test('names what was there before the capture where its buffers, as the allocator rounds them, add up to it', () => {
    const match = named(HELD, dump('memory.prof', DUMP))?.match;
    expect(match).toMatchObject({ agrees: true, bytes: HELD, buffers: 3, device: 'cuda:0' });
    expect(match?.sites.map((site) => [site.function, site.bytes])).toEqual([
      ['<module>', 4096],
      ['init', 2048],
    ]);
    expect(match?.sentence).toBe(
      'memory.prof names what was there before the capture: its 3 buffers on cuda:0, each rounded up to 256 bytes, ' +
        'add up to exactly 6.00 KiB (6,144 bytes).',
    );
  });

  test('that does not add up is shown apart, with the difference', () => {
    const result = named(HELD + 300, dump('memory.prof', DUMP));
    expect(result?.match).toMatchObject({ agrees: false, bytes: HELD, inUseBefore: HELD + 300 });
    expect(result?.trees).toBeNull();
    expect(result?.match.sentence).toContain('6.29 KiB (6,444 bytes) were in use, 300 bytes more.');
  });

  test('of several is the one that adds up, else the last', () => {
    const early = dump('memory_0.prof', [buffers(MAIN, 1, 256)]);
    const right = dump('memory_1.prof', DUMP);
    const late = dump('memory_2.prof', [buffers(MAIN, 9, 256)]);
    expect(named(HELD, early, right, late)?.match.dump).toBe('memory_1.prof');
    expect(named(HELD + 1, early, right, late)?.match.dump).toBe('memory_2.prof');
  });

  test('of another device, of no device, or of another tool says nothing', () => {
    expect(named(HELD, dump('memory.prof', [buffers(MAIN, 1, HELD, 'cuda:1')]))).toBeNull();
    expect(named(HELD, dump('memory.prof', [executables(MAIN, 1, HELD)]))).toBeNull();
    expect(named(0, dump('memory.prof', DUMP))).toBeNull();
  });
});

test('the flame view opens the box of before the capture while all of it is alive, and not after a part is freed', () => {
  const { profile, lifetimes, summary } = analyseTrace(memoryTrace({ before: HELD, steps: '+a512 -old4096' }));
  const trees = nameBeforeCapture(summary.allocators[0], [dump('memory.prof', DUMP)])?.trees ?? null;
  const ask = (at: number, grouping: 'stack' | 'call-site' | 'class'): FlameTree =>
    flame(
      profile,
      lifetimes.allocations,
      0,
      HELD,
      { what: { kind: 'alive', at }, grouping, width: 'held', foldsInternals: true },
      trees,
    ).tree;
  const whole = ask(1e6, 'stack');
  expect(linesOf(whole)).toEqual([
    `alive at the cursor ${HELD + 512}`,
    `  before the capture ${HELD}`,
    `    <module> ${HELD}`,
    '      init 2048',
    '  (no call stack) 512',
  ]);
  expect(linesOf(ask(1e6, 'call-site')).slice(1, 4)).toEqual([
    `  before the capture ${HELD}`,
    '    <module> 4096',
    '    init 2048',
  ]);
  expect(linesOf(ask(1e6, 'class'))[1]).toBe(`  before the capture ${HELD}`);
  const after = ask(2e6, 'stack');
  expect(after.kind.indexOf(NODE_BEFORE_CAPTURE)).toBe(1);
  expect(linesOf(after).slice(0, 2)).toEqual(['alive at the cursor 2560', '  before the capture 2048']);
  expect(after.length).toBe(3);
});
