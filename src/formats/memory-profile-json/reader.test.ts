import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../analysis/analyse.ts';
import { summarizeStated } from '../../cli/summarize-stated.ts';
import { RefusalError } from '../../model/problems.ts';
import type { Profile } from '../../model/profile.ts';
import { MemoryProfileJsonReader } from './reader.ts';

function read(bytes: Uint8Array, chunk = 1 << 16): Profile {
  const reader = new MemoryProfileJsonReader('host.memory_profile.json');
  for (let i = 0; i < bytes.length; i += chunk) reader.push(bytes.subarray(i, i + chunk));
  const outcome = reader.end();
  if (outcome.kind !== 'profile') throw new Error('no profile');
  return outcome.profile;
}

const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function snapshot(time: string, activity: string, address: string, heap: string, op = ''): unknown {
  return {
    timeOffsetPs: time,
    aggregationStats: { stackReservedBytes: '0', heapAllocatedBytes: heap, freeMemoryBytes: String(10_000 - Number(heap)), fragmentation: 'NaN', peakBytesInUse: '9000' },
    activityMetadata: { memoryActivity: activity, requestedBytes: '200', allocationBytes: '256', address, tfOpName: op },
  };
}

const small = text({
  memoryProfilePerAllocator: {
    GPU_0_bfc: {
      profileSummary: { peakBytesUsageLifetime: '9000', memoryCapacity: '10000', peakStatsTimePs: '10' },
      memoryProfileSnapshots: [
        snapshot('30', 'DEALLOCATION', '18446744073709551615', '4000'),
        snapshot('10', 'ALLOCATION', '18446744073709551615', '4256', 'é/MatMul'),
      ],
    },
  },
});

