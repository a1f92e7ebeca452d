import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import { sameAllocation } from '../model/allocation-name.ts';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import {
  allocationsView,
  blocksView,
  shownMoment,
  shownWhat,
  withAllocations,
  withBlocks,
  withSelected,
} from './allocation-state.ts';
import type { AppState } from './app-state.ts';
import { INITIAL_APP_STATE, withOutcome } from './app-state.ts';

const NAME = { start: 5, end: null, address: '0x1' };

describe('choices of the views', () => {
  test('are kept only where they differ from the defaults', () => {
    const blocks = withBlocks(INITIAL_VIEW_STATE, { coloring: 'size', startsAtZero: false });
    expect(blocks.blocks).toEqual({ coloring: 'size' });
    expect(blocksView(blocks)).toEqual({ coloring: 'size', startsAtZero: false });
    expect(withBlocks(blocks, { coloring: 'call-site' }).blocks).toEqual({});
    const sorted = withAllocations(INITIAL_VIEW_STATE, { sort: 'start', descending: false });
    expect(withAllocations(sorted, { descending: true }).allocations).toEqual({ sort: 'start' });
    expect(allocationsView(sorted)).toEqual({ sort: 'start', descending: false, filter: '' });
  });
});

describe('the selected allocation', () => {
  test('is the same by what names it, and selecting it again changes nothing', () => {
    const state = withSelected(INITIAL_APP_STATE, NAME);
    expect(state.view.selected).toEqual(NAME);
    expect(withSelected(state, { ...NAME })).toBe(state);
    expect(sameAllocation(NAME, { ...NAME, start: null })).toBe(false);
    expect(withSelected(state, null).view.selected).toBeNull();
  });
});

describe('what is shown', () => {
  const state = (cursor: number | null): AppState => {
    const content = { kind: 'trace', summary: summaryOf([allocatorSummary()]) } as const;
    const opened = withOutcome(INITIAL_APP_STATE, { content, refusals: [], runs: [] });
    return { ...opened, view: { ...opened.view, cursor, range: { from: 1.5e9, to: 2e9 } } };
  };

  test('at a moment is at the cursor, or at the peak of the whole capture', () => {
    expect(shownMoment(state(2.5e9))).toEqual({ kind: 'alive', at: 2.5e9 });
    expect(shownMoment(state(null))).toEqual({ kind: 'alive-at-peak', from: 1e9 - 1, to: 3e9 });
    expect(shownMoment(INITIAL_APP_STATE)).toBeNull();
  });

  test('of a range is of the visible one', () => {
    expect(shownWhat(state(null), 'retained')).toEqual({ kind: 'retained', from: 1.5e9, to: 2e9 });
    expect(shownWhat(state(2.5e9), 'alive')).toEqual({ kind: 'alive', at: 2.5e9 });
    expect(shownWhat(INITIAL_APP_STATE, 'allocated')).toBeNull();
  });
});
