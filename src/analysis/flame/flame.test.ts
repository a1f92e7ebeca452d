import { describe, expect, test } from 'vitest';
import { memoryEvent } from '../../../fixtures/memory-events.ts';
import type { EventSpec } from '../../../fixtures/xspace-spec.ts';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { xspace } from '../../../fixtures/xspace-writer.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import type { FlameAnswer, FlameQuery, FlameTree } from '../../model/flame.ts';
import { flame } from './flame.ts';

const QUERY: FlameQuery = {
  what: { kind: 'alive', at: Infinity },
  grouping: 'stack',
  width: 'held',
  foldsInternals: true,
};

function ask(trace: Uint8Array, query: Partial<FlameQuery>): FlameAnswer {
  const { profile, lifetimes } = analyseTrace(trace);
  const { inUseBefore } = lifetimes.perAllocator[0];
  return flame(profile, lifetimes.allocations, 0, inUseBefore, { ...QUERY, ...query });
}

/** The tree as indented lines: `  layer_stack.py: __call__ 512`. */
function text({ length, parent, name, file, total, names }: FlameTree): string[] {
  const depth = new Int32Array(length);
  return Array.from({ length }, (_, row) => {
    if (row > 0) depth[row] = depth[parent[row]] + 1;
    const where = file[row] < 0 ? '' : `${names[file[row]]}: `;
    return `${'  '.repeat(depth[row])}${where}${names[name[row]]} ${total[row]}`;
  });
}

/** Two layers under one model; JAX and the runtime lie between the user's frames and the allocations. */
function layeredTrace(lines = [9, 9, 9]): Uint8Array {
  const events: EventSpec[] = [{ name: '$model.py:5 __call__', offsetPs: 0, durationPs: 10_000 }];
  let inUse = 0;
  for (const [index, [layer, size]] of ([['attention', 1024], ['mlp', 2048], ['mlp', 256]] as const).entries()) {
    const start = 1000 * (index + 1);
    inUse += size;
    events.push(
      { name: `$layers.py:${String(lines[index])} ${layer}`, offsetPs: start, durationPs: 900 },
      { name: '$pjit.py:100 cache_miss', offsetPs: start + 10, durationPs: 800 },
      { name: 'PjitFunction(dot)', offsetPs: start + 20, durationPs: 700 },
      { name: 'PjitFunction(dot)', offsetPs: start + 30, durationPs: 600 },
      { name: 'Build buffer allocations', offsetPs: start + 40, durationPs: 500 },
      memoryEvent({
        kind: 'allocation',
        offsetPs: start + 50,
        allocator: 'GPU_0_bfc',
        address: start,
        requested: size - 100,
        held: size,
        inUse,
        available: 1e6 - inUse,
        peak: inUse,
      }),
    );
  }
  return xspace({ planes: [{ name: '/host:CPU', lines: [{ name: 'python', events }] }] });
}

describe('by call stack', () => {
  test('user frames and programs stand on each other, the largest first, internals folded', () => {
    expect(text(ask(layeredTrace(), {}).tree)).toEqual([
      'alive at the cursor 3328',
      '  model.py: __call__ 3328',
      '    layers.py: mlp 2304',
      '      jit_dot 2304',
      '    layers.py: attention 1024',
      '      jit_dot 1024',
    ]);
  });

  test('internals unfold', () => {
    const lines = text(ask(layeredTrace(), { foldsInternals: false }).tree);
    expect(lines).toContain('        jit_dot 2304');
    expect(lines).toContain('      pjit.py: cache_miss 2304');
    expect(lines).toContain('          Build buffer allocations 2304');
  });

  test('requested bytes are what callers asked for', () => {
    expect(ask(layeredTrace(), { width: 'requested' }).tree.total[0]).toBe(3028);
  });
});

test('a frame has the line of its definition, and none where two functions of one name share its node', () => {
  const lines = (trace: Uint8Array): number[] => {
    const { length, name, names, definitionLine } = ask(trace, {}).tree;
    return Array.from({ length }, (_, row) => row)
      .filter((row) => names[name[row]] === 'mlp' || names[name[row]] === '__call__')
      .map((row) => definitionLine[row]);
  };
  expect(lines(layeredTrace())).toEqual([5, 9]);
  expect(lines(layeredTrace([9, 9, 30]))).toEqual([5, 0]);
});

test('call sites are the first user frames, with a box for each size', () => {
  expect(text(ask(layeredTrace(), { grouping: 'call-site' }).tree)).toEqual([
    'alive at the cursor 3328',
    '  layers.py: mlp 2304',
    '    2,048 bytes 2048',
    '    256 bytes 256',
    '  layers.py: attention 1024',
    '    1,024 bytes 1024',
  ]);
});

test('programs and classes are told from the enclosing events', () => {
  expect(text(ask(layeredTrace(), { grouping: 'program' }).tree)[1]).toBe('  jit_dot 3328');
  expect(text(ask(layeredTrace(), { grouping: 'class' }).tree)[1]).toBe('  program buffer 3328');
});

describe('a moment', () => {
  const trace = memoryTrace({ before: 1000, steps: '+a512 +b256 -a -old600' });
  const at = (index: number): number => analyseTrace(trace).profile.events.time[index];

  test('adds up to what is in use, memory from before the capture in a box of its own', () => {
    const answer = ask(trace, { what: { kind: 'alive', at: at(1) } });
    expect(answer).toMatchObject({ inUse: 1768, moment: at(1) });
    expect(text(answer.tree)).toEqual([
      'alive at the cursor 1768',
      '  before the capture 1000',
      '  (no call stack) 768',
    ]);
  });

  test('knows its oldest and newest start, although memory from before the capture has none', () => {
    const { tree } = ask(trace, { what: { kind: 'alive', at: at(1) } });
    expect([tree.oldest[0], tree.newest[0], tree.oldest[1]]).toEqual([at(0), at(1), NaN]);
  });

  test('before the first event is what was there before the capture', () => {
    expect(ask(trace, { what: { kind: 'alive', at: at(0) - 1 } }).tree.total[0]).toBe(1000);
  });

  test('of a range is its peak, which may be the value that held when the range began', () => {
    const peak = ask(trace, { what: { kind: 'alive-at-peak', from: at(1) + 1, to: at(3) } });
    expect(peak).toMatchObject({ moment: at(1), inUse: 1768 });
  });
});

describe('a range', () => {
  const trace = memoryTrace({ before: 0, steps: '+a512 +b256 -a +c128 -c' });
  const time = analyseTrace(trace).profile.events.time;

  test('counts what was allocated in it', () => {
    const { tree, moment } = ask(trace, { what: { kind: 'allocated', from: time[1], to: time[4] } });
    expect([tree.total[0], tree.count[0], moment]).toEqual([384, 2, null]);
  });

  test('counts what was allocated in it and not freed in it', () => {
    const { tree } = ask(trace, { what: { kind: 'retained', from: time[0], to: time[3] } });
    expect([tree.total[0], tree.count[0]]).toEqual([384, 2]);
  });
});
