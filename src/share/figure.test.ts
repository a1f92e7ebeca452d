import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { buffers } from '../../fixtures/pprof-writer.ts';
import { compareDigests } from '../analysis/compare/compare.ts';
import { digestOfAnalysed } from '../analysis/compare/testing/sample-digest.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import { blocks } from '../analysis/blocks.ts';
import { poolMap } from '../analysis/pool-map.ts';
import type { DisplayItem, DisplayList } from '../layout/display-list.ts';
import { layoutBlocks } from '../layout/blocks.ts';
import { layoutCompareCurves } from '../layout/compare-curves.ts';
import { wholeComparison } from '../layout/compare-frame.ts';
import { flameOfDelta } from '../layout/delta-tree.ts';
import { indexFlame } from '../layout/flame-index.ts';
import { layoutOomSpace } from '../layout/oom-space.ts';
import { DARK, LIGHT } from '../layout/palette.ts';
import { layoutPoolMap } from '../layout/pool-map.ts';
import { layoutSeries } from '../layout/series.ts';
import { fixedMeasurer } from '../layout/testing/measure.ts';
import { flameFromText } from '../layout/testing/flame-text.ts';
import { layoutTimeline } from '../layout/timeline.ts';
import { BYTES } from '../model/amounts.ts';
import type { TraceDigest } from '../model/digest.ts';
import { NODE_BEFORE_CAPTURE } from '../model/flame.ts';
import { wholeRange } from '../model/time-range.ts';
import { comparedCurves } from '../views/compare/compared-curves.ts';
import { deltaLook } from '../views/compare/delta-look.ts';
import { DELTA_LEGEND } from '../views/compare/DeltaLegend.tsx';
import { flameFigure } from '../views/flame/figure.ts';
import { seriesOf } from '../worker/testing/opened-dumps.ts';
import type { FigureContent, FigureContext } from './figure.ts';
import { FIGURE_WIDTH, layoutFigure } from './figure.ts';
import { figureToSvg } from './svg.ts';

const CONTEXT: FigureContext = {
  files: ['profile.tar.gz/plugins/profile/2025_06_13_09_51_22/host.xplane.pb'],
  facts: ['GPU_0_bfc: window peak 2.15 KiB (2,200 bytes) at 3.000 µs', 'capacity 1.00 MiB (1,048,576 bytes)'],
  captured: '2025-06-13 09:51:22 UTC',
  build: '0.1.0-test',
};

const { profile, lifetimes, summary } = analyseTrace(memoryTrace({ before: 1000, steps: '+a400 +b400 +c400 -a -b -c' }));
const [allocator] = summary.allocators;
const range = wholeRange(allocator.curves.start, allocator.curves.end);
const screen = { height: 200, pixelRatio: 1 };

function content(title: string, draw: FigureContent['draw'], change: Partial<FigureContent> = {}): FigureContent {
  return { title, notes: [], legend: [], draw, ...change };
}

function figures(): Record<string, FigureContent> {
  const answer = blocks(profile, lifetimes, 0, { ...range, resolution: 0, maxBlocks: 2, maxPoints: 1000 });
  const map = poolMap(profile, lifetimes, 0, { kind: 'alive', at: allocator.peak.time });
  const tree = flameFromText('alive\n  layers.py: mlp 1200\n    copy.py: stack 800\n  before the capture 1000', {
    kinds: { 'before the capture': NODE_BEFORE_CAPTURE },
  });
  const words = { amounts: BYTES, counted: 'allocation', rootText: 'alive at 3.000 µs' };
  const series = seriesOf({
    'mem_0.prof': [buffers(['main train.py:5'], 1, 4096)],
    'mem_1.prof': [buffers(['main train.py:5'], 1, 9000)],
  });
  const size = (bytes: number): { bytes: number; exact: boolean } => ({ bytes, exact: true });
  return {
    timeline: content('Memory in use: GPU_0_bfc', (width, measure) => [
      layoutTimeline({ allocator, range, window: null, width, ...screen, measure }).list,
    ]),
    blocks: content(
      'Allocations: GPU_0_bfc',
      (width, measure) => [
        layoutBlocks({
          allocator,
          range,
          answer,
          colors: ['series-1', 'series-2'],
          startsAtZero: false,
          above: null,
          width,
          ...screen,
          measure,
        }).list,
      ],
      { legend: [{ fill: 'series-1', words: 'layers.py: mlp' }] },
    ),
    'pool-map': content('Pool map by address: GPU_0_bfc', (width, measure) => [
      layoutPoolMap({ map, colors: ['series-1', 'series-2', 'series-3'], width, height: 120, measure }).list,
    ]),
    flame: flameFigure(
      { index: indexFlame(tree), focus: 0, matches: null, selection: null, words },
      'by call stack, held bytes',
    ),
    series: content('2 dumps', (width, measure) => [
      layoutSeries({ series, type: 1, shows: 'total', highlight: null, width, height: 160, measure }).list,
    ]),
    'oom-space': content('VMEM', (width, measure) => [
      layoutOomSpace({
        picture: {
          name: 'VMEM',
          capacity: size(64),
          parts: [{ name: 'scoped', kind: 'program', size: size(96) }],
        },
        width,
        measure,
      }),
    ]),
  };
}

