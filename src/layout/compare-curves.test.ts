import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocatorSummary } from '../../fixtures/summaries.ts';
import type { Step } from '../../fixtures/curves.ts';
import { layoutCompareCurves, nextChange } from './compare-curves.ts';
import { extentOf, overlapOf, readBoth, wholeComparison } from './compare-frame.ts';
import type { ComparedCurve, ComparedCurves } from './compare-frame.ts';
import { layoutCompareOverlay } from './compare-overlay.ts';
import { differenceSteps } from './difference-steps.ts';
import type { PathItem, TextItem } from './display-list.ts';
import { timeToX } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import { fixedMeasurer } from './testing/measure.ts';

function curve(steps: readonly Step[], origin: number): ComparedCurve {
  const { curves, peak } = allocatorSummary({ steps, before: 0 });
  return { curves, peak, window: null, origin };
}

/** Both start with 100 bytes; the candidate's captures begins 1 ms later on its own clock. */
const BASELINE = curve([[1e9, 100], [2e9, 400], [3e9, 100], [4e9, 100]], 1e9);
const CANDIDATE = curve([[2e9, 100], [3e9, 900], [3.5e9, 300], [4e9, 100]], 2e9);
const PAIR: ComparedCurves = { baseline: BASELINE, candidate: CANDIDATE };

function layout(changes: Partial<Parameters<typeof layoutCompareCurves>[0]> = {}): ReturnType<typeof layoutCompareCurves> {
  const range = wholeComparison(PAIR);
  return layoutCompareCurves({ ...PAIR, range, width: 800, height: 400, pixelRatio: 1, measure: fixedMeasurer, ...changes });
}

const stroked = (items: readonly unknown[], stroke: string): PathItem[] =>
  (items as PathItem[]).filter((item) => item.kind === 'path' && item.stroke === stroke);

describe('two curves on one axis', () => {
  test('count their time from the moment that they are laid on each other by', () => {
    expect(extentOf(BASELINE)).toEqual({ from: 0, to: 3e9 });
    expect(extentOf(CANDIDATE)).toEqual({ from: 0, to: 2e9 });
    expect(overlapOf(PAIR)).toEqual({ from: 0, to: 2e9 });
    expect(wholeComparison(PAIR)).toEqual({ from: 0, to: 3e9 });
    const { baseline, candidate } = readBoth(PAIR, 1e9);
    expect([baseline?.total, candidate?.total]).toEqual([400, 900]);
    expect(readBoth(PAIR, 2.5e9).candidate).toBeNull();
  });

  test('are told apart by dashes and not by colour alone, and the legend shows them', () => {
    const { list } = layout();
    const [legendLine, baseline] = stroked(list.items, 'ink').sort((a, b) => a.points.length - b.points.length);
    expect(baseline.dash).toEqual(legendLine.dash);
    expect(baseline.dash).toBeDefined();
    expect(stroked(list.items, 'in-use-line')[0].dash).toBeUndefined();
    const texts = list.items.filter((item): item is TextItem => item.kind === 'text').map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['candidate', 'baseline', 'candidate − baseline']));
    expect(texts).toEqual(expect.arrayContaining(['candidate’s peak 900 B', 'baseline’s peak 400 B']));
    expect(list.title).toBe('Two curves on one axis. Baseline’s peak 400 bytes; candidate’s peak 900 bytes; difference +500 bytes.');
  });

  test('end where their capture ends, and the difference where the first of them does', () => {
    const { list, frame } = layout();
    const end = (time: number): number => timeToX(frame.curves, time);
    const right = ({ points }: PathItem): number => points[points.length - 2];
    expect(right(stroked(list.items, 'in-use-line')[0])).toBeCloseTo(end(2e9), 3);
    expect(right(stroked(list.items, 'delta-rise-line')[0])).toBeCloseTo(end(2e9), 3);
  });

  test('have their peaks and the greatest difference at the right pixel', () => {
    const { list, frame } = layout();
    const candidate = stroked(list.items, 'in-use-line')[0].points;
    const top = Math.min(...candidate.filter((_, at) => at % 2 === 1));
    expect(top).toBeCloseTo(valueToY(frame.curves, 900), 3);
    const delta = stroked(list.items, 'delta-rise-line')[0].points;
    expect(Math.min(...delta.filter((_, at) => at % 2 === 1))).toBeCloseTo(valueToY(frame.delta, 500), 3);
  });

  test('that do not overlap have no difference, and a sentence in its place', () => {
    const { list } = layout({ range: { from: 2.2e9, to: 2.8e9 } });
    expect(stroked(list.items, 'delta-rise-line')).toEqual([]);
    const texts = list.items.filter((item): item is TextItem => item.kind === 'text').map(({ text }) => text);
    expect(texts.some((text) => text.startsWith('no difference here'))).toBe(true);
  });

  test('are walked step by step, whichever of them changes', () => {
    expect(nextChange(PAIR, 0, 'next')).toBe(1e9);
    expect(nextChange(PAIR, 1e9, 'next')).toBe(1.5e9);
    expect(nextChange(PAIR, 1.5e9, 'next')).toBe(2e9);
    expect(nextChange(PAIR, 1.5e9, 'previous')).toBe(1e9);
    expect(nextChange(PAIR, 3e9, 'next')).toBe(3e9);
  });

  test('are read by a line through both plots, with a dot on each curve that is known there', () => {
    const { frame } = layout();
    const at = (moment: number): string[] =>
      layoutCompareOverlay({ ...PAIR, frame, width: 800, height: 400, moment, brush: null }).items.map(({ kind }) => kind);
    expect(at(1e9)).toEqual(['rect', 'circle', 'circle', 'circle']);
    expect(at(2.5e9)).toEqual(['rect', 'circle']);
    expect(at(9e9)).toEqual([]);
  });
});

describe('the difference of any two curves', () => {
  const steps = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 1000 })), { minLength: 1, maxLength: 20 })
    .map((pairs): Step[] => pairs.map(([time, value]): Step => [time * 1e9, value]).sort((a, b) => a[0] - b[0]));

  test('is at each moment what the one holds more than the other, and turns its sign with them', () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const pair = { baseline: curve(a, 0), candidate: curve(b, 0) };
        const overlap = overlapOf(pair);
        if (overlap === null) return;
        const delta = differenceSteps(pair, overlap.from, overlap.to);
        const turned = differenceSteps({ baseline: pair.candidate, candidate: pair.baseline }, overlap.from, overlap.to);
        if (delta === null || turned === null) throw new Error('these curves are exact');
        expect(Array.from(turned.value, (value) => 0 - value)).toEqual(Array.from(delta.value, (value) => value + 0));
        const holds = (list: readonly Step[], time: number, before: number): number =>
          list.findLast(([at]) => at <= time)?.[1] ?? before;
        for (const [at, time] of delta.time.entries()) {
          expect(delta.value[at]).toBe(holds(b, time, 0) - holds(a, time, 0));
        }
      }),
    );
  });
});
