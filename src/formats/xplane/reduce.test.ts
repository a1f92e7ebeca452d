import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryEvent } from '../../../fixtures/memory-events.ts';
import type { EventSpec, PlaneSpec } from '../../../fixtures/xspace-spec.ts';
import { xspace } from '../../../fixtures/xspace-writer.ts';
import { MARK_ANNOTATION, type Profile } from '../../model/profile.ts';
import { RefusalError } from '../../model/problems.ts';
import { FieldCursor } from '../protobuf/field-cursor.ts';
import { readTrace, stackText } from './testing/read-trace.ts';
import { reduceTrace } from './testing/reduce-trace.ts';

function memory(index: number, offsetPs: number): EventSpec {
  const inUse = 256 * (index + 1);
  const counters = { allocator: 'GPU_0_bfc', address: 0x1000 + index * 256, inUse, available: 1e9 - inUse, peak: inUse };
  return memoryEvent({ kind: 'allocation', offsetPs, requested: 200, held: 256, ...counters });
}

/** Python, a runtime thread that goes on with its work, kernels, a lane of programs, steps and an HLO proto. */
function planes(): PlaneSpec[] {
  const python: EventSpec[] = [
    { name: '$train.py:3 main', offsetPs: 0, durationPs: 90_000 },
    { name: '$data.py:9 next_batch', offsetPs: 100, durationPs: 400 },
    { name: 'PjitFunction(step)', offsetPs: 1000, durationPs: 5000 },
    { name: 'Execute', offsetPs: 1200, durationPs: 300, stats: { _pt: 5, _p: 23 } },
    { name: 'Execute', offsetPs: 1600, durationPs: 300, stats: { _pt: 5, _p: 24 } },
    { name: 'PjitFunction(idle)', offsetPs: 8000, durationPs: 100, stats: { _pt: 5, _p: 25 } },
    { name: 'train', offsetPs: 10_000, durationPs: 1000, stats: { _r: 1, step_num: 7 } },
    { name: '$model.py:5 layer', offsetPs: 20_000, durationPs: 500 },
    memory(0, 20_100),
  ];
  const runtime: EventSpec[] = [
    { name: 'Idle', offsetPs: 0, durationPs: 500, stats: { reason: 'nothing to do' } },
    { name: 'EnqueueExecution', offsetPs: 2000, durationPs: 800, stats: { _ct: 5, _c: 23 } },
    { name: 'Build buffer allocations', offsetPs: 2100, durationPs: 100 },
    memory(1, 2150),
  ];
  const kernels = Array.from({ length: 50 }, (_, i): EventSpec => ({ name: `kernel_${i}`, offsetPs: i * 10, durationPs: 9 }));
  return [
    {
      name: '/device:GPU:0',
      lines: [
        { name: 'Stream #1', events: kernels },
        { name: 'XLA Modules', events: [{ name: 'jit_step(4)', offsetPs: 5, durationPs: 400 }] },
      ],
      stats: { device_vendor: 'Nvidia' },
    },
    {
      name: '/host:metadata',
      eventMetadata: [{ name: 'jit_step(4)', stats: { 'Hlo Proto': { bytes: new Uint8Array(3000).fill(7) } } }],
    },
    {
      name: '/host:CPU',
      lines: [
        { id: 1, name: 'python', timestampNs: 100, events: python },
        { id: -2, name: 'runtime', timestampNs: 101, events: runtime },
      ],
    },
  ];
}

const trace = xspace({ planes: planes(), hostnames: ['worker-0'] });
const reduced = reduceTrace(trace);

