import { describe, expect, test } from 'vitest';
import type { AllocationsPicture, MapPicture, SpacePicture } from '../model/oom-incident.ts';
import type { DisplayList, RectItem, TextItem } from './display-list.ts';
import { fixedMeasurer as measure } from './testing/measure.ts';
import { layoutOomAllocations } from './oom-allocations.ts';
import { layoutOomMap } from './oom-map.ts';
import { layoutOomRemat } from './oom-remat.ts';
import { layoutOomSpace } from './oom-space.ts';

const width = 624;
const MIB = 2 ** 20;
const size = (mib: number): { bytes: number; exact: boolean; text: string } => ({
  bytes: mib * MIB,
  exact: false,
  text: `${mib}.00M`,
});

function rects(list: DisplayList, fill?: string): RectItem[] {
  return list.items.filter(
    (item): item is RectItem => item.kind === 'rect' && (fill === undefined || item.fill === fill),
  );
}

function texts(list: DisplayList): string[] {
  return list.items.filter((item): item is TextItem => item.kind === 'text').map((item) => item.text);
}

function expectInside(list: DisplayList): void {
  for (const item of list.items) {
    if (item.kind === 'rect') {
      expect(item.x).toBeGreaterThanOrEqual(0);
      expect(item.x + item.width).toBeLessThanOrEqual(list.width);
      expect(item.y + item.height).toBeLessThanOrEqual(list.height + 8);
    }
    if (item.kind === 'text' && item.anchor === 'start') {
      expect(item.x + measure(item.text, item.style)).toBeLessThanOrEqual(list.width + 1);
    }
  }
}

describe('a space and its parts', () => {
  const picture: SpacePicture = {
    name: 'VMEM',
    capacity: size(64),
    parts: [
      { name: 'scoped', kind: 'program', size: size(96) },
      {
        name: 'a name that is much too long for any row of this picture, however wide the picture may be drawn',
        kind: 'temporary',
        size: size(4),
      },
    ],
  };

  test('parts are as long as they are large, and what is beyond the capacity is marked', () => {
    const list = layoutOomSpace({ picture, width, measure });
    const [program] = rects(list, 'frame-program');
    expect(program?.width).toBeCloseTo((600 * 96) / 100, 3);
    const [beyond] = rects(list, 'peak');
    expect(beyond?.width).toBeCloseTo((600 * 36) / 100, 3);
    expect(texts(list)).toContain('capacity 64.00 MiB');
    expect(list.title).toBe(
      `VMEM of 64.00 MiB: scoped 96.00 MiB, ${picture.parts[1]?.name} 4.00 MiB, more than it holds.`,
    );
    expectInside(list);
  });

  test('a request against what is free needs no capacity', () => {
    const parts: SpacePicture['parts'] = [
      { name: 'requested', kind: 'request', size: size(8) },
      { name: 'free', kind: 'free', size: size(6) },
    ];
    const list = layoutOomSpace({ picture: { name: 'HBM', capacity: null, parts }, width, measure });
    expect(texts(list)).toContain('free 6.00 MiB');
    expect(list.title).toBe('HBM: requested 8.00 MiB, free 6.00 MiB, more than it holds.');
  });
});

test('allocations are boxes as wide as they are large, with their padding', () => {
  const picture: AllocationsPicture = {
    name: 'Largest allocations in HBM',
    capacity: size(40),
    boxes: [
      {
        name: 'jit(f)/dot_general',
        size: size(32),
        shape: 'f32[2048,4096]{1,0:T(8,128)}',
        source: '/home/user/project/model.py:12',
        padding: 16 * MIB,
        kind: 'temporary',
      },
      { name: 'argument', size: size(8), shape: 'f32[2048,1024]', source: '', padding: 0, kind: 'arguments' },
    ],
  };
  const list = layoutOomAllocations({ picture, width, measure });
  const [held, padding] = rects(list, 'in-use');
  expect(held?.width).toBeCloseTo(240, 3);
  expect(padding?.width).toBeCloseTo(240, 3);
  expect(padding?.opacity).toBeLessThan(1);
  expect(rects(list, 'frame-user')[0]?.width).toBeCloseTo(120, 3);
  expect(texts(list)).toEqual(
    expect.arrayContaining(['32.00 MiB (16.00 MiB padding)', 'f32[2048,4096]{1,0:T(8,128)}', 'capacity 40.00 MiB']),
  );
  expectInside(list);
});

