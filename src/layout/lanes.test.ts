import { describe, expect, test } from 'vitest';
import type { Lane, LaneBoxes, Lanes } from '../model/lanes.ts';
import type { DisplayItem, DisplayList, RectItem, TextItem } from './display-list.ts';
import { describeMark, lanesHeight, layoutLanes, longestMarks, markAt } from './lanes.ts';
import { fixedMeasurer } from './testing/measure.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';

const MS = 1e9;
const FRAME: PlotFrame = { from: 0, to: 100 * MS, left: 80, right: 1080, top: 30, bottom: 200, maximum: 1 };

type Box = readonly [start: number, end: number, name: number, count?: number];

function boxes(...rows: readonly Box[]): LaneBoxes {
  return {
    length: rows.length,
    start: Float64Array.from(rows, ([start]) => start * MS),
    end: Float64Array.from(rows, ([, end]) => end * MS),
    name: Int32Array.from(rows, ([, , name]) => name),
    count: Uint32Array.from(rows, ([, , , count = 1]) => count),
  };
}

function lanesOf(...lanes: Lane[]): Lanes {
  return { from: 0, to: 100 * MS, lanes, names: ['jit_scan', 'jit_a_name_that_is_far_too_long_for_its_box'], note: '' };
}

function lay(lanes: Lanes): DisplayList {
  return layoutLanes({ lanes, frame: FRAME, width: 1100, cursor: 50 * MS, measure: fixedMeasurer });
}

const texts = (items: DisplayItem[]): TextItem[] => items.filter((item): item is TextItem => item.kind === 'text');

/** Of the marks: neither the background nor the cursor. */
function rects({ items, height }: DisplayList): RectItem[] {
  return items.filter((item): item is RectItem => item.kind === 'rect' && item.height < height);
}

describe('lanes', () => {
  const dispatches: Lane = {
    kind: 'dispatches',
    rows: [boxes([10, 30, 0], [40, 46, 1], [60, 60.1, -1, 12], [70, 78, -1, 1234], [80, 90, 0, 7])],
    total: 1255,
  };

  test('stand on the time axis of the curve', () => {
    const list = lay(lanesOf(dispatches));
    expect(rects(list)[0]).toMatchObject({ x: timeToX(FRAME, 10 * MS), width: 199, fill: 'frame-program' });
    const cursor = list.items[list.items.length - 1];
    expect(cursor).toMatchObject({ kind: 'rect', fill: 'accent', x: timeToX(FRAME, 50 * MS) - 0.5 });
    expect(list.title).toContain('dispatches: 1,255');
  });

  test('cut names to their boxes, and say how many marks a merged one stands for', () => {
    const list = lay(lanesOf(dispatches));
    const written = texts(list.items).map(({ text }) => text);
    expect(written).toEqual(['dispatches', 'jit_scan', expect.stringMatching(/^jit_a.*…$/), '1,234 marks', '7 × jit_scan']);
    for (const { x, text, anchor } of texts(list.items)) {
      if (anchor === 'end') continue;
      const box = rects(list).find((rect) => x >= rect.x && x <= rect.x + rect.width);
      expect(x + fixedMeasurer(text, 'label')).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    }
  });

  test('are one below the other, device runs marked as device time', () => {
    const runs: Lane = { kind: 'device runs', rows: [boxes([12, 32, 0]), boxes([13, 20, 0])], total: 2 };
    const both = lanesOf(dispatches, runs);
    const list = lay(both);
    expect(list.height).toBe(lanesHeight(both));
    expect(texts(list.items).map(({ text }) => text)).toContain('device time');
    const drawn = rects(list);
    const bottoms = drawn.map(({ y, height }) => y + height);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(list.height);
    expect(drawn[5].y).toBeGreaterThan(drawn[0].y + drawn[0].height);
    expect(lanesHeight(lanesOf())).toBe(0);
  });

  test('give the mark under the pointer, also when it is thinner than a pixel', () => {
    const lanes = lanesOf(dispatches);
    expect(markAt(lanes, FRAME, timeToX(FRAME, 20 * MS), 10)?.name).toBe('jit_scan');
    expect(markAt(lanes, FRAME, timeToX(FRAME, 60 * MS) - 1, 10)?.count).toBe(12);
    expect(markAt(lanes, FRAME, timeToX(FRAME, 35 * MS), 10)).toBeNull();
    expect(markAt(lanes, FRAME, timeToX(FRAME, 20 * MS), 40)).toBeNull();
  });

  test('clip what sticks out of the visible range', () => {
    const list = lay(lanesOf({ kind: 'steps', rows: [boxes([-50, 20, 0], [90, 300, 0], [200, 210, 0])], total: 3 }));
    const boxesDrawn = rects(list);
    expect(boxesDrawn).toHaveLength(2);
    expect(boxesDrawn[0].x).toBe(FRAME.left);
    expect(boxesDrawn[1].x + boxesDrawn[1].width).toBe(FRAME.right - 1);
  });

  test('draw narrow marks that touch as one, and no two colours in one place', () => {
    // Ten pixels a millisecond.
    const rows = [boxes([10, 10.1, 0], [10.1, 10.2, 0], [10.2, 10.3, 0], [20, 20.01, 0], [20.01, 20.02, -1, 5], [30, 30.2, 0], [30.2, 30.4, -1, 9])];
    const list = lay(lanesOf({ kind: 'steps', rows, total: 19 }));
    const drawn = rects(list).map(({ x, width, fill }) => [timeToX(FRAME, 0) + Math.round((x - FRAME.left) * 10) / 10, Math.round(width * 10) / 10, fill]);
    expect(drawn).toEqual([
      [180, 3.5, 'frame-runtime'],
      [280, 1.6, 'merged'],
      [380, 2, 'frame-runtime'],
      [382, 2, 'merged'],
    ]);
  });

  test('are few rectangles, however many marks lie in the range', () => {
    const many = Array.from({ length: 50_000 }, (_, i): Box => [50 + i / 5000, 50 + i / 5000 + 0.0001, i % 2, 1 + (i % 3)]);
    const list = lay(lanesOf({ kind: 'steps', rows: [boxes(...many)], total: 100_000 }));
    const drawn = rects(list);
    expect(drawn.length).toBeLessThan(2 * 100 + 2);
    const right = Math.max(...drawn.map(({ x, width }) => x + width));
    // The last mark is drawn as wide as can be seen.
    expect([drawn[0].x, right]).toEqual([timeToX(FRAME, 50 * MS), expect.closeTo(timeToX(FRAME, 60 * MS) + 1.5)]);
  });

  test('are told in words, with what was merged counted', () => {
    const lanes = lanesOf(dispatches);
    const { marks, others } = longestMarks(lanes, FRAME, 2);
    expect(marks.map(({ start, end }) => [start, end])).toEqual([[10 * MS, 30 * MS], [40 * MS, 46 * MS]]);
    expect(others).toBe(12 + 1234 + 7);
    expect(describeMark(marks[0], 1e6, 1e12)).toBe('dispatches: jit_scan, starts at 0.010000 s, lasts 20.0 ms');
    const several = markAt(lanes, FRAME, timeToX(FRAME, 74 * MS), 10);
    expect(several && describeMark(several, 1e6, 1e12)).toBe(
      'dispatches: 1,234 marks within 8.00 ms from 0.070000 s, too narrow to draw one by one',
    );
  });
});
