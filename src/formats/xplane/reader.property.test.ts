import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryEvent } from '../../../fixtures/memory-events.ts';
import type { EventSpec, PlaneSpec } from '../../../fixtures/xspace-spec.ts';
import { xspace } from '../../../fixtures/xspace-writer.ts';
import { analyse } from '../../analysis/analyse.ts';
import { RefusalError } from '../../model/problems.ts';
import { FieldCursor } from '../protobuf/field-cursor.ts';
import { readTrace, stackText } from './testing/read-trace.ts';

/** A trace with nested spans, memory events on two threads, a device plane, programs and names: every sort of element. */
function sampleTrace(): Uint8Array {
  const events: EventSpec[] = [];
  for (let i = 0; i < 40; i++) {
    events.push({ name: `$model.py:${10 + i} layer_${i % 5}`, offsetPs: i * 1000, durationPs: 900 });
    events.push({ name: 'PjitFunction(f)', offsetPs: i * 1000 + 10, durationPs: 500, stats: { _pt: 5, _p: i } });
    events.push(memory(i, i * 1000 + 20));
  }
  const kernels = Array.from({ length: 50 }, (_, i): EventSpec => ({ name: `kernel_${i % 7}`, offsetPs: i * 10, durationPs: 9 }));
  const runtime = Array.from({ length: 10 }, (_, i): EventSpec[] => [
    { name: 'Enqueue', offsetPs: i * 1000, durationPs: 800, stats: { _ct: 5, _c: i } },
    memory(100 + i, i * 1000 + 30),
  ]).flat();
  const planes: PlaneSpec[] = [
    { name: '/device:GPU:0', lines: [{ name: 'Stream #1', events: kernels }], stats: { device_vendor: 'Nvidia' } },
    {
      name: '/host:metadata',
      eventMetadata: [{ name: 'jit_f(4)', stats: { 'Hlo Proto': { bytes: new Uint8Array(3000).fill(7) } } }],
    },
    {
      name: '/host:CPU',
      lines: [
        { id: 1, name: 'python', timestampNs: 100, events },
        { id: -2, name: 'runtime', timestampNs: 101, events: runtime },
      ],
    },
  ];
  return xspace({ planes, hostnames: ['worker-0'], errors: ['none'] });
}

function memory(index: number, offsetPs: number): EventSpec {
  const inUse = 256 * (index + 1);
  const counters = { allocator: 'GPU_0_bfc', address: 0x1000 + index * 256, inUse, available: 1e9 - inUse, peak: inUse };
  return memoryEvent({ kind: 'allocation', offsetPs, requested: 200, held: 256, ...counters });
}

const trace = sampleTrace();
const reference = readTrace(trace, trace.length);

const peaks = analyse(readTrace(trace, trace.length)).summary.allocators.map(({ peak }) => peak.total);

const topLevelEnds = new Set<number>();
for (const field = new FieldCursor(trace, 0, trace.length); field.next(); ) topLevelEnds.add(field.stop);

describe('any bytes', () => {
  test('give the same profile however they are cut into chunks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (chunk) => {
        const profile = readTrace(trace, chunk);
        expect({ ...profile, programs: [], calls: null }).toEqual({ ...reference, programs: [], calls: null });
        expect(profile.programs.length).toBe(reference.programs.length);
      }),
      { numRuns: 60 },
    );
  });

  test('cut anywhere give a prefix of the truth or a refusal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: trace.length - 1 }), fc.integer({ min: 1, max: 5000 }), (length, chunk) => {
        const profile = readOrRefusal(trace.subarray(0, length), chunk);
        if (profile instanceof RefusalError) return;
        expect(profile.events.length).toBeLessThanOrEqual(reference.events.length);
        // Between two top-level fields a cut leaves a smaller file that is whole in itself.
        expect(profile.problems.length > 0 || topLevelEnds.has(length)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('with flipped bits never crash and never hang', () => {
    const flips = fc.array(fc.tuple(fc.nat(trace.length - 1), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(flips, fc.integer({ min: 1, max: 5000 }), (changes, chunk) => {
        const bytes = trace.slice();
        for (const [at, mask] of changes) bytes[at] ^= mask;
        const profile = readOrRefusal(bytes, chunk);
        if (profile instanceof RefusalError) return;
        for (let event = 0; event < profile.events.length; event++) stackText(profile, event);
      }),
      { numRuns: 500 },
    );
  });

  test('dropped or doubled never give a wrong peak that is called right', () => {
    const run = fc.record({
      at: fc.nat(trace.length - 1),
      length: fc.integer({ min: 1, max: 200 }),
      isDoubled: fc.boolean(),
    });
    fc.assert(
      fc.property(run, fc.integer({ min: 1, max: 5000 }), ({ at, length, isDoubled }, chunk) => {
        const piece = trace.subarray(at, at + length);
        const rest = trace.subarray(isDoubled ? at : at + length);
        const profile = readOrRefusal(Buffer.concat([trace.subarray(0, at), ...(isDoubled ? [piece] : []), rest]), chunk);
        if (profile instanceof RefusalError) return;
        const { problems, allocators, whyNoMemory } = analyse(profile).summary;
        // A length that swallows the host plane leaves a trace without memory events, which says that it is one.
        if (problems.length === 0 && whyNoMemory.length === 0) expect(allocators.map(({ peak }) => peak.total)).toEqual(peaks);
      }),
      { numRuns: 600 },
    );
  });

  test('cut at every length give no more events than there are, and never a wrong peak that is called right', () => {
    const small = xspace({
      planes: [{ name: '/host:CPU', lines: [{ name: 'python', events: [0, 1, 2].map((i) => memory(i, i * 1000)) }] }],
    });
    for (let length = 0; length < small.length; length++) {
      const profile = readOrRefusal(small.subarray(0, length), 64);
      if (profile instanceof RefusalError) continue;
      expect(profile.events.length).toBeLessThanOrEqual(3);
      expect(profile.problems).not.toEqual([]);
    }
  });

  test('cut between the names of events and those of their numbers show no curve of nothing', () => {
    const lengths = Array.from({ length: Math.floor(trace.length / 3) }, (_, i) => 3 * i);
    const isOfNothing = (length: number): boolean => {
      const profile = readOrRefusal(trace.subarray(0, length), 4096);
      return !(profile instanceof RefusalError) && !profile.events.inUse.every(Number.isFinite);
    };
    expect(lengths.filter(isOfNothing)).toEqual([]);
  });

  test('of noise are refused or give nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        const profile = readOrRefusal(bytes, 100);
        if (!(profile instanceof RefusalError)) expect(profile.events.length).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

function readOrRefusal(bytes: Uint8Array, chunk: number): ReturnType<typeof readTrace> | RefusalError {
  try {
    return readTrace(bytes, chunk);
  } catch (error) {
    if (error instanceof RefusalError) return error;
    throw error;
  }
}