describe('the map of a pool', () => {
  const cells = `${'*'.repeat(50)}${'_'.repeat(10)}${'x'.repeat(5)}${'*'.repeat(5)}${'_'.repeat(30)}`;
  const picture: MapPicture = { allocator: 'GPU_0_bfc', cells, request: 40 * MIB, bytesPerCell: MIB, owner: '' };

  test('every cell is drawn, the longest free run is outlined, the request has its length in cells', () => {
    const list = layoutOomMap({ picture, width, measure });
    expect(rects(list, 'in-use')).toHaveLength(55);
    expect(rects(list, 'reserved')).toHaveLength(5);
    expect(rects(list, 'line')).toHaveLength(40);
    const outline = list.items.find((item) => item.kind === 'path');
    expect(outline?.kind === 'path' && outline.points[0]).toBeCloseTo(12 + 70 * 6, 3);
    expect(rects(list, 'peak')[0]?.width).toBeCloseTo(240, 3);
    expect(texts(list)[0]).toBe('60 of 100 cells in use (one cell is 1.00 MiB), 40 free, the longest run 30.');
    expectInside(list);
  });

  test('a map that was cut says so, and one of an unknown pool has no scale', () => {
    const list = layoutOomMap({
      picture: { ...picture, cells: cells.slice(0, 87), bytesPerCell: null, owner: 'ambiguous: A or B' },
      width,
      measure,
    });
    expect(rects(list, 'peak')).toHaveLength(0);
    expect(texts(list)).toEqual(
      expect.arrayContaining([
        'The map is cut: 13 of its 100 cells are missing.',
        'Whose map this is is not certain: A or B.',
      ]),
    );
  });
});

test('rematerialization shows before, after and budget at one scale', () => {
  const exact = (bytes: number, text: string): { bytes: number; exact: boolean; text: string } => ({
    bytes,
    exact: true,
    text,
  });
  const picture = { original: exact(24, '24B'), reached: exact(16, '16B'), budget: exact(4, '4B') };
  const list = layoutOomRemat({ picture, width, measure });
  const [ground, ...bars] = rects(list);
  expect(bars.map((item) => Math.round(item.width))).toEqual([600, 400, 100]);
  expect([ground?.width, ground?.height]).toEqual([list.width, list.height]);
  expect(list.title).toBe('Temporaries: 24 bytes before, 16 bytes after, a budget of 4 bytes.');
});

test('how high a picture is does not depend on its width', () => {
  const space: SpacePicture = { name: 'HBM', capacity: null, parts: [{ name: 'a', kind: 'program', size: size(3) }] };
  const box = {
    name: 'a = b',
    size: size(3),
    shape: 'f32[3]',
    source: 'model.py:3',
    padding: 0,
    kind: 'program' as const,
  };
  const allocations: AllocationsPicture = { name: 'Largest', capacity: size(4), boxes: [box, box] };
  const map: MapPicture = {
    allocator: 'a',
    cells: '*_'.repeat(50),
    request: 3,
    bytesPerCell: 2,
    owner: 'ambiguous: a',
  };
  const remat = { original: null, reached: size(3), budget: size(2) };
  const heights = ([300, 2000] as const).map((at) => [
    layoutOomSpace({ picture: space, width: at, measure }).height,
    layoutOomAllocations({ picture: allocations, width: at, measure }).height,
    layoutOomMap({ picture: map, width: at, measure }).height,
    layoutOomRemat({ picture: remat, width: at, measure }).height,
  ]);
  expect(heights[0]).toEqual(heights[1]);
});
