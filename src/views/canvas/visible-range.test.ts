import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../../fixtures/summaries.ts';
import { createAppStore } from '../../state/store.ts';
import { changeRange } from './visible-range.ts';

describe('the visible range', () => {
  test('is changed within the capture, from what is visible now and where the cursor stands', () => {
    const store = createAppStore();
    const content = { kind: 'trace', summary: summaryOf([allocatorSummary()]) } as const;
    store.getState().finishLoading({ content, refusals: [], runs: [] });
    const { peak, curves } = content.summary.allocators[0];
    changeRange(store, ({ range, whole, cursor }) => {
      expect(range).toEqual(whole);
      return { from: cursor, to: whole.to };
    });
    expect(store.getState().view.range).toEqual({ from: peak.time, to: curves.end });
  });

  test('stays the same object where nothing changes, so that nothing is drawn for it', () => {
    const store = createAppStore();
    const content = { kind: 'trace', summary: summaryOf([allocatorSummary()]) } as const;
    store.getState().finishLoading({ content, refusals: [], runs: [] });
    const { view } = store.getState();
    changeRange(store, ({ range }) => range);
    expect(store.getState().view).toBe(view);
  });

  test('is not asked about where no curve is shown', () => {
    const store = createAppStore();
    changeRange(store, () => {
      throw new Error('There is no range.');
    });
    expect(store.getState().view.range).toBeNull();
  });
});
