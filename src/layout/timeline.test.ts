import { describe, expect, test } from 'vitest';
import { curvesOf, peakOf, stepSeries } from '../../fixtures/curves.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { DisplayItem, PathItem, TextItem } from './display-list.ts';
import { fixedMeasurer } from './testing/measure.ts';
import { timeToX, xToTime } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import { readAt, readPeak } from './readings.ts';
import { layoutTimeline } from './timeline.ts';
import type { TimelineInput } from './timeline.ts';
import { layoutOverlay } from './timeline-overlay.ts';

const GIB = 2 ** 30;
const SECOND = 1e12;
const PEAK = 8_881_995_814;

function allocator(options: { capacity?: number | null; reserved?: number; before?: number } = {}): AllocatorSummary {
  const { capacity = 16.49 * GIB, reserved = 0, before = 4.5 * GIB } = options;
  const start = before + reserved;
  const total = stepSeries(start, [
    [20.9 * SECOND, start + 1024],
    [21.4 * SECOND, PEAK],
    [21.4 * SECOND, start + 2048],
    [22.1 * SECOND, start],
  ]);
  return {
    allocator: {
      id: 'GPU_0_bfc',
      kind: 'device',
      host: null,
      allocations: 2,
      deallocations: 2,
      capacity,
      lifetimePeak: PEAK,
      lines: 1,
      lineStartsNs: [0n],
    },
    peak: peakOf(total, reserved),
    inUseBefore: before,
    largestInUse: PEAK,
    peakBeforeCapture: false,
    inUseFirst: before + 1024,
    inUseLast: before,
    freesWithoutAllocation: { count: 0, bytes: 0 },
    neverFreed: { count: 0, bytes: 0 },
    identity: { steps: 3, violations: 0, unchecked: 0, baselineJumps: 0 },
    curves: curvesOf(total, { before, reserved }),
  };
}

function input(summary: AllocatorSummary, changes: Partial<TimelineInput> = {}): TimelineInput {
  return {
    allocator: summary,
    range: { from: 20.9 * SECOND, to: 22.1 * SECOND },
    window: null,
    width: 1280,
    height: 300,
    pixelRatio: 1,
    measure: fixedMeasurer,
    ...changes,
  };
}

const texts = (items: DisplayItem[]): string[] =>
  items.filter((item): item is TextItem => item.kind === 'text').map(({ text }) => text);

const paths = (items: DisplayItem[]): PathItem[] => items.filter((item): item is PathItem => item.kind === 'path');

