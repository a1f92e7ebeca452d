import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import type { AnalysedProfile } from '../analysis/analyse.ts';
import { analyse } from '../analysis/analyse.ts';
import { blocks } from '../analysis/blocks.ts';
import { randomMemory } from '../analysis/testing/random-memory.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import type { BlocksAnswer, BlocksQuery } from '../model/blocks.ts';
import { nameOfRow, rowOfName } from '../model/allocation-name.ts';
import { wholeRange } from '../model/time-range.ts';
import type { TimeRange } from '../model/view-state.ts';
import { blockAt, blocksAlive, moveBlock, stackTime } from './blocks-hit.ts';
import { layoutBlocksOverlay } from './blocks-overlay.ts';
import { layoutBlocks } from './blocks.ts';
import type { BlocksInput, BlocksLayout } from './blocks.ts';
import type { PathItem, TextItem } from './display-list.ts';
import { fixedMeasurer } from './testing/measure.ts';
import { timeToX } from './plot-frame.ts';
import { valueToY } from './polyline.ts';

interface Drawn extends BlocksLayout {
  answer: BlocksAnswer;
  /** Of the blocks, in the order of painting. */
  shapes: PathItem[];
  texts: string[];
}

const SIZE = { width: 1000, height: 400 };

function draw(
  { profile, lifetimes, summary }: AnalysedProfile,
  query: Partial<BlocksQuery> = {},
  input: Partial<BlocksInput> = {},
): Drawn {
  const [allocator] = summary.allocators;
  const range: TimeRange = input.range ?? wholeRange(allocator.curves.start, allocator.curves.end);
  const asked = { ...range, resolution: 0, maxBlocks: 1000, maxPoints: 100_000, ...query };
  const answer = blocks(profile, lifetimes, profile.allocators.indexOf(allocator.allocator), asked);
  const colors = Array.from(answer.blocks.held, () => 'series-1' as const);
  const layout = layoutBlocks({
    allocator,
    range,
    answer,
    colors,
    startsAtZero: true,
    above: null,
    ...SIZE,
    pixelRatio: 1,
    measure: fixedMeasurer,
    ...input,
  });
  const { items } = layout.list;
  const shapes = items.filter((item): item is PathItem => item.kind === 'path' && item.fill === 'series-1');
  const texts = items.filter((item): item is TextItem => item.kind === 'text').map(({ text }) => text);
  return { ...layout, answer, shapes, texts };
}

function traced(steps: string, before = 1000): AnalysedProfile {
  return analyseTrace(memoryTrace({ before, steps }));
}

/** Corners of a polygon, rounded to a tenth of a pixel. */
function corners({ points }: PathItem): [number, number][] {
  return Array.from({ length: points.length / 2 }, (_, i) => [
    Math.round(points[2 * i] * 10) / 10,
    Math.round(points[2 * i + 1] * 10) / 10,
  ]);
}

describe('the blocks view', () => {
  const staircase = traced('+a400 +b400 +c400 -a -b -c');

  test('draws each block as high as its bytes, on the ones beneath, moving down when one is freed', () => {
    const { shapes, frame } = draw(staircase);
    const x = (microseconds: number): number => Math.round(timeToX(frame.plot, microseconds * 1e6) * 10) / 10;
    const y = (bytes: number): number => Math.round(valueToY(frame.sizes, bytes) * 10) / 10;
    expect(corners(shapes[1])).toEqual([
      [x(2), y(1400)],
      [x(4), y(1400)],
      [x(4), y(1000)],
      [x(5), y(1000)],
      [x(5), y(1400)],
      [x(4), y(1400)],
      [x(4), y(1800)],
      [x(2), y(1800)],
    ]);
  });

  test('has the total of the timeline as its upper edge, with the peak within the picture', () => {
    const { list, frame } = draw(staircase);
    const lines = list.items.filter((item) => item.kind === 'path' && item.stroke === 'in-use-line');
    const [line] = lines as PathItem[];
    const top = Math.min(...corners(line).map(([, y]) => y));
    expect(top).toBeCloseTo(valueToY(frame.sizes, 2200), 0);
    expect(top).toBeGreaterThan(frame.plot.top);
  });

  test('names who asked for a block where the word fits, and never on another word', () => {
    expect(draw(staircase).texts.filter((text) => text === 'unknown 400 B')).toHaveLength(3);
    const narrow = draw(staircase, {}, { width: 190 });
    expect(narrow.texts).not.toContain('unknown 400 B');
  });

  test('names the band of the rest, and what was there before the capture', () => {
    const { texts, list } = draw(staircase, { maxBlocks: 1 });
    expect(texts).toContain('2 smaller allocations, 800 B at most');
    expect(texts).toContain('1,000 B from before the capture');
    expect(list.title).toContain('1 block, the largest 400 bytes; 2 smaller allocations, 800 B at most at once.');
  });

  test('can start its axis below the lowest block, so that large older memory leaves them room', () => {
    const whole = draw(traced('+a64 +b64 -a -b', 50_000));
    const close = draw(traced('+a64 +b64 -a -b', 50_000), {}, { startsAtZero: false });
    const height = ({ shapes }: Drawn): number => {
      const ys = corners(shapes[0]).map(([, y]) => y);
      return Math.max(...ys) - Math.min(...ys);
    };
    expect(height(whole)).toBeLessThan(1);
    expect(height(close)).toBeGreaterThan(100);
    // The axis says where it starts.
    expect(close.texts).toEqual(expect.arrayContaining(['48.81 KiB', '+16 B']));
    expect(close.texts).not.toContain('0');
  });

  test('draws what lives for less than a pixel a pixel wide', () => {
    const memory = traced('+a400 +b9000 -b -a');
    memory.profile.events.time.set([1e6, 5e9, 5e9 + 1000, 1e10]);
    const { list, frame } = draw(analyse(memory.profile));
    const needle = list.items.find((item) => item.kind === 'rect' && item.fill === 'series-1');
    expect(needle).toMatchObject({
      width: 1,
      x: Math.round(timeToX(frame.plot, 5e9)),
      y: valueToY(frame.sizes, 10_400),
    });
  });

  test('stands under the timeline where that says where it is, and within its own width', () => {
    expect(draw(staircase, {}, { above: { left: 80, right: 900 } }).frame.plot).toMatchObject({ left: 80, right: 900 });
    expect(draw(staircase, {}, { above: { left: 80, right: 2000 } }).frame.plot).toMatchObject({
      left: 80,
      right: 984,
    });
  });

  test('draws the total alone until the blocks are there', () => {
    const { shapes, list } = draw(staircase, {}, { answer: null });
    expect(shapes).toEqual([]);
    expect(list.items.some((item) => item.kind === 'path' && item.fill === 'in-use')).toBe(true);
  });
});

