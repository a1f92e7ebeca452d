import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AllocationTable } from '../model/profile.ts';
import { LiveIndex } from './live-index.ts';
import { randomMemory } from './testing/random-memory.ts';

test('finds what a walk over all allocations finds, after every event', () => {
  fc.assert(
    fc.property(randomMemory({ loses: true }), ({ profile, lifetimes: { allocations } }) => {
      for (let event = -1; event < profile.events.length; event++) expectAsByWalk(allocations, event);
    }),
  );
});

test('finds them in tables of several levels', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 400 }), (length, longest) => {
      const allocations = tableOf(length, longest);
      for (const event of [0, 1, length >> 1, length, 2 * length]) expectAsByWalk(allocations, event);
    }),
    { numRuns: 30 },
  );
});

test('looks into few blocks where few allocations are alive', () => {
  // Everything ends at the next event but for the very first allocation.
  const length = 1_000_000;
  const start = Int32Array.from({ length }, (_, i) => 2 * i);
  const end = Int32Array.from({ length }, (_, i) => (i === 0 ? -1 : 2 * i + 1));
  let reads = 0;
  const counted = new Proxy(end, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key) as unknown;
    },
  });
  const index = LiveIndex.of({ length, start, end: counted });
  reads = 0;
  expect(index.aliveAfter(2 * length - 2)).toEqual([0, length - 1]);
  expect(reads).toBeLessThan(1000);
});

function expectAsByWalk(allocations: AllocationTable, event: number): void {
  const { length, start, end } = allocations;
  const rows = Array.from({ length }, (_, i) => i);
  const index = LiveIndex.of(allocations);
  const isAlive = (i: number): boolean => end[i] < 0 || end[i] > event;
  expect(index.aliveAfter(event)).toEqual(rows.filter((i) => start[i] >= 0 && start[i] <= event && isAlive(i)));
  expect(Array.from(index.olderAliveAfter(event))).toEqual(rows.filter((i) => start[i] < 0 && isAlive(i)));
}

/** Every third allocation lives for up to `longest` events, some for ever; every seventh is from before the capture. */
function tableOf(length: number, longest: number): AllocationTable {
  const start = new Int32Array(length);
  const end = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    start[i] = i % 7 === 3 ? -1 : 2 * i;
    if (start[i] < 0) end[i] = 2 * i;
    else end[i] = i % 1000 === 5 ? -1 : 2 * i + 1 + (i % 3 === 0 ? (i * 7919) % longest : 0);
  }
  return { length, start, end };
}
