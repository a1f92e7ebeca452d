import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { blocks } from '../../analysis/blocks.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import type { BlocksAnswer } from '../../model/blocks.ts';
import { createAppStore } from '../../state/store.ts';
import type { AppStore } from '../../state/store.ts';
import { BlocksWalk } from './walk.ts';

/** Three blocks, of which `b` (4,000 bytes, from 2 µs) is the largest at the peak. */
const STEPS = '+a300 +b4000 +c200 -c -b -a';

interface Opened {
  store: AppStore;
  walk: BlocksWalk;
  answer: BlocksAnswer;
  moves: () => number;
}

/** The trace is open and the blocks have the focus, but are not there yet. */
function opened(): Opened {
  const { profile, lifetimes, summary } = analyseTrace(memoryTrace({ before: 1000, steps: STEPS }));
  const { start, end } = summary.allocators[0].curves;
  const query = { from: start, to: end, resolution: 0, maxBlocks: 100, maxPoints: 1000 };
  const store = createAppStore();
  store.getState().finishLoading({ content: { kind: 'trace', summary }, refusals: [], runs: [] });
  let moves = 0;
  const walk = new BlocksWalk(store, () => moves++);
  return { store, walk, answer: blocks(profile, lifetimes, 0, query), moves: () => moves };
}

function heldBy({ store, answer }: Opened): number | undefined {
  const { selected } = store.getState().view;
  const row = answer.blocks.start.findIndex((start) => start === selected?.start);
  return answer.blocks.held[row];
}

describe('a move among the blocks', () => {
  test('that is asked for before they are there takes place when they come', () => {
    const page = opened();
    page.walk.run({ kind: 'move', move: 'largest' });
    expect(page.store.getState().view.selected).toBeNull();
    page.walk.show(null);
    expect(page.moves()).toBe(0);
    page.walk.show(page.answer);
    expect(heldBy(page)).toBe(4000);
    expect(page.moves()).toBe(1);
  });

  test('is the latest of those asked for, and what is done with the block follows', () => {
    const page = opened();
    page.walk.run({ kind: 'move', move: 'first' });
    page.walk.run({ kind: 'move', move: 'largest' });
    page.walk.run({ kind: 'go-to-start' });
    page.walk.run({ kind: 'show-lifetime' });
    page.walk.show(page.answer);
    const { selected, cursor, range } = page.store.getState().view;
    expect(heldBy(page)).toBe(4000);
    expect(cursor).toBe(selected?.start);
    expect(range?.from).toBeLessThan(selected?.start ?? 0);
    expect(range?.to).toBeGreaterThan(selected?.end ?? Infinity);
  });

  test('is forgotten where the focus leaves, and where nothing is to be selected', () => {
    for (const leave of [
      ({ walk }: Opened) => walk.forget(),
      ({ walk }: Opened) => walk.run({ kind: 'deselect' }),
    ]) {
      const page = opened();
      page.walk.run({ kind: 'move', move: 'largest' });
      leave(page);
      page.walk.show(page.answer);
      expect(page.store.getState().view.selected).toBeNull();
    }
  });

  test('waits for the blocks of the allocator that is shown', () => {
    const page = opened();
    page.walk.run({ kind: 'move', move: 'largest' });
    page.walk.show({ ...page.answer, allocator: 1 });
    expect(page.store.getState().view.selected).toBeNull();
    page.walk.show(page.answer);
    expect(heldBy(page)).toBe(4000);
  });

  test('is over where there are none', () => {
    const page = opened();
    const none = { ...page.answer, blocks: { ...page.answer.blocks, length: 0 } };
    page.walk.run({ kind: 'move', move: 'largest' });
    page.walk.show(none);
    page.walk.show(page.answer);
    expect(page.store.getState().view.selected).toBeNull();
  });

  test('brings a block into view that is not seen, and leaves the range alone otherwise', () => {
    const page = opened();
    page.walk.show(page.answer);
    const { start, end } = { start: page.answer.from, end: page.answer.to };
    page.store.getState().setRange({ from: start, to: start + (end - start) / 10 });
    const before = page.store.getState().view.range;
    page.walk.run({ kind: 'move', move: 'first' });
    expect(page.store.getState().view.range).toBe(before);
    page.walk.run({ kind: 'move', move: 'last' });
    const { selected, range } = page.store.getState().view;
    expect(range?.from).toBeLessThanOrEqual(selected?.start ?? 0);
    expect(range?.to).toBeGreaterThanOrEqual(selected?.start ?? Infinity);
  });
});
