import { describe, expect, test } from 'vitest';
import { memoryEvent, type MemoryEvent } from '../../../fixtures/memory-events.ts';
import { XPROF_MEMORY_PROFILE_EXPECTED, XPROF_MEMORY_PROFILE_TEST } from '../../../fixtures/upstream-vectors.ts';
import type { EventSpec, LineSpec, PlaneSpec, XSpaceSpec } from '../../../fixtures/xspace-spec.ts';
import { xspace } from '../../../fixtures/xspace-writer.ts';
import { MARK_ANNOTATION, MARK_DEVICE_RUN, MARK_DISPATCH, MARK_STEP } from '../../model/profile.ts';
import { RefusalError } from '../../model/problems.ts';
import { analyseTrace, readTrace, stackText } from './testing/read-trace.ts';

const GPU = 'GPU_0_bfc';

/** An allocation or deallocation of 256 bytes at an address of its own; `inUse` is the counter after it. */
function event(kind: MemoryEvent['kind'], offsetPs: number, address: number, inUse: number): EventSpec {
  return memoryEvent({
    kind,
    offsetPs,
    allocator: GPU,
    address,
    requested: 200,
    held: 256,
    inUse,
    available: 10_000 - inUse,
    peak: inUse,
  });
}

function span(name: string, offsetPs: number, durationPs: number, stats: EventSpec['stats'] = {}): EventSpec {
  return { name, offsetPs, durationPs, stats };
}

function host(...lines: LineSpec[]): XSpaceSpec {
  return { planes: [{ name: '/host:CPU', lines }] };
}

