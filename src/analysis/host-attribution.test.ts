import { expect, test } from 'vitest';
import { memoryEvent } from '../../fixtures/memory-events.ts';
import type { EventSpec, LineSpec } from '../../fixtures/xspace-spec.ts';
import { xspace } from '../../fixtures/xspace-writer.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import { BUILD_SPAN, hostAttribution, type HostAttribution } from './host-attribution.ts';

function span(name: string, offsetPs: number, durationPs: number, stats: EventSpec['stats'] = {}): EventSpec {
  return { name, offsetPs, durationPs, stats };
}

function allocation(offsetPs: number, allocator = 'GPU_0_bfc'): EventSpec {
  const sizes = { requested: 1, held: 1, inUse: 1, available: 0, peak: 1 };
  const dialect = allocator === '0' ? 'tpu' : 'jax-gpu';
  return memoryEvent({ kind: 'allocation', offsetPs, allocator, address: offsetPs, ...sizes }, dialect);
}

function attributionOf(...lines: LineSpec[]): HostAttribution {
  return hostAttribution(readTrace(xspace({ planes: [{ name: '/host:CPU', lines }] })));
}

test('spans find the name of their program on their own thread, through a context, or not at all', () => {
  const python = {
    id: 1,
    name: 'python',
    events: [
      span('PjitFunction(f)', 0, 400),
      span('Execute', 10, 90, { _pt: 5, _p: 23 }),
      span(BUILD_SPAN, 200, 100),
      allocation(210),
      allocation(220),
      allocation(390),
    ],
  };
  const worker = {
    id: 2,
    name: 'py_xla_execute',
    events: [
      span('EnqueueExecution', 500, 100, { _ct: 5, _c: 23 }),
      span(BUILD_SPAN, 510, 50),
      span('inner', 515, 10),
      allocation(520),
      span(BUILD_SPAN, 700, 50),
      allocation(720),
      span(BUILD_SPAN, 800, 50),
    ],
  };
  expect(attributionOf(python, worker)).toMatchObject({
    spans: 4,
    spansWithAllocations: 3,
    allocationsInSpans: 4,
    nameFoundOn: { sameLine: 1, linkedContext: 1, none: 1 },
    allocationsByInnermostEvent: new Map([
      [BUILD_SPAN, 3],
      ['PjitFunction(f)', 1],
      ['inner', 1],
    ]),
  });
});

test('events are named as the profiler wrote them, and the allocator’s own wrappers are looked through', () => {
  const frames = ['$train.py:12 step', '$builtins len', '$<unknown> __exit__', 'DeferredTpuAllocator::Allocate'];
  const events = frames.flatMap((name, i) => [span(name, i * 100, 50), allocation(i * 100 + 10)]);
  expect([...attributionOf({ events }).allocationsByInnermostEvent]).toEqual([
    ['$train.py:12 step', 1],
    ['$builtins len', 1],
    ['$<unknown> __exit__', 1],
    ['(none)', 1],
  ]);
});

test('outputs of a TPU are named by the jitted call, or by the run that names its program', () => {
  const output = (start: number, caller: string): EventSpec[] => [
    span(caller, start, 50),
    span('AllocateOutputBufferWithInputReuse', start + 5, 20),
    allocation(start + 10, '0'),
  ];
  const callers = ['PjitFunction(f)', 'CommonPjRtLoadedExecutable::Execute (jit_f)', 'TfrtTpuLoadedExecutable::Execute'];
  const { tpuOutputs } = attributionOf({ events: callers.flatMap((caller, i) => output(i * 100, caller)) });
  expect(tpuOutputs).toEqual({ outputs: 3, named: 2 });
});
