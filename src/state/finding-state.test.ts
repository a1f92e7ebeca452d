import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import type { Finding } from '../model/finding.ts';
import type { FlameWhat } from '../model/flame.ts';
import { findFinding, findingName, shownFinding } from './finding-state.ts';
import { crumbsOf } from './range-state.ts';
import { createAppStore } from './store.ts';
import type { AppStore } from './store.ts';

function finding(changes: Partial<Finding> = {}, what: FlameWhat = { kind: 'alive', at: 2e9 }): Finding {
  return {
    kind: 'staircase',
    severity: 'act',
    allocator: 'GPU_0_bfc',
    from: 1.8e9,
    to: 2.2e9,
    moment: 2e9,
    bytes: 3_000,
    shareOfPeak: 0.3,
    title: 'Staircase of copies',
    sentence: 'Copies pile up.',
    evidence: {
      count: 3,
      bytes: 3_000,
      allocations: [{ start: 1.8e9, held: 1_000, address: '0x10' }],
      flame: { what, grouping: 'stack', width: 'held', foldsInternals: true },
      callSite: 'layer_stack.py: __call__',
    },
    ...changes,
  };
}

function opened(findings: Finding[]): AppStore {
  const store = createAppStore();
  const allocators = [allocatorSummary(), allocatorSummary({ id: 'GPU_1_bfc' })];
  const summary = summaryOf(allocators, { findings });
  store.getState().finishLoading({ content: { kind: 'trace', summary }, refusals: [], runs: [] });
  return store;
}

describe('choosing a finding', () => {
  test('shows its allocator, its moment, and its range in half of the width', () => {
    const other = finding({ allocator: 'GPU_1_bfc', moment: 1.9e9 }, { kind: 'alive', at: 1.9e9 });
    const store = opened([other]);
    store.getState().chooseFinding(other);
    expect(store.getState().view).toMatchObject({
      allocator: 'GPU_1_bfc',
      cursor: 1.9e9,
      range: { from: 1.6e9, to: 2.4e9 },
      lower: 'flame',
    });
    expect(shownFinding(store.getState())).toBe(other);
  });

  test('with its evidence marks in the flame view where it was allocated; another finding takes the mark away', () => {
    const [one, other] = [finding(), finding({ title: 'Another' })];
    const store = opened([one, other]);
    store.getState().showEvidence(one);
    expect(shownFinding(store.getState())).toBe(one);
    expect(store.getState().view.flame.search).toBe('layer_stack.py: __call__');
    store.getState().chooseFinding(other);
    expect(store.getState().view.flame.search).toBeUndefined();
  });

  test('asks the flame view for its evidence; where that counts a range, this range is the visible one', () => {
    const step = finding({ kind: 'step' }, { kind: 'retained', from: 1.2e9, to: 2.6e9 });
    const store = opened([step]);
    store.getState().setFlame({ ops: [{ kind: 'invert' }], search: 'dot', what: 'allocated' });
    store.getState().chooseFinding(step);
    expect(store.getState().view.flame).toEqual({ what: 'retained' });
    expect(store.getState().view.range).toEqual({ from: 1.2e9, to: 2.6e9 });
  });

  test('can be undone step by step, and another allocator ends the highlight', () => {
    const one = finding();
    const store = opened([one]);
    store.getState().chooseRange({ from: 1.1e9, to: 2.9e9 });
    store.getState().setRange({ from: 1.2e9, to: 2.8e9 });
    store.getState().chooseFinding(one);
    expect(crumbsOf(store.getState().view)).toEqual([{ from: 1.1e9, to: 2.9e9 }, { from: 1.2e9, to: 2.8e9 }]);
    store.getState().goBackTo(1);
    expect(store.getState().view.range).toEqual({ from: 1.2e9, to: 2.8e9 });
    expect(crumbsOf(store.getState().view)).toEqual([{ from: 1.1e9, to: 2.9e9 }]);
    store.getState().setRange(null);
    expect(store.getState().view.trail).toEqual([]);
    expect(shownFinding(store.getState())).toBe(one);
    store.getState().chooseAllocator('GPU_1_bfc');
    expect(store.getState().view.finding).toBeNull();
  });

  test('goes by name: of several alike the one at the moment, and the first where it is gone', () => {
    const [first, second] = [finding(), finding({ moment: 2.1e9 })];
    expect(findFinding([first, second], findingName(second))).toBe(second);
    expect(findFinding([first, second], { ...findingName(second), moment: 5 })).toBe(first);
    expect(findFinding([first], { ...findingName(first), title: 'Needle' })).toBeNull();
  });
});
