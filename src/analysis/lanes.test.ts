import { expect, test } from 'vitest';
import type { EventSpec } from '../../fixtures/xspace-spec.ts';
import { memoryEvent } from '../../fixtures/memory-events.ts';
import { xspace } from '../../fixtures/xspace-writer.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import { lanesOf } from './lanes.ts';

function launches(count: number, gap: number): EventSpec[] {
  return Array.from({ length: count }, (_, i): EventSpec[] => [
    { name: 'PjitFunction(train_step)', offsetPs: i * gap, durationPs: gap / 2 },
    memoryEvent({
      kind: 'allocation',
      offsetPs: i * gap + 1,
      allocator: 'GPU_0_bfc',
      address: i,
      requested: 1,
      held: 256,
      inUse: 256 * (i + 1),
      available: 0,
      peak: 0,
    }),
  ]).flat();
}

const trace = (events: EventSpec[]): ReturnType<typeof readTrace> =>
  readTrace(xspace({ planes: [{ name: '/host:CPU', lines: [{ name: 'python', events }] }] }));

test('without annotated steps, launches of the program that repeats stand for them, and it is said', () => {
  const lanes = lanesOf(trace(launches(6, 1000)), 0, 6000, 600);
  expect(lanes.lanes.map(({ kind, total }) => [kind, total])).toEqual([
    ['steps', 6],
    ['dispatches', 6],
  ]);
  expect(lanes.note).toContain('launches of jit_train_step');
});

test('marks narrower than a pixel become one box that says how many', () => {
  const { lanes } = lanesOf(trace(launches(1000, 100)), 0, 100_000, 10);
  const [row] = lanes[1].rows;
  expect(row.length).toBeLessThanOrEqual(12);
  expect(row.count.reduce((sum, count) => sum + count, 0)).toBe(1000);
});

test('a window holds the marks that touch it', () => {
  const { lanes } = lanesOf(trace(launches(10, 1000)), 2100, 3100, 1000);
  expect([...lanes[1].rows[0].start]).toEqual([2000, 3000]);
});