describe('memory events', () => {
  test("XProf's own unit test gives XProf's numbers", () => {
    const { summary } = analyseTrace(xspace(XPROF_MEMORY_PROFILE_TEST));
    expect(summary.allocators).toHaveLength(1);
    const [{ allocator, peak, inUseBefore, identity }] = summary.allocators;
    expect(allocator).toMatchObject({
      id: XPROF_MEMORY_PROFILE_EXPECTED.allocator,
      allocations: XPROF_MEMORY_PROFILE_EXPECTED.allocations,
      deallocations: XPROF_MEMORY_PROFILE_EXPECTED.deallocations,
      capacity: XPROF_MEMORY_PROFILE_EXPECTED.capacity,
      lifetimePeak: XPROF_MEMORY_PROFILE_EXPECTED.lifetimePeak,
    });
    const { timePs: time, ...values } = XPROF_MEMORY_PROFILE_EXPECTED.peak;
    expect(peak).toMatchObject({ ...values, time });
    expect(inUseBefore).toBe(XPROF_MEMORY_PROFILE_EXPECTED.inUseBefore);
    expect(identity.violations).toBe(XPROF_MEMORY_PROFILE_EXPECTED.identityViolations);
  });

  test('lines that start at different times are merged in absolute time', () => {
    const early = { id: 1, name: 'python', timestampNs: 1, events: [event('allocation', 5000, 0x100, 256)] };
    const late = { id: 2, name: 'worker', timestampNs: 5, events: [event('allocation', 500, 0x200, 256)] };
    const { events, originPs } = readTrace(xspace(host(early, late)));
    expect(originPs).toBe(0n);
    expect([...events.time]).toEqual([5500, 6000]);
    expect([...events.addressLow]).toEqual([0x200, 0x100]);
  });

  test('epoch-sized line starts keep every picosecond', () => {
    const start = 1_771_595_650_217_823_548n;
    const line = { timestampNs: start, events: [event('allocation', 1, 0x100, 256), event('allocation', 3, 0x200, 512)] };
    const profile = readTrace(xspace(host(line)));
    expect(profile.originPs).toBe(start * 1000n);
    expect([...profile.events.time]).toEqual([1, 3]);
  });

  test('events of equal time keep the order of lines, then that of the file', () => {
    const lines = [2, 1].map((id) => ({
      id,
      events: [event('allocation', 100, id * 0x1000, 0), event('allocation', 100, id * 0x1000 + 1, 0)],
    }));
    const profile = readTrace(xspace(host(...lines)));
    expect([...profile.events.addressLow]).toEqual([0x2000, 0x2001, 0x1000, 0x1001]);
    expect(profile.capture.memoryEvents.equalTimestamps).toBe(3);
  });

  test('planes of one name and lines of one id are one', () => {
    const plane = (offset: number, address: number): PlaneSpec => ({
      name: '/host:CPU',
      lines: [{ id: 7, events: [event('allocation', offset, address, 256)] }],
    });
    const profile = readTrace(xspace({ planes: [plane(20, 0xb), plane(10, 0xa)] }));
    expect([...profile.events.addressLow]).toEqual([0xa, 0xb]);
    expect(profile.allocators[0].lines).toBe(1);
  });

  test('two concatenated files are one, as protobuf merges them', () => {
    const one = xspace(host({ id: 1, events: [event('allocation', 10, 0xa, 256)] }));
    const two = xspace(host({ id: 2, events: [event('allocation', 20, 0xb, 512)] }));
    const both = new Uint8Array([...one, ...two]);
    expect(readTrace(both).events.length).toBe(2);
  });

  test('an address above 2^63 and one that differs in its upper half only are told apart', () => {
    const allocation = (address: bigint, offsetPs: number): EventSpec =>
      memoryEvent({
        kind: 'allocation',
        offsetPs,
        allocator: GPU,
        address,
        requested: 1,
        held: 256,
        inUse: 256 * (offsetPs + 1),
        available: 0,
        peak: 0,
      });
    const high = 0xf000_0000_0000_1000n;
    const profile = readTrace(xspace(host({ events: [allocation(high, 0), allocation(0x1000n, 1)] })));
    expect([...profile.events.addressHigh]).toEqual([0xf000_0000, 0]);
    expect(analyseTrace(xspace(host({ events: [allocation(high, 0), allocation(0x1000n, 1)] }))).lifetimes.perAllocator[0]
      .doubleAllocations).toBe(0);
  });

  test('a TPU free takes its size from the allocation at its address', () => {
    const tpu = (kind: MemoryEvent['kind'], offsetPs: number, inUse: number): EventSpec =>
      memoryEvent(
        { kind, offsetPs, allocator: '3', address: 0x40, requested: 32, held: 128, inUse, reserved: 1000, available: 0, peak: 0 },
        'tpu',
      );
    const { profile, summary } = analyseTrace(
      xspace(host({ events: [tpu('allocation', 1, 128), tpu('deallocation', 2, 0)] })),
    );
    expect(summary.allocators[0].allocator).toMatchObject({ id: '3', kind: 'tpu' });
    expect([...profile.events.held]).toEqual([128, 128]);
    expect(summary.allocators[0].peak).toMatchObject({ total: 1128, reserved: 1000, inUse: 128 });
  });

  test('a fragmentation that was written as an integer is read', () => {
    const whole = memoryEvent({
      kind: 'allocation',
      offsetPs: 0,
      allocator: GPU,
      address: 1,
      requested: 1,
      held: 256,
      inUse: 256,
      available: 1,
      peak: 256,
      fragmentation: 1,
    });
    expect(analyseTrace(xspace(host({ events: [whole] }))).summary.allocators[0].peak.fragmentation).toBe(1);
  });
});

