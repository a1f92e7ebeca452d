import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import type { TraceDigest } from '../model/digest.ts';
import { withView } from '../share/view-link.ts';
import { followAddress } from './history.ts';
import { linkOf } from './link-state.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import { allocatorKey } from './app-state.ts';
import { allocatorOfDigest, isSummaryOnly, missingFiles, summaryDigest } from './linked-state.ts';
import { createAppStore } from './store.ts';
import type { AppStore } from './store.ts';

function digestOf(name: string): TraceDigest {
  const summary = summaryOf([allocatorSummary()], { source: { name: `${name}/host.xplane.pb`, format: 'xplane', bytes: 1 } });
  return { kind: 'trace', name, contentId: 'ab'.repeat(32), isReduced: true, summary, allocator: 0, anchors: [], trees: {} };
}

function restore(store: AppStore, digest: TraceDigest): void {
  const content = { kind: 'trace' as const, summary: digest.summary };
  store.getState().restoreLinked(content, { content, refusals: [], runs: [] });
}

describe('what a link brought along', () => {
  test('is shown in the view of its address, as a summary until its file is open', () => {
    const store = createAppStore();
    const digest = digestOf('a.tar.gz');
    store.getState().showLinked('data', [digest], '');
    store.getState().chooseLower('allocations');
    const link = linkOf(store.getState());
    if (link === null) throw new Error('nothing is open');
    store.getState().showLanding();
    store.getState().showLinked('data', [digest], withView('#d=data', link));
    expect(store.getState()).toMatchObject({ status: 'open', link: null, view: { lower: 'allocations' } });
    expect(isSummaryOnly(store.getState())).toBe(true);
    expect(missingFiles(store.getState())).toEqual(['a.tar.gz']);
    restore(store, digest);
    expect(store.getState().view.lower).toBe('allocations');
    expect(isSummaryOnly(store.getState())).toBe(false);
    expect(missingFiles(store.getState())).toEqual([]);
  });

  test('of two is a comparison whose files come one by one', () => {
    const store = createAppStore();
    const [a, b] = [digestOf('a.tar.gz'), digestOf('b.tar.gz')];
    store.getState().showLinked('data', [a, b], '');
    store.getState().setCompare({ tab: 'table' });
    const profile = { content: { kind: 'trace' as const, summary: b.summary }, refusals: [], runs: [] };
    store.getState().restoreLinkedSides([{ digest: a, profile: null, fault: null }, { digest: b, profile, fault: null }]);
    expect(missingFiles(store.getState())).toEqual(['a.tar.gz']);
    expect(store.getState().view.compare).toEqual({ tab: 'table' });
  });

  test('has room for a file beside it, and goes on waiting for its own', () => {
    const store = createAppStore();
    const [a, b] = [digestOf('a.tar.gz'), digestOf('b.tar.gz')];
    store.getState().showLinked('data', [a], '');
    const profile = { content: { kind: 'trace' as const, summary: b.summary }, refusals: [], runs: [] };
    store.getState().compareLinked({ digest: b, profile, fault: null });
    expect(store.getState().comparison?.sides.map(({ digest }) => digest)).toEqual([a, b]);
    expect(missingFiles(store.getState())).toEqual(['a.tar.gz']);
    expect(summaryDigest(store.getState())).toBeNull();
    expect(linkOf(store.getState())?.files).toHaveLength(2);
  });

  test('goes with the address that it came in; what that says of a file still waits for it', () => {
    const store = createAppStore();
    store.getState().showLinked('data', [digestOf('a.tar.gz')], '');
    const link = linkOf(store.getState());
    if (link === null) throw new Error('nothing is open');
    store.getState().leaveLinked('');
    expect(store.getState()).toMatchObject({ status: 'landing', linked: null, profile: null, link: null });
    store.getState().showLinked('data', [digestOf('b.tar.gz')], '');
    store.getState().leaveLinked(withView('', link));
    expect(store.getState()).toMatchObject({ status: 'landing', linked: null, link: { kind: 'waiting', link } });
  });

  test('stays one step back where a file takes its place', () => {
    const store = createAppStore();
    const entries = ['#d=data'];
    followAddress(store, {
      fragment: () => entries[entries.length - 1],
      push: (fragment) => entries.push(fragment),
      replace: (fragment) => void entries.splice(-1, 1, fragment),
      onMove: () => undefined,
      later: () => undefined,
    });
    store.getState().showLinked('data', [digestOf('a.tar.gz')], '#d=data');
    expect(entries).toHaveLength(1);
    const content = { kind: 'trace' as const, summary: digestOf('b.tar.gz').summary };
    store.getState().finishLoading({ content, refusals: [], runs: [] });
    expect(entries.map((entry) => entry.includes('d=data'))).toEqual([true, false]);
  });

  test('keeps its own names in the address when files of other names have restored it', () => {
    const store = createAppStore();
    const [hidden, own] = [digestOf('profile_1'), digestOf('staircase.tar.gz')];
    store.getState().showLinked('data', [hidden], '');
    const before = linkOf(store.getState())?.files;
    restore(store, own);
    expect(store.getState().profile?.content).toMatchObject({ summary: own.summary });
    expect(linkOf(store.getState())?.files).toEqual(before);
    // So that the address opens the same view again.
    const link = linkOf(store.getState());
    if (link === null) throw new Error('nothing is open');
    store.getState().showLanding();
    store.getState().showLinked('data', [hidden], withView('#d=data', link));
    expect(store.getState().link).toBeNull();
  });

  test('is of an allocator that is known by its peak where the link calls its host otherwise', () => {
    const on = (host: string, total: number): AllocatorSummary => {
      const summary = allocatorSummary();
      return { ...summary, allocator: { ...summary.allocator, host }, peak: { ...summary.peak, total } };
    };
    const whole = summaryOf([on('tw003', 10), on('tw004', 20)], { defaultAllocator: 0 });
    const linked = { ...digestOf('profile_1'), summary: summaryOf([on('host_1', 20)]) };
    expect(allocatorOfDigest(linked, whole)).toBe(whole.allocators[1]);
    expect(allocatorOfDigest({ ...linked, summary: summaryOf([on('host_1', 30)]) }, whole)).toBeNull();
    const store = createAppStore();
    store.getState().showLinked('data', [linked], '');
    restore(store, { ...digestOf('a.tar.gz'), summary: whole });
    expect(store.getState().view.allocator).toBe(allocatorKey(whole.allocators[1]));
  });

  test('stays in the address while its views change, and goes with it', () => {
    const store = createAppStore();
    let fragment = '#d=data';
    followAddress(store, {
      fragment: () => fragment,
      push: (next) => (fragment = next),
      replace: (next) => (fragment = next),
      onMove: () => undefined,
      later: (callback) => callback(),
    });
    store.getState().showLinked('data', [digestOf('a.tar.gz')], fragment);
    store.getState().chooseLower('blocks');
    expect(fragment).toMatch(/^#v=1&s=[\w-]+&d=data$/);
    const content = { kind: 'trace' as const, summary: digestOf('other').summary };
    store.getState().finishLoading({ content, refusals: [], runs: [] });
    expect(fragment).toMatch(/^#v=1&s=[\w-]+$/);
  });
});
