import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { blocks } from '../../analysis/blocks.ts';
import { poolMap } from '../../analysis/pool-map.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import { layoutBlocks } from '../../layout/blocks.ts';
import { timeToX } from '../../layout/plot-frame.ts';
import { valueToY } from '../../layout/polyline.ts';
import { fixedMeasurer } from '../../layout/testing/measure.ts';
import type { BlocksAnswer, PoolMap } from '../../model/blocks.ts';
import { gapText, hitText, limitText, overshootText, poolSentences } from './blocks-words.ts';

const END = 5e6;

function answerOf(
  steps: string,
  maxBlocks = 1000,
): { answer: BlocksAnswer; words: (time: number, bytes: number) => string } {
  const { profile, lifetimes, summary } = analyseTrace(memoryTrace({ before: 1000, steps }));
  const [allocator] = summary.allocators;
  const range = { from: allocator.curves.start, to: allocator.curves.end };
  const answer = blocks(profile, lifetimes, 0, { ...range, resolution: 0, maxBlocks, maxPoints: 1000 });
  const { frame } = layoutBlocks({
    allocator,
    range,
    answer,
    colors: [],
    startsAtZero: true,
    above: null,
    width: 800,
    height: 300,
    pixelRatio: 1,
    measure: fixedMeasurer,
  });
  const words = (time: number, bytes: number): string =>
    hitText(frame, answer, allocator, timeToX(frame.plot, time * 1e6), valueToY(frame.sizes, bytes)).text;
  return { answer, words };
}

describe('the words under the pointer', () => {
  const { words } = answerOf('+a4000 +b300 -b -a', 1);

  test('are of the block, or of the band that lies there', () => {
    expect(words(2.5, 3000)).toBe('3.91 KiB (4,000 bytes), unknown, from 1.000 µs for 3.00 µs, 0x610000');
    expect(words(2.5, 5200)).toBe('2.500 µs: among 1 smaller allocation, 300 B at most at once');
    expect(words(2.5, 500)).toBe('2.500 µs: 1,000 bytes from before the capture');
    expect(words(2.5, 5400)).toBe('2.500 µs: 5.18 KiB (5,300 bytes) in all');
  });
});

describe('notes', () => {
  test('say why there are fewer blocks than allocations', () => {
    expect(limitText(answerOf('+a400 +b300 -b -a').answer)).toBeNull();
    expect(limitText(answerOf('+a400 +b300 -b -a', 1).answer)).toBe(
      'Blocks are the 1 largest allocation of this range: more would not be drawn in time. Zoom in to see others.',
    );
  });

  test('say that events were lost where blocks reach above the total', () => {
    const { answer } = answerOf('+a400 -old2000 +b10');
    expect(overshootText({ ...answer, overshoot: 0 })).toBeNull();
    expect(overshootText({ ...answer, overshoot: 2048 })).toMatch(
      /^The blocks reach up to 2\.00 KiB above the total: deallocations are missing/,
    );
  });
});

describe('the pool map’s sentences', () => {
  const map = (steps: string, at: number): PoolMap => {
    const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 1000, steps }));
    return poolMap(profile, lifetimes, 0, { kind: 'alive', at: at * 1e6 });
  };

  test('say what is known, what is not, and what a gap may be', () => {
    expect(poolSentences(map('+a512 +b256', 2), true, END)).toEqual([
      'At the window peak, 2.000 µs: 2 allocations with a known address, 768 B.',
      'No event names the addresses of 1,000 B from before the capture.',
      'A gap is free or unknown.',
      'Largest gap seen: 63.50 KiB.',
      'Stated by the allocator: 1022 KiB free, fragmentation 0 %.',
    ]);
  });

  test('do not call a gap unknown where everything is known', () => {
    const known = { ...map('+a512 +b256', 2), unknown: 0 };
    expect(poolSentences(known, false, END)).toContain('That is all that is in use.');
    expect(gapText(known)).toBe('free, or no part of the pool');
    expect(gapText({ ...known, reserved: 5 })).toBe('free or unknown');
  });

  test('say so where there is no address to draw', () => {
    expect(poolSentences({ ...map('+a512', 1), hasAddresses: false }, false, END)).toEqual([
      'This allocator states no addresses, so there is no map of them.',
    ]);
    expect(poolSentences(map('+a512', 0), false, END)[0]).toMatch(
      /^At 1\.000 µs no address is known: what is in use \(1,000 B\)/,
    );
  });
});