describe('the timeline', () => {
  test('marks the peak at its own moment and size, rounded and exact', () => {
    const { list, frame } = layoutTimeline(input(allocator()));
    const dot = list.items.find((item) => item.kind === 'circle');
    expect(dot).toMatchObject({ x: timeToX(frame, 21.4 * SECOND), y: valueToY(frame, PEAK), fill: 'peak' });
    expect(texts(list.items)).toContain('peak 8.27 GiB (8,881,995,814 bytes)');
    expect(list.title).toContain('window peak 8.27 GiB (8,881,995,814 bytes) at 21.400 s');
  });

  test('the drawn line reaches the peak although it has no width, and stands on the memory from before', () => {
    const { list, frame } = layoutTimeline(input(allocator()));
    const line = paths(list.items).find(({ stroke }) => stroke === 'in-use-line');
    const heights = line?.points.filter((_, i) => i % 2 === 1) ?? [];
    expect(Math.min(...heights)).toBeCloseTo(valueToY(frame, PEAK), 3);
    const before = paths(list.items).find(({ fill }) => fill === 'before-capture');
    expect(before?.points[1]).toBeCloseTo(valueToY(frame, 4.5 * GIB), 3);
    expect(texts(list.items)).toContain('4.50 GiB alive before the capture began');
  });

  test('stacks reserved under what was in use before, and names both', () => {
    const { list, frame } = layoutTimeline(input(allocator({ reserved: 2 * GIB, before: 1.5 * GIB })));
    const filled = paths(list.items).filter(({ fill }) => fill !== undefined);
    expect(filled.map(({ fill }) => fill)).toEqual(['in-use', 'before-capture', 'reserved']);
    expect(filled[1]?.points[1]).toBeCloseTo(valueToY(frame, 3.5 * GIB), 3);
    expect(filled[2]?.points[1]).toBeCloseTo(valueToY(frame, 2 * GIB), 3);
    expect(texts(list.items)).toEqual(expect.arrayContaining(['2.00 GiB reserved', 'reserved', 'in use']));
  });

  test('capacity is a dashed line where the curve fills a third of it, and a note where it is far above', () => {
    const near = layoutTimeline(input(allocator()));
    const dashed = paths(near.list.items).find(({ dash }) => dash !== undefined);
    expect(dashed?.points[1]).toBeCloseTo(valueToY(near.frame, 16.49 * GIB), 3);
    expect(texts(near.list.items)).toContain('capacity 16.49 GiB');

    const far = layoutTimeline(input(allocator({ capacity: 80 * GIB })));
    expect(paths(far.list.items).some(({ dash }) => dash !== undefined)).toBe(false);
    expect(texts(far.list.items)).toContain('capacity 80.00 GiB, above this picture');

    const unknown = layoutTimeline(input(allocator({ capacity: null })));
    expect(texts(unknown.list.items).some((text) => text.startsWith('capacity'))).toBe(false);
  });

  test.each([
    ['before', { from: 20.9 * SECOND, to: 21 * SECOND }, 'peak 8.27 GiB (8,881,995,814 bytes) at 21.400 s →'],
    ['after', { from: 21.5 * SECOND, to: 22 * SECOND }, '← peak 8.27 GiB (8,881,995,814 bytes) at 21.400 s'],
  ])('a range that lies %s the peak says where the peak is', (_, range, note) => {
    const { list } = layoutTimeline(input(allocator(), { range }));
    expect(texts(list.items)).toContain(note);
    expect(list.items.some(({ kind }) => kind === 'circle')).toBe(false);
  });

  test.each([480, 640, 1280, 3840])('at %d px no two labels lie on each other and none leaves the picture', (width) => {
    for (const capacity of [PEAK, 9 * GIB, 16.49 * GIB, 80 * GIB]) {
      const { list } = layoutTimeline(input(allocator({ capacity, reserved: GIB }), { width }));
      const boxes = list.items
        .filter((item): item is TextItem => item.kind === 'text')
        .map(({ x, y, text, style, anchor }) => {
          const length = fixedMeasurer(text, style);
          const left = anchor === 'start' ? x : anchor === 'end' ? x - length : x - length / 2;
          return { text, left, right: left + length, top: y - 9, bottom: y + 2 };
        });
      for (const [i, a] of boxes.entries()) {
        expect(a.left, a.text).toBeGreaterThanOrEqual(0);
        expect(a.right, a.text).toBeLessThanOrEqual(width);
        for (const b of boxes.slice(i + 1)) {
          const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          expect(apart, `${a.text} | ${b.text}`).toBe(true);
        }
      }
    }
  });

  test('raw steps take the place of buckets where they cover the range', () => {
    const summary = allocator();
    const total = stepSeries(5 * GIB, [[21 * SECOND, 6 * GIB]]);
    const constant = { initial: 0, time: new Float64Array(), value: new Float64Array() };
    const window = { from: 20 * SECOND, to: 23 * SECOND, total, reserved: constant, beforeCapture: constant };
    const { list, frame } = layoutTimeline(input(summary, { window }));
    const line = paths(list.items).find(({ stroke }) => stroke === 'in-use-line');
    expect(line?.points[1]).toBeCloseTo(valueToY(frame, 5 * GIB), 3);
    const narrow = { ...window, to: 22 * SECOND };
    const uncovered = paths(layoutTimeline(input(summary, { window: narrow })).list.items);
    const coarse = uncovered.find(({ stroke }) => stroke === 'in-use-line');
    expect(coarse?.points[1]).toBeCloseTo(valueToY(frame, 4.5 * GIB), 3);
  });

  test('fitted sizes show the visible extremes and say that the axis does not start at 0', () => {
    const range = { from: 20.9 * SECOND, to: 21.3 * SECOND };
    const { list, frame } = layoutTimeline(input(allocator(), { range, fitsSizes: true }));
    const before = 4.5 * GIB;
    expect(frame.maximum).toBeGreaterThanOrEqual(before + 1024);
    expect(frame.maximum).toBeLessThan(before + 4096);
    expect(frame.minimum).toBeGreaterThan(before - 4096);
    expect(frame.minimum).toBeLessThanOrEqual(before);
    expect(texts(list.items)).toContain('sizes start at 4.50 GiB, not at 0');
    for (const { points } of paths(list.items)) {
      const heights = Array.from(points).filter((_, i) => i % 2 === 1);
      expect(Math.max(...heights)).toBeLessThanOrEqual(frame.bottom + 0.01);
    }
    const withPeak = layoutTimeline(input(allocator(), { fitsSizes: true })).frame;
    expect(valueToY(withPeak, PEAK)).toBeGreaterThan(withPeak.top);
  });

  test('as XProf draws it, points are joined by straight lines, cut where the visible range ends', () => {
    const xprof = { time: Float64Array.of(20 * SECOND, 22 * SECOND), total: Float64Array.of(0, 8 * GIB) };
    const range = { from: 20.5 * SECOND, to: 21 * SECOND };
    const { list, frame } = layoutTimeline(input(allocator(), { range, xprof }));
    expect(texts(list.items)).toContain('as XProf draws it');
    const line = paths(list.items).find(({ stroke }) => stroke === 'ink-secondary');
    const expected = [frame.left, valueToY(frame, 2 * GIB), frame.right, valueToY(frame, 4 * GIB)];
    Array.from(line?.points ?? []).forEach((value, i) => expect(value).toBeCloseTo(expected[i], 2));
    expect(line?.points).toHaveLength(4);
  });

  test('a lifetime peak above the window peak is a line, unless reserved memory would make it lie', () => {
    const before = allocator();
    before.allocator.lifetimePeak = 10 * GIB;
    expect(texts(layoutTimeline(input(before)).list.items)).toContain('lifetime peak 10.00 GiB');
    expect(texts(layoutTimeline(input(allocator())).list.items).some((text) => text.includes('lifetime'))).toBe(false);
    const reserving = allocator({ reserved: GIB });
    reserving.allocator.lifetimePeak = 10 * GIB;
    expect(texts(layoutTimeline(input(reserving)).list.items).some((text) => text.includes('lifetime'))).toBe(false);
  });

  test('the range of a finding is tinted, however short it is', () => {
    const marked = { from: 21 * SECOND, to: 21 * SECOND + 1 };
    const { list, frame } = layoutTimeline(input(allocator(), { marked }));
    const tint = list.items.find((item) => item.kind === 'rect' && item.fill === 'selection');
    if (tint?.kind !== 'rect') throw new Error('The range has no tint.');
    expect(tint.width).toBe(3);
    expect(tint.x).toBeCloseTo(timeToX(frame, 21 * SECOND) - 1.5, 3);
    const outside = layoutTimeline(input(allocator(), { marked: { from: 0, to: 1 } })).list.items;
    expect(outside.some((item) => item.kind === 'rect' && item.fill === 'selection')).toBe(false);
  });

  test('pixels and times are each other’s inverse', () => {
    const { frame } = layoutTimeline(input(allocator()));
    expect(xToTime(frame, timeToX(frame, 21.3 * SECOND))).toBeCloseTo(21.3 * SECOND, -3);
  });
});