describe('a memory profile of XProf', () => {
  test('opens as events in order of time, with the op in place of a call stack, and says what it lacks', () => {
    const { profile, summary } = analyse(read(small, 7));
    expect(summary.allocators[0]).toMatchObject({
      allocator: { id: 'GPU_0_bfc', kind: 'device', capacity: 10_000, lifetimePeak: 9000 },
      inUseBefore: 4000,
      peak: { total: 4256, time: 10, fragmentation: null },
      neverFreed: { count: 0 },
      identity: { violations: 0 },
    });
    expect(profile.strings[profile.frames.function[profile.stacks.frame[profile.events.stack[0]]]]).toBe('é/MatMul');
    expect(profile.problems[0].sentence).toContain('reduced profile');
  });

  test('without an allocator is refused with what to do', () => {
    expect(() => read(text({ memoryProfilePerAllocator: {}, numHosts: 1 }))).toThrow(/no memory events/);
  });

  test('one bad snapshot costs one snapshot', () => {
    const bad = [null, { timeOffsetPs: '20' }, snapshot('x', 'ALLOCATION', '1', '5'), snapshot('20', 'ALLOCATION', '1', '-5')];
    const snapshots = [snapshot('10', 'ALLOCATION', '8', '4256'), ...bad];
    const profile = read(text({ memoryProfilePerAllocator: { GPU_0_bfc: { memoryProfileSnapshots: snapshots } } }));
    expect(profile.events.length).toBe(1);
    expect(profile.allocators[0].capacity).toBe(10_000);
    expect(profile.problems[1]).toMatchObject({ where: 'host.memory_profile.json: GPU_0_bfc', count: 4 });
  });

  test('numbers that can be no sizes are left out of what XProf states, and said', () => {
    const peakStats = { peakBytesInUse: '-5', heapAllocatedBytes: '5', stackReservedBytes: 1.5, fragmentation: 7 };
    const activeAllocations = [
      { snapshotIndex: '0', numOccurrences: 1 },
      { snapshotIndex: '9', numOccurrences: 1 },
      { snapshotIndex: '0', numOccurrences: -1 },
    ];
    const profileSummary = { peakBytesUsageLifetime: '1e300', memoryCapacity: 'many', peakStats };
    const memoryProfileSnapshots = [snapshot('10', 'ALLOCATION', '8', '256'), { ...Object(snapshot('20', 'ALLOCATION', '9', '512')), activityMetadata: { allocationBytes: '-256' } }];
    const profile = read(text({ memoryProfilePerAllocator: { GPU_0_bfc: { profileSummary, memoryProfileSnapshots, activeAllocations } } }));
    expect(profile.stated?.allocators[0]).toMatchObject({
      lifetimePeakBytes: null,
      peakBytes: null,
      heapBytes: 5,
      stackBytes: null,
      freeBytes: 0,
      fragmentation: null,
      capacityBytes: null,
      rows: [{ bytes: 256, requested: 200, occurrences: 1 }],
    });
    expect(profile.events.length).toBe(1);
    const fields = ['peakBytesUsageLifetime', 'peakBytesInUse', 'stackReservedBytes', 'memoryCapacity'];
    expect(profile.problems.slice(1).map(({ sentence, count }) => [sentence, count])).toEqual([
      ['A memory event could not be read and was left out.', 1],
      ...fields.map((field) => [`What XProf stated as ${field} is no size and was left out.`, 1]),
      ["A row of XProf's table of what is alive at the peak could not be read and was left out.", 2],
    ]);
  });

  test.each([3, 4096])('opens the same as UTF-16, with a mark of its encoding, and with zeros behind it, in chunks of %d bytes', (chunk) => {
    const json = new TextDecoder().decode(small);
    const littleEndian = new Uint8Array(Buffer.from(json, 'utf16le'));
    const marked = new Uint8Array(Buffer.from(`\ufeff${json}`, 'utf8'));
    const expected = read(small);
    for (const bytes of [littleEndian, marked, new Uint8Array(Buffer.from(`\ufeff${json}`, 'utf16le'))]) {
      expect(read(bytes, chunk)).toEqual({ ...expected, source: { ...expected.source, bytes: bytes.length } });
    }
    const padded = read(Uint8Array.from([...small, 0, 0, 0]), chunk);
    expect(padded.events).toEqual(expected.events);
    expect(padded.problems[0].sentence).toContain('Zeros follow the end of the JSON');
  });

  test('that is no JSON is damaged, not cut', () => {
    const damaged = new TextEncoder().encode('{"memoryProfilePerAllocator": {"a": {"fragmentation": NaN}}}');
    expect(() => read(damaged)).toThrow(/is damaged: it is no JSON/);
  });

  test('without events does not guess at backends that it knows nothing of', () => {
    const { whyNoMemory } = analyse(read(text({ memoryProfilePerAllocator: { a: {} } }))).summary;
    expect(whyNoMemory).toEqual([expect.stringContaining('Drop the .xplane.pb of the same run')]);
  });

  test('cut at any length is refused, and never hangs', () => {
    for (let length = 0; length < small.length; length++) {
      expect(() => read(small.subarray(0, length))).toThrow(RefusalError);
    }
  });

  test('with any JSON in its place gives a profile or a refusal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (inner, other) => {
        const root = { memoryProfilePerAllocator: { a: { memoryProfileSnapshots: inner, activeAllocations: other, profileSummary: other } } };
        const profile = read(text(root));
        expect(profile.events.length).toBeLessThanOrEqual(Array.isArray(inner) ? inner.length : 0);
        analyse(profile);
      }),
    );
  });
});

const corpus = resolve(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus');
const folder = join(corpus, 'memprofile_json');
const files = existsSync(folder) ? readdirSync(folder) : [];

describe.skipIf(files.length === 0)('memory profiles of the corpus (skipped where there is no corpus)', () => {
  test.each(files)('%s gives what XProf wrote', (name) => {
    const profile = read(gunzipSync(readFileSync(join(folder, name))));
    const expected = JSON.parse(readFileSync(join(corpus, 'expected', `${name}.json`), 'utf8')) as Record<string, unknown>;
    const { version, numHosts, memoryIds, allocators } = expected;
    expect(profile.stated && summarizeStated(profile.stated)).toEqual({ version, numHosts, memoryIds, allocators });
    // These older files hold every event, so the peak follows from them too.
    for (const stated of profile.stated?.allocators ?? []) {
      const own = analyse(profile).summary.allocators.find(({ allocator }) => allocator.id === stated.id);
      expect(own?.peak.total).toBe(stated.peakBytes);
    }
  });
});
