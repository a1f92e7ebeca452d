import { describe, expect, test } from 'vitest';
import type { FindingKind } from '../model/finding.ts';
import { findingShape, SHAPE_HEIGHT, SHAPE_WIDTH } from './finding-shape.ts';

const KINDS: readonly FindingKind[] = [
  'needle', 'staircase', 'gap-ramp', 'sawtooth', 'step', 'creep', 'copy', 'fragmentation', 'does-not-fit', 'imbalance',
];

describe('the shape of a finding', () => {
  test.each(KINDS)('%s stays within its picture and is drawn in whole points', (kind) => {
    for (const item of findingShape(kind).items) {
      if (item.kind !== 'path') throw new Error('A shape is made of lines.');
      expect(item.points.length % 2).toBe(0);
      item.points.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(1);
        expect(value).toBeLessThanOrEqual((i % 2 === 0 ? SHAPE_WIDTH : SHAPE_HEIGHT) - 1);
      });
    }
  });

  test('tells every kind from every other, in lines and in words', () => {
    const drawn = KINDS.map((kind) => JSON.stringify(findingShape(kind).items.map((item) => Object.values(item).map(String))));
    expect(new Set(drawn).size).toBe(KINDS.length);
    expect(new Set(KINDS.map((kind) => findingShape(kind).title)).size).toBe(KINDS.length);
  });

  test('of memory is a step function: only what is thought of slants', () => {
    for (const item of KINDS.flatMap((kind) => findingShape(kind).items)) {
      if (item.kind !== 'path' || item.dash !== undefined) continue;
      for (let i = 2; i < item.points.length; i += 2) {
        const straight = item.points[i] === item.points[i - 2] || item.points[i + 1] === item.points[i - 1];
        expect(straight).toBe(true);
      }
    }
  });
});