describe('the single pass', () => {
  test('is enough for files in the order that the profiler writes', () => {
    expect(readTrace(xspace(host({ events: [event('allocation', 0, 1, 256)] }))).passes).toBe(1);
  });

  test('is enough where names come before lines', () => {
    const spec = host({ events: [event('allocation', 0, 1, 256)] });
    const planes = spec.planes?.map(
      (plane): PlaneSpec => ({
        ...plane,
        fieldOrder: ['statMetadata', 'eventMetadata', 'lines', 'name', 'id', 'stats'],
      }),
    );
    const profile = readTrace(xspace({ ...spec, planes: planes ?? [] }));
    expect(profile.events.length).toBe(1);
  });

  test('is followed by a second one where memory events have fewer stats than any known writer gives', () => {
    const bare: EventSpec = {
      name: 'MemoryAllocation',
      offsetPs: 5,
      stats: { allocator_name: GPU, bytes_allocated: 256, addr: 16 },
    };
    const profile = readTrace(xspace(host({ events: [bare, event('allocation', 7, 0x200, 512)] })));
    expect(profile.passes).toBe(2);
    expect([...profile.events.inUse]).toEqual([256, 512]);
  });

  test('is followed by a second one where they lie on a device plane', () => {
    const spec: XSpaceSpec = {
      planes: [{ name: '/device:GPU:0', lines: [{ events: [event('allocation', 0, 1, 256)] }] }],
    };
    const profile = readTrace(xspace(spec));
    expect(profile.passes).toBe(2);
    expect(profile.events.length).toBe(1);
  });

  test('keeps events that look alike but have another name out', () => {
    const other = { ...event('allocation', 0, 1, 256), name: 'MemoryAllocation [x]' };
    const profile = readTrace(xspace(host({ events: [other, event('allocation', 5, 2, 512)] })));
    expect(profile.events.length).toBe(1);
    expect(profile.events.time[0]).toBe(5);
  });

  test('a line out of order gives the same stacks as the same line in order', () => {
    const events = [
      span('$train.py:10 step', 0, 100),
      span('PjitFunction(f)', 10, 50),
      event('allocation', 20, 1, 256),
      event('allocation', 70, 2, 512),
    ];
    const sorted = readTrace(xspace(host({ events })));
    const shuffled = readTrace(xspace(host({ events: [events[3], events[1], events[2], events[0]] })));
    expect(sorted.passes).toBe(1);
    expect(shuffled.passes).toBe(2);
    for (const profile of [sorted, shuffled]) {
      expect(stackText(profile, 0)).toEqual(['train.py: step', 'PjitFunction(f)']);
      expect(stackText(profile, 1)).toEqual(['train.py: step']);
    }
  });
});

describe('call stacks', () => {
  test('of a runtime thread go on at the span that produced its context', () => {
    const python: LineSpec = {
      id: 1,
      name: 'python',
      events: [span('$train.py:10 step', 0, 100), span('Execute', 10, 20, { _pt: 5, _p: 23 })],
    };
    const runtime: LineSpec = {
      id: 2,
      name: 'py_xla_execute/1',
      events: [
        span('EnqueueExecution', 40, 50, { _ct: 5, _c: 23 }),
        span('Build buffer allocations', 45, 20),
        event('allocation', 50, 1, 256),
      ],
    };
    const profile = readTrace(xspace(host(python, runtime)));
    expect(stackText(profile, 0)).toEqual([
      'train.py: step',
      'Execute',
      'EnqueueExecution',
      'Build buffer allocations',
    ]);
  });

  test('end where a context leads back to itself', () => {
    const line = (id: number, own: number, other: number): LineSpec => ({
      id,
      events: [span(`loop ${id}`, 0, 100, { _pt: 1, _p: own, _ct: 1, _c: other }), event('allocation', 50, id, 256)],
    });
    const profile = readTrace(xspace(host(line(1, 1, 2), line(2, 2, 1))));
    expect(stackText(profile, 0).at(-1)).toBe('loop 1');
  });

  test('leave out spans that overlap the event without enclosing it', () => {
    const events = [span('a', 0, 50), span('b', 40, 100), event('allocation', 60, 1, 256)];
    expect(stackText(readTrace(xspace(host({ events }))), 0)).toEqual(['b']);
  });
});

