import { describe, expect, test } from 'vitest';
import { type DecodedEvent, type DecodedLine, decodeXSpace } from '../fixtures/xspace-decoder.ts';
import { xspace } from '../fixtures/xspace-writer.ts';
import { missed, median, table } from './table.ts';
import { makeWorkload } from './workload.ts';

const SCALE = 0.05;

function hostLines(variant: 'mixed' | 'unsorted' | 'python'): DecodedLine[] {
  const { planes } = decodeXSpace(xspace(makeWorkload(SCALE, variant).xspace));
  return planes.find(({ name }) => name === '/host:CPU')?.lines ?? [];
}

const isMemory = ({ name }: DecodedEvent): boolean => name.startsWith('Memory');
const stat = (event: DecodedEvent, name: string): number =>
  Number(event.stats.find((candidate) => candidate.name === name)?.value);
const isSorted = ({ events }: DecodedLine): boolean =>
  events.every(({ offsetPs }, index) => (events[index - 1]?.offsetPs ?? 0n) <= (offsetPs ?? 0n));

describe('the workload', () => {
  test('is what an allocator would have said: every step explained by its event, in absolute time', () => {
    const events = hostLines('mixed')
      .flatMap((line) =>
        line.events
          .filter(isMemory)
          .map((event) => ({ event, time: line.timestampNs * 1000n + (event.offsetPs ?? 0n) })),
      )
      .toSorted((a, b) => Number(a.time - b.time));
    expect(events.length).toBe(makeWorkload(SCALE, 'mixed').memoryEvents);
    const alive = new Map<number, number>();
    let before = 4 * 2 ** 30;
    let unknown = 0;
    for (const { event } of events) {
      const [bytes, address] = [stat(event, 'allocation_bytes'), stat(event, 'addr')];
      if (event.name === 'MemoryAllocation') {
        expect(alive.has(address)).toBe(false);
        alive.set(address, bytes);
        before += bytes;
      } else {
        if (!alive.has(address)) unknown++;
        else expect(alive.get(address)).toBe(bytes);
        alive.delete(address);
        before -= bytes;
      }
      expect(stat(event, 'bytes_allocated')).toBe(before);
      expect(before).toBeGreaterThan(0);
    }
    expect(unknown).toBe(64);
    expect(alive.size).toBe(64);
  });

  test('has a third of its bytes in memory events, host events and kernels each', () => {
    const { xspace: spec } = makeWorkload(SCALE, 'mixed');
    const all = xspace(spec).length;
    const devices = xspace({ planes: (spec.planes ?? []).slice(0, 2) }).length;
    const memory = hostLines('mixed').flatMap(({ events }) => events.filter(isMemory)).length * 105;
    expect(devices / all).toBeGreaterThan(0.28);
    expect(devices / all).toBeLessThan(0.38);
    expect(memory / all).toBeGreaterThan(0.28);
    expect(memory / all).toBeLessThan(0.38);
  });

  test('counts the host events that lie above a memory event', () => {
    let kept = 0;
    for (const { events } of hostLines('mixed')) {
      const spans = events.filter(({ durationPs }) => durationPs > 0n);
      const times = events.filter(isMemory).map(({ offsetPs }) => offsetPs ?? 0n);
      kept += spans.filter(({ offsetPs, durationPs }) => {
        const start = offsetPs ?? 0n;
        return times.some((time) => time >= start && time < start + durationPs);
      }).length;
    }
    expect(kept).toBe(makeWorkload(SCALE, 'mixed').keptHostEvents);
  });

  test('is sorted on every line, but for the one that is not', () => {
    expect(hostLines('mixed').map(isSorted)).toEqual([true, true, true, true]);
    expect(hostLines('unsorted').map(isSorted)).toEqual([true, false, true, true]);
  });

  test('can be Python spans for the most part', () => {
    const events = hostLines('python').flatMap((line) => line.events);
    const python = events.filter(({ name }) => name.startsWith('$')).length;
    expect(python / events.length).toBeGreaterThan(0.95);
  });

  test('is the same twice', () => {
    const bytes = (): Uint8Array => xspace(makeWorkload(SCALE, 'mixed').xspace);
    expect(Buffer.compare(bytes(), bytes())).toBe(0);
  });
});

describe('the table', () => {
  const row = { measure: 'open', file: '×10', value: 1.8, unit: '×', goal: { limit: 1.6 }, detail: '' };

  test('says which goals were missed, and puts ratios first', () => {
    const speed = { ...row, value: 300, unit: 'MB/s', goal: { limit: 280, atLeast: true } };
    const rows = [speed, row, { ...row, value: null }];
    expect(missed(rows)).toEqual([row]);
    const [, first, second, third] = table(rows).split('\n');
    expect(first).toMatch(/1\.80 × +≤ 1\.60 × +missed/);
    expect(second).toMatch(/not measured +≤ 1\.60 ×$/);
    expect(third).toMatch(/300 MB\/s +≥ 280 MB\/s +ok/);
  });

  test('takes the middle of the runs', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  });
});