describe('whatever happens in memory', () => {
  const analysed = randomMemory().map(({ profile }) => analyse(profile));

  test('edges are upright or level, and lie within the picture', () => {
    fc.assert(
      fc.property(analysed, fc.boolean(), (memory, startsAtZero) => {
        const { shapes, frame, list } = draw(memory, {}, { startsAtZero });
        for (const item of list.items) {
          if (item.kind !== 'rect' || item.fill !== 'series-1') continue;
          expect(item.x >= frame.plot.left && item.x + item.width <= frame.plot.right).toBe(true);
        }
        for (const shape of shapes) {
          const all = corners(shape);
          for (const [i, [x, y]] of all.entries()) {
            const [nextX, nextY] = all[(i + 1) % all.length];
            expect(x === nextX || y === nextY).toBe(true);
            expect(x >= frame.plot.left - 0.1 && x <= frame.plot.right + 0.1).toBe(true);
            expect(y >= frame.plot.top && y <= frame.plot.bottom + 0.1).toBe(true);
          }
        }
      }),
    );
  });

  test('the pointer finds the block that is drawn there, and the name of a block is that of one', () => {
    fc.assert(
      fc.property(analysed, (memory) => {
        const { frame, answer } = draw(memory);
        const { firstPoint, pointTime, pointOffset, held, end } = answer.blocks;
        for (let block = 0; block < answer.blocks.length; block++) {
          const point = firstPoint[block];
          const until =
            point + 1 < firstPoint[block + 1] ? pointTime[point + 1] : Math.min(end[block] || Infinity, answer.to);
          const x = timeToX(frame.plot, (pointTime[point] + until) / 2);
          const y = valueToY(frame.sizes, pointOffset[point] + held[block] / 2);
          const found = blockAt(frame, answer, x, y);
          // A narrow neighbour may lie over it.
          const isWide = timeToX(frame.plot, until) - timeToX(frame.plot, pointTime[point]) > 10;
          if (isWide) expect(found).toBe(block);
          else expect(found).toBeGreaterThanOrEqual(0);
          expect(rowOfName(answer.blocks, nameOfRow(answer.blocks, block))).toBe(block);
        }
      }),
    );
  });

  test('keys reach every block, and above and below are neighbours at one time', () => {
    fc.assert(
      fc.property(analysed, (memory) => {
        const { answer } = draw(memory);
        const { length } = answer.blocks;
        fc.pre(length > 0);
        let at = moveBlock(answer, -1, 'first', 0);
        for (let i = 0; i < length; i++) {
          expect(at).toBe(i);
          const alive = blocksAlive(answer, stackTime(answer, at, 0));
          const place = alive.indexOf(at);
          expect(alive.indexOf(moveBlock(answer, at, 'above', 0))).toBe(Math.min(alive.length - 1, place + 1));
          expect(alive.indexOf(moveBlock(answer, at, 'below', 0))).toBe(Math.max(0, place - 1));
          at = moveBlock(answer, at, 'next', 0);
        }
        expect(at).toBe(length - 1);
        expect(moveBlock(answer, at, 'previous', 0)).toBe(Math.max(0, length - 2));
      }),
    );
  });
});

test('keys go up and down the stack as it stands at the cursor, and in the middle of a life elsewhere', () => {
  const { answer } = draw(traced('+a400 +b400 +c400 -a -b -c'));
  const path = (from: number, moves: readonly ('above' | 'below')[], time: number): number =>
    moves.reduce((at, move) => moveBlock(answer, at, move, time), from);
  expect(path(0, ['above', 'above', 'above'], 3.5e6)).toBe(2);
  expect(path(2, ['below', 'below'], 3.5e6)).toBe(0);
  // Block a lives from 1 to 4; in the middle of that b is above it, and c not yet there.
  expect(path(0, ['above', 'above'], 2.6e6)).toBe(1);
  expect(path(0, ['above'], 0)).toBe(1);
});

test('the selected block has two rings, one of which stands out from any colour; the cursor is a line', () => {
  const { frame, answer } = draw(traced('+a400 +b400 -a'));
  const overlay = { frame, answer, ...SIZE, cursor: 2e6, brush: null, hover: 0, selected: 1 };
  const paths = (hasFocus: boolean): (string | undefined)[] =>
    layoutBlocksOverlay({ ...overlay, hasFocus }).items.flatMap((item) => (item.kind === 'path' ? [item.stroke] : []));
  expect(paths(false)).toEqual(['ink', 'panel', 'ink']);
  expect(paths(true)).toEqual(['ink', 'panel', 'accent']);
  expect(layoutBlocksOverlay({ ...overlay, hasFocus: false }).items[0]).toMatchObject({ kind: 'rect', fill: 'accent' });
});
