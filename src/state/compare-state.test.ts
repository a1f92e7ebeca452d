import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import type { TraceDigest } from '../model/digest.ts';
import type { ComparedSide } from './app-state.ts';
import { openTitle } from './app-state.ts';
import { compareView, shownSides } from './compare-state.ts';
import { linkOf } from './link-state.ts';
import { isSummaryOnly, missingFiles } from './linked-state.ts';
import { showsTexts } from './message-state.ts';
import { createAppStore } from './store.ts';
import type { AppStore } from './store.ts';

function side(name: string, isLive = true): ComparedSide {
  const summary = summaryOf([allocatorSummary()]);
  const digest: TraceDigest = { kind: 'trace', name, contentId: null, isReduced: !isLive, trees: {}, summary, allocator: 0, anchors: [] };
  return { digest, profile: isLive ? { content: { kind: 'trace', summary }, refusals: [], runs: [] } : null, fault: null };
}

function compared(): AppStore {
  const store = createAppStore();
  store.getState().showComparison([side('a.tar.gz'), side('b.tar.gz')]);
  return store;
}

describe('a comparison', () => {
  test('takes the screen with a view of its own, and names both sides', () => {
    const store = compared();
    expect(store.getState()).toMatchObject({ status: 'open', profile: null, drawn: false });
    expect(openTitle(store.getState())?.name).toBe('a.tar.gz and b.tar.gz');
    expect(linkOf(store.getState())).toMatchObject({ files: ['a.tar.gz', 'b.tar.gz'], view: { compare: {} } });
    expect(showsTexts({ ...store.getState(), messages: [{ file: 'log', reading: { incidents: [], memory: null } as never }] })).toBe(false);
  });

  test('is named by the archives that were dropped, a trace of a log directory by its run and host', () => {
    const store = createAppStore();
    const [first, second] = ['x/runs.tar.gz/plugins/profile/1/a.xplane.pb', 'logs/plugins/profile/2/b.xplane.pb'];
    store.getState().showComparison([side(first), side(second)]);
    expect(openTitle(store.getState())).toMatchObject({
      name: 'runs.tar.gz and 2/b.xplane.pb',
      path: `${first} and ${second}`,
    });
  });

  test('is swapped by the view, and a link says it by the order of the names', () => {
    const store = compared();
    store.getState().swapSides();
    const { comparison, view } = store.getState();
    if (comparison === null) throw new Error('it is gone');
    expect(shownSides(comparison, view).baseline.digest.name).toBe('b.tar.gz');
    const link = linkOf(store.getState());
    expect(link).toMatchObject({ files: ['b.tar.gz', 'a.tar.gz'], view: { compare: {} } });
    store.getState().swapSides();
    expect(store.getState().view.compare).toEqual({});
    if (link !== null) store.getState().readLink({ kind: 'link', link });
    expect(store.getState().view.compare).toEqual({ swapped: true });
  });

  test('keeps only what differs from its defaults, and a single profile has none of it', () => {
    const store = compared();
    store.getState().setCompare({ tab: 'table', focus: [], search: 'copy' });
    expect(store.getState().view.compare).toEqual({ tab: 'table', search: 'copy' });
    expect(compareView(store.getState().view)).toMatchObject({ tab: 'table', amounts: 'bytes' });
    store.getState().keepSide(1);
    store.getState().setCompare({ tab: 'findings' });
    expect(store.getState().view.compare).toBeNull();
  });

  test('gives the other side back as the open profile when one is closed', () => {
    const store = compared();
    store.getState().keepSide(1);
    expect(store.getState()).toMatchObject({ status: 'open', comparison: null, drawn: false });
    expect(store.getState().profile?.content.kind).toBe('trace');
  });

  test('out of a link leaves the summary of one side when the other is closed', () => {
    const store = createAppStore();
    store.getState().showComparison([side('a', false), side('b', false)]);
    store.getState().keepSide(0);
    expect(store.getState()).toMatchObject({ status: 'open', comparison: null, profile: { content: { kind: 'trace' } } });
    expect(isSummaryOnly(store.getState())).toBe(true);
    expect(missingFiles(store.getState())).toEqual(['a']);
  });

  test('takes a third profile in the place of a side, which stays the baseline or the candidate', () => {
    const store = compared();
    store.getState().swapSides();
    store.getState().setCompare({ tab: 'table' });
    store.getState().showThird({ name: 'c.tar.gz', canReplace: [true, true] });
    store.getState().replaceSide(1, side('c.tar.gz'));
    const { comparison, view, third } = store.getState();
    if (comparison === null) throw new Error('it is gone');
    expect(third).toBeNull();
    expect(view.compare).toEqual({ swapped: true });
    const { baseline, candidate } = shownSides(comparison, view);
    expect([baseline.digest.name, candidate.digest.name]).toEqual(['c.tar.gz', 'a.tar.gz']);
    expect(comparison.generation).toBe(2);
  });

  test.each([
    ['another load', (store: AppStore) => store.getState().startLoading('d.tar.gz')],
    ['leaving for the landing page', (store: AppStore) => store.getState().showLanding()],
  ])('forgets a third profile that waits for an answer: %s', (_, leave) => {
    const store = compared();
    store.getState().showThird({ name: 'c.tar.gz', canReplace: [true, true] });
    leave(store);
    expect(store.getState().third).toBeNull();
  });

  test('stays when a worker of it dies, and says of which side', () => {
    const store = compared();
    store.getState().markSideFault(1, 'It died.');
    expect(store.getState().comparison?.sides.map(({ fault }) => fault)).toEqual([null, 'It died.']);
  });

  test('is given back by a load that is cancelled, and ended by one that is not', () => {
    const store = compared();
    store.getState().startLoading('c');
    store.getState().leaveLoading();
    expect(store.getState()).toMatchObject({ status: 'open' });
    expect(store.getState().comparison).not.toBeNull();
    store.getState().startLoading('c');
    store.getState().finishLoading({ content: { kind: 'trace', summary: summaryOf([allocatorSummary()]) }, refusals: [], runs: [] });
    expect(store.getState()).toMatchObject({ comparison: null, view: { compare: null } });
  });

  test('waits for its own two files, and is no view of one of them', () => {
    const link = linkOf(compared().getState());
    if (link === null) throw new Error('there is no link');
    const store = createAppStore();
    store.getState().readLink({ kind: 'link', link: { ...link, view: { ...link.view, compare: { tab: 'table' } } } });
    store.getState().finishLoading({ content: { kind: 'trace', summary: summaryOf([allocatorSummary()]) }, refusals: [], runs: [] });
    expect(store.getState().link?.kind).toBe('waiting');
    store.getState().showComparison([side('x/a.tar.gz'), side('b.tar.gz')]);
    expect(store.getState()).toMatchObject({ link: null, view: { compare: { tab: 'table' } } });
  });
});