describe('what moves over the timeline', () => {
  const base = { hover: null, brush: null, selected: null, measure: fixedMeasurer, peakTime: 21.4 * SECOND };

  test('the cursor stands at its reading, with its time; a hidden cursor is not drawn', () => {
    const summary = allocator();
    const { frame, list } = layoutTimeline(input(summary));
    const cursor = readAt({ ...summary, window: null }, 21.2 * SECOND);
    const shown = layoutOverlay({ ...base, ...list, frame, cursor }).items;
    const dot = shown.find(({ kind }) => kind === 'circle');
    expect(dot).toMatchObject({ x: timeToX(frame, cursor.time), fill: 'accent' });
    expect(texts(shown)).toEqual(['21.200 s']);
    expect(layoutOverlay({ ...base, ...list, frame, cursor: { ...cursor, time: 0 } }).items).toEqual([]);
  });

  test('at the peak the cursor leaves the peak’s own dot free', () => {
    const summary = allocator();
    const { frame, list } = layoutTimeline(input(summary));
    const cursor = readPeak({ ...summary, window: null });
    const { items } = layoutOverlay({ ...base, ...list, frame, cursor });
    expect(items.some(({ kind }) => kind === 'circle')).toBe(false);
    const y = valueToY(frame, PEAK);
    const covers = items.some((item) => item.kind === 'rect' && item.y < y && item.y + item.height > y);
    expect(covers).toBe(false);
  });

  test('the selected allocation has a bar as long as it lives, and a line where it begins and ends', () => {
    const summary = allocator();
    const { frame, list } = layoutTimeline(input(summary));
    const cursor = { ...readPeak({ ...summary, window: null }), time: 0 };
    const itemsOf = (start: number | null, end: number | null): ReturnType<typeof layoutOverlay>['items'] =>
      layoutOverlay({ ...base, ...list, frame, cursor, selected: { start, end } }).items;
    const x = timeToX(frame, 21.2 * SECOND);
    const [bar, ...lines] = itemsOf(21.2 * SECOND, 21.3 * SECOND);
    expect(bar).toMatchObject({ x, width: timeToX(frame, 21.3 * SECOND) - x });
    expect(lines).toHaveLength(2);
    expect(itemsOf(21.2 * SECOND, null)).toMatchObject([{ x, width: frame.right - x }, { kind: 'path' }]);
    expect(itemsOf(null, 21.2 * SECOND)).toMatchObject([{ x: frame.left, width: x - frame.left }, { kind: 'path' }]);
    expect(itemsOf(1, 2)).toEqual([]);
  });

  test('a brush is clipped to the plot', () => {
    const summary = allocator();
    const { frame, list } = layoutTimeline(input(summary));
    const cursor = { ...readPeak({ ...summary, window: null }), time: 0 };
    const brush = { from: 0, to: 21 * SECOND };
    const [area] = layoutOverlay({ ...base, ...list, frame, cursor, brush }).items;
    expect(area).toMatchObject({ x: frame.left, width: timeToX(frame, 21 * SECOND) - frame.left });
  });
});