/** The pictures of a comparison: the candidate makes copies, the baseline has a buffer of its own. */
function comparedFigures(): Record<string, FigureContent> {
  const digest = (name: string, steps: string): TraceDigest => digestOfAnalysed(analyseTrace(memoryTrace({ before: 1000, steps })), name);
  const baseline = digest('before', '+a400 +d150 -d -a');
  const candidate = digest('after', '+a400 +b400 +c400 -a -b -c');
  const { alignments, trees } = compareDigests(baseline, candidate);
  const [alignment] = alignments;
  const curves = comparedCurves(baseline, candidate, alignment, { baseline: null, candidate: null });
  const tree = trees.class;
  if (curves === null || tree === undefined) throw new Error('Both are traces.');
  const index = indexFlame(flameOfDelta(tree));
  const words = { amounts: BYTES, counted: '', rootText: 'candidate − baseline, at the window peaks' };
  const look = deltaLook(tree, index, words);
  const picture = { index, focus: 0, matches: null, selection: null, words, look };
  return {
    'compared-curves': content('Memory over time: baseline and candidate', (width, measure) => [
      layoutCompareCurves({ ...curves, range: wholeComparison(curves), width, ...screen, measure }).list,
    ]),
    'compared-flame': flameFigure(picture, 'by class', DELTA_LEGEND),
  };
}

describe('a figure', () => {
  test.each(Object.entries({ ...figures(), ...comparedFigures() }))('of the %s is as it was stored', async (name, drawn) => {
    const figure = layoutFigure(CONTEXT, drawn, fixedMeasurer);
    await expect(figureToSvg(figure, LIGHT)).toMatchFileSnapshot(`testing/${name}.svg`);
    expect(figureToSvg(figure, DARK)).not.toContain(LIGHT.background);
  });

  test('cuts a picture off at its edges, as a canvas does', () => {
    const items: DisplayItem[] = [{ kind: 'rect', x: -50, y: -50, width: 5000, height: 5000, fill: 'in-use' }];
    const draw = (width: number): DisplayList[] => [
      { width, height: 40, title: 'large', items },
    ];
    const svg = figureToSvg(layoutFigure(CONTEXT, content('x', draw), fixedMeasurer), LIGHT);
    expect(svg).toContain('width="868" height="40" viewBox="0 0 868 40" overflow="hidden"');
  });

  test('keeps every text within its width and on a line of its own, however long names are', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 6 }), text, (files, facts, title) => {
        const legend = facts.map((words) => ({ fill: 'series-1' as const, words }));
        const figure = layoutFigure({ ...CONTEXT, files, facts }, content(title, () => [], { legend }), fixedMeasurer);
        const lines = new Map<number, [from: number, to: number][]>();
        for (const item of figure.items) {
          if (item.kind !== 'text') continue;
          const width = fixedMeasurer(item.text, item.style);
          const from = item.anchor === 'end' ? item.x - width : item.x;
          expect(from).toBeGreaterThanOrEqual(0);
          expect(from + width).toBeLessThanOrEqual(FIGURE_WIDTH);
          for (const [start, end] of lines.get(item.y) ?? []) expect(from >= end || from + width <= start).toBe(true);
          lines.set(item.y, [...(lines.get(item.y) ?? []), [from, from + width]]);
        }
        expect(figure.height % 3).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test('shortens names in their middle, whose ends say more', () => {
    const name = `runs/${'a/'.repeat(300)}host.xplane.pb`;
    const figure = layoutFigure({ ...CONTEXT, files: [name] }, content('x', () => []), fixedMeasurer);
    const texts = figure.items.flatMap((item) => (item.kind === 'text' ? item.text : []));
    expect(texts.some((text) => /^runs\/a.*…a?\/.*\/host\.xplane\.pb$/.test(text))).toBe(true);
  });

  test('says how many more files there are', () => {
    const files = Array.from({ length: 25 }, (_, at) => `mem_${at}.prof`);
    const svg = figureToSvg(layoutFigure({ ...CONTEXT, files }, content('x', () => []), fixedMeasurer), LIGHT);
    expect(svg).toContain('>and 15 more files');
    expect(svg).not.toContain('mem_10.prof');
  });

  test('names from files stay text', () => {
    const figure = layoutFigure(
      { ...CONTEXT, files: ['</text><script>alert(1)</script>'] },
      content('<img src=x onerror=alert(1)>', () => []),
      fixedMeasurer,
    );
    const svg = figureToSvg(figure, LIGHT);
    expect(svg).not.toMatch(/<script|<img/);
  });
});