describe('marks', () => {
  test('are steps, dispatches and annotations of the host, and program runs of the device', () => {
    const python: LineSpec = {
      name: 'python',
      timestampNs: 1,
      events: [
        span('train', 0, 1000, { _r: 1, step_num: 7 }),
        span('load_batch', 10, 100),
        event('allocation', 20, 1, 256),
        span('PjitFunction(f)', 200, 100),
        span('PjitFunction(f)', 210, 80),
        event('allocation', 220, 2, 512),
      ],
    };
    const device: PlaneSpec = {
      name: '/device:TPU:0',
      lines: [
        { name: 'XLA Modules', events: [span('jit_f(4)', 5000, 300)] },
        { name: 'XLA Ops', events: [span('fusion.1', 5000, 10)] },
      ],
    };
    const { marks, strings } = readTrace(xspace({ planes: [device, { name: '/host:CPU', lines: [python] }] }));
    const rows = Array.from({ length: marks.length }, (_, i) => [
      marks.kind[i],
      strings[marks.name[i]],
      marks.start[i],
      marks.duration[i],
      marks.step[i],
    ]);
    expect(rows).toEqual([
      [MARK_STEP, 'train', 1000, 1000, 7],
      [MARK_ANNOTATION, 'load_batch', 1010, 100, -1],
      [MARK_DISPATCH, 'f', 1200, 100, -1],
      [MARK_DEVICE_RUN, 'jit_f(4)', 5000, 300, -1],
    ]);
  });
});

describe('damage', () => {
  const whole = xspace({
    hostnames: ['worker-0'],
    planes: [
      { name: '/host:CPU', lines: [{ name: 'python', events: [event('allocation', 0, 1, 256)] }] },
      { name: '/device:GPU:0', stats: { memory_size: 80_000_000_000 } },
    ],
  });

  test('a file cut before the names of its events is refused with where and what next', () => {
    expect(() => readTrace(whole.subarray(0, 60))).toThrow(RefusalError);
    expect(() => readTrace(whole.subarray(0, 60))).toThrow(/cut short after 60 bytes, within plane \/host:CPU/);
  });

  test('a file cut after its memory events opens, and says that it is cut', () => {
    const profile = readTrace(whole.subarray(0, whole.length - 12));
    expect(profile.events.length).toBe(1);
    expect(profile.problems.map(({ sentence }) => sentence).join()).toMatch(/cut short/);
  });

  test('zeros behind the last plane change nothing and are said; other bytes are damage with its place', () => {
    const whole = xspace(host({ events: [event('allocation', 1000, 0x100, 256)] }));
    for (const chunk of [7, 4096]) {
      const padded = readTrace(Uint8Array.from([...whole, ...new Uint8Array(9000)]), chunk);
      expect(padded.events.length).toBe(1);
      expect(padded.problems.map(({ sentence }) => sentence)).toEqual([expect.stringContaining('9,000 zero bytes follow')]);
      const { problems } = readTrace(Uint8Array.from([...whole, 0, 0, 7]), chunk);
      expect(problems.map(({ sentence }) => sentence)).toEqual([
        `The bytes make no sense from byte ${String(whole.length)} of the data on, so planes may be missing. Copy the file again.`,
      ]);
    }
  });

  test('memory of an allocator whose name is empty is counted', () => {
    const unnamed = memoryEvent({ kind: 'allocation', offsetPs: 1, allocator: '', address: 1, requested: 1, held: 1, inUse: 1, peak: 1 });
    const { allocators } = readTrace(xspace(host({ events: [unnamed] })));
    expect(allocators.map(({ id, allocations }) => [id, allocations])).toEqual([['(unnamed)', 1]]);
  });

  test('a file in which the profiler says only why it recorded nothing is refused with its words', () => {
    const bytes = xspace({ errors: ['CUPTI could not be loaded'], hostnames: ['host-1'] });
    expect(() => readTrace(bytes)).toThrow('The profiler recorded nothing, and says why: "CUPTI could not be loaded".');
  });

  test('one bad event costs one event', () => {
    const bad: EventSpec = { name: 'X', offsetPs: 77, durationPs: 5, stats: { note: { str: 'FINDME' } } };
    const bytes = xspace(host({ events: [bad, event('allocation', 80, 1, 256)] }));
    const at = Buffer.from(bytes).indexOf('FINDME');
    // The stat's own length, two bytes before its text and its tag: the event's fields no longer add up.
    bytes[at - 4 - 1] = 0x7f;
    const profile = readTrace(bytes);
    expect(profile.events.length).toBe(1);
    expect(profile.problems.length).toBeGreaterThan(0);
  });
});