describe('a reduced trace', () => {
  test('has the memory events with all their stats, under the same stacks across threads', () => {
    const [before, after] = [readTrace(trace), readTrace(reduced.xspace)];
    expect(withoutRows(after)).toEqual(withoutRows(before));
    expect(stackText(after, 0)).toEqual([
      'train.py: main',
      'PjitFunction(step)',
      'Execute',
      'EnqueueExecution',
      'Build buffer allocations',
    ]);
    expect([0, 1].map((event) => stackText(after, event))).toEqual([0, 1].map((event) => stackText(before, event)));
  });

  test('keeps steps, launches, lanes of programs, the facts of devices and the HLO proto byte for byte', async () => {
    const [before, after] = [readTrace(trace), readTrace(reduced.xspace)];
    expect(markTexts(after)).toEqual(markTexts(before));
    expect(markTexts(after)).toHaveLength(4);
    expect(after.capture.devices).toEqual(before.capture.devices);
    expect(after.capture.hosts).toEqual(['worker-0']);
    const [program] = after.programs;
    expect(program.programId).toBe('4');
    expect(new Uint8Array(await program.proto.arrayBuffer())).toEqual(new Uint8Array(3000).fill(7));
  });

  test('leaves out kernels and host events without memory, with their names', () => {
    expect(reduced).toMatchObject({ memoryEvents: 2, otherEvents: 9, leftOut: 53, problems: [] });
    const text = new TextDecoder().decode(reduced.xspace);
    for (const gone of ['kernel_', 'next_batch', 'Idle', 'nothing to do', 'reason']) expect(text).not.toContain(gone);
    for (const kept of ['Stream #1', 'jit_step(4)', 'device_vendor', 'Nvidia', 'allocator_name']) expect(text).toContain(kept);
  });

  test('keeps fields that this reader does not know', () => {
    const unknown = [0xfa, 0x3f, 3, 1, 2, 3];
    const bytes = Buffer.concat([trace, Uint8Array.from(unknown)]);
    expect(Array.from(reduceTrace(bytes).xspace.slice(-unknown.length))).toEqual(unknown);
  });

  test('of lines out of order is found all the same', () => {
    const [device, metadata, host] = planes();
    const lines = host.lines?.map((line) => ({ ...line, events: Array.isArray(line.events) ? line.events.toReversed() : [] })) ?? [];
    const disordered = xspace({ planes: [device, metadata, { ...host, lines }] });
    const after = readTrace(reduceTrace(disordered).xspace);
    const before = readTrace(disordered);
    expect([0, 1].map((event) => stackText(after, event))).toEqual([0, 1].map((event) => stackText(before, event)));
    expect(stackText(before, 0)).toContain('PjitFunction(step)');
  });

  test('is the same however the bytes come in, and however often it is reduced', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (chunk) => {
        expect(Buffer.compare(reduceTrace(trace, chunk).xspace, reduced.xspace)).toBe(0);
        expect(Buffer.compare(reduceTrace(reduced.xspace, chunk).xspace, reduced.xspace)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

describe('of a damaged trace', () => {
  const ends = new Set<number>();
  for (const field = new FieldCursor(trace, 0, trace.length); field.next(); ) ends.add(field.stop);

  test('a cut one keeps what its reader finds, and the file says what it lacks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: trace.length - 1 }), (length) => {
        const bytes = trace.subarray(0, length);
        const result = orRefusal(() => reduceTrace(bytes));
        if (result instanceof RefusalError) {
          expect(result.message.length).toBeGreaterThan(30);
          return;
        }
        const after = orRefusal(() => readTrace(result.xspace));
        const before = orRefusal(() => readTrace(bytes));
        if (before instanceof RefusalError || after instanceof RefusalError) {
          expect(result.memoryEvents).toBe(0);
          expect(result.problems.length).toBeGreaterThan(0);
          return;
        }
        expect(withoutRows(after)).toEqual(withoutRows(before));
        if (ends.has(length)) return;
        expect(result.problems.length).toBeGreaterThan(0);
        expect(after.capture.warnings.join()).toContain('Reduced by Highwater from a file that could not be read in full.');
      }),
      { numRuns: 300 },
    );
  });

  test('flipped bits never crash and never hang, and what comes out opens', () => {
    const flips = fc.array(fc.tuple(fc.nat(trace.length - 1), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(flips, fc.integer({ min: 1, max: 5000 }), (changes, chunk) => {
        const bytes = trace.slice();
        for (const [at, mask] of changes) bytes[at] ^= mask;
        const result = orRefusal(() => reduceTrace(bytes, chunk));
        if (result instanceof RefusalError) return;
        const after = orRefusal(() => readTrace(result.xspace, chunk));
        const before = orRefusal(() => readTrace(bytes, chunk));
        if (after instanceof RefusalError || before instanceof RefusalError) return;
        expect(after.events.inUse).toEqual(before.events.inUse);
        expect(after.events.time).toEqual(before.events.time);
      }),
      { numRuns: 200 },
    );
  });

  test('noise is refused, or leaves nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        const result = orRefusal(() => reduceTrace(bytes, 100));
        if (!(result instanceof RefusalError)) expect(result.memoryEvents).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

/** Steps, launches and runs on the device; annotations without memory are left out. */
function markTexts({ marks, strings }: Profile): string[] {
  return Array.from(marks.start, (start, i) => [marks.kind[i], strings[marks.name[i]], start, marks.duration[i], marks.step[i]])
    .filter(([kind]) => kind !== MARK_ANNOTATION)
    .map((mark) => mark.join(' '));
}

/** Rows of the tables of stacks and calls depend on what else is kept. */
function withoutRows({ events }: Profile): Partial<Profile['events']> {
  const { call: _, stack: __, ...rest } = events;
  return rest;
}

function orRefusal<T>(read: () => T): T | RefusalError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RefusalError) return error;
    throw error;
  }
}
