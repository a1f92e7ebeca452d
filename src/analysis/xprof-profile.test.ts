import { describe, expect, test } from 'vitest';
import { memoryEvent, type MemoryEvent, type MemoryEventDialect } from '../../fixtures/memory-events.ts';
import { XPROF_MEMORY_PROFILE_TEST } from '../../fixtures/upstream-vectors.ts';
import type { EventSpec, PlaneSpec } from '../../fixtures/xspace-spec.ts';
import { xspace } from '../../fixtures/xspace-writer.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import type { XprofResult } from '../model/xprof-stated.ts';
import { analyse } from './analyse.ts';
import { xprofProfile } from './xprof-profile.ts';

function resultsOf(...planes: PlaneSpec[]): XprofResult[] {
  return xprofProfile(readTrace(xspace({ planes })));
}

function host(...events: EventSpec[][]): PlaneSpec {
  return { name: '/host:CPU', lines: events.map((own, id) => ({ id, events: own })) };
}

const ALLOCATED: MemoryEvent = {
  kind: 'allocation',
  offsetPs: 0,
  allocator: 'GPU_0_bfc',
  address: 0,
  requested: 100,
  held: 256,
  inUse: 0,
  available: 1000,
  peak: 0,
};

function allocated(event: Partial<MemoryEvent>, dialect: MemoryEventDialect = 'tensorflow'): EventSpec {
  return memoryEvent({ ...ALLOCATED, ...event }, dialect);
}

function freed(event: Partial<MemoryEvent>, dialect: MemoryEventDialect = 'tensorflow'): EventSpec {
  return memoryEvent({ ...ALLOCATED, kind: 'deallocation', ...event }, dialect);
}

describe("XProf's own numbers", () => {
  test("of its unit test are the test's, with what it does not explain as preallocated", () => {
    const special = { region: 'persist/dynamic', dataType: 'INVALID', shape: 'unknown', occurrences: 1 };
    expect(xprofProfile(readTrace(xspace(XPROF_MEMORY_PROFILE_TEST)))).toEqual([
      {
        id: 'GPU_0_bfc',
        lifetimePeakBytes: 9500,
        peakBytes: 7000,
        stackBytes: 2000,
        heapBytes: 5000,
        freeBytes: 3000,
        fragmentation: 0,
        peakTimePs: 70_000,
        capacityBytes: 10_000,
        snapshots: 3,
        allocations: 2,
        sampled: 3,
        peakStep: 0,
        unmappedBytes: 4700,
        rows: [
          { bytes: 4700, requested: 4700, op: 'unused preallocated device memory', ...special },
          { bytes: 2000, requested: 2000, op: 'stack', ...special, region: 'stack' },
          { bytes: 300, requested: 300, op: 'mul_grad/Sum', region: 'temp', dataType: 'int64', shape: '[1, 2]', occurrences: 1 },
        ],
      },
    ]);
  });

  test('of equal peaks take the one written last, and the lifetime peak of the event written last', () => {
    const first = [allocated({ offsetPs: 90, address: 1, inUse: 700, peak: 900, available: 300 })];
    const second = [allocated({ offsetPs: 20, address: 2, inUse: 700, peak: 800, available: 500 })];
    const [result] = resultsOf(host(first, second));
    expect(result).toMatchObject({ peakTimePs: 20, freeBytes: 500, capacityBytes: 1200, lifetimePeakBytes: 800 });
  });

  test('tell what is alive from the step of the peak alone, and count an event without a step to the next one', () => {
    const [result] = resultsOf(
      host([
        allocated({ offsetPs: 1, address: 1, inUse: 256, op: 'early' }),
        allocated({ offsetPs: 2, address: 2, inUse: 512, op: 'grouped', groupId: 4 }),
        allocated({ offsetPs: 3, address: 3, inUse: 768, op: 'late' }),
        allocated({ offsetPs: 4, address: 4, inUse: 1024, op: 'peak', groupId: 5 }),
      ]),
    );
    expect(result).toMatchObject({ peakStep: 5, unmappedBytes: 512 });
    expect(result.rows.map(({ op }) => op)).toEqual(['unused preallocated device memory', 'late', 'peak']);
  });

  test('count a free on TPU as nothing, because it states no size', () => {
    const [result] = resultsOf(
      host([
        allocated({ allocator: '0', offsetPs: 1, address: 1, held: 600, inUse: 600 }, 'tpu'),
        freed({ allocator: '0', offsetPs: 2, address: 1, inUse: 0 }, 'tpu'),
        allocated({ allocator: '0', offsetPs: 3, address: 1, held: 700, inUse: 700, reserved: 50 }, 'tpu'),
      ]),
    );
    expect(result).toMatchObject({ id: '0', peakBytes: 750, stackBytes: 50, unmappedBytes: -600 });
    expect(result.rows.map(({ bytes }) => bytes)).toEqual([700, 50]);
  });

  test('merge rows that are alike, and name data types as TensorFlow does', () => {
    const alike = { op: 'f', region: 'output', shape: '[2]' };
    const [result] = resultsOf(
      host([
        allocated({ ...alike, offsetPs: 1, address: 1, inUse: 256, dataType: 19 }),
        allocated({ ...alike, offsetPs: 2, address: 2, inUse: 512, dataType: 101 }),
        allocated({ ...alike, offsetPs: 3, address: 3, inUse: 768, dataType: 19 }),
        allocated({ ...alike, offsetPs: 4, address: 4, inUse: 1024, dataType: 77 }),
      ]),
    );
    expect(result.rows.map(({ dataType, occurrences }) => [dataType, occurrences])).toEqual([
      ['float_ref', 1],
      ['half', 2],
      ['unknown dtype enum (77)', 1],
    ]);
  });

  test('are those of the first host plane, and read a fragmentation of 1 as 0', () => {
    const other: PlaneSpec = { ...host([allocated({ offsetPs: 9, address: 9, inUse: 9000 })]), name: '/host:python-tracer' };
    const second = host([allocated({ offsetPs: 9, address: 9, inUse: 8000 })]);
    const [result] = resultsOf(other, host([allocated({ offsetPs: 1, address: 1, inUse: 256, fragmentation: 1 })]), second);
    expect(result).toMatchObject({ peakBytes: 256, fragmentation: 0, snapshots: 1 });
    expect(resultsOf(other)).toEqual([]);
  });

  test('are told before the profile is analysed, never after', () => {
    const profile = readTrace(xspace(XPROF_MEMORY_PROFILE_TEST));
    analyse(profile);
    expect(xprofProfile(profile)).toEqual([]);
  });
});
