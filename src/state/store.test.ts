import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import type { Summary } from '../model/summary.ts';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import { shownAllocator, shownRange } from './app-state.ts';
import type { ProfileContent } from './app-state.ts';
import { flameView } from './flame-state.ts';
import { LoadRate } from './load-rate.ts';
import { createAppStore } from './store.ts';
import type { AppStore } from './store.ts';

const REFUSAL = { file: 'notes.txt', code: 'unknown-format', reason: 'Not a profile.' } as const;

function traceOf(summary: Summary): ProfileContent {
  return { kind: 'trace', summary };
}

function opened(): AppStore {
  const store = createAppStore();
  store.getState().startLoading('profile.tar.gz');
  const allocators = [allocatorSummary({ id: 'GPU_0_bfc' }), allocatorSummary({ id: 'gpu_host_bfc' })];
  store.getState().finishLoading({ content: traceOf(summaryOf(allocators)), refusals: [], runs: [] });
  return store;
}

describe('loading', () => {
  test('goes from the landing page over progress to the open profile, which is drawn later', () => {
    const store = createAppStore();
    expect(store.getState().status).toBe('landing');
    store.getState().startLoading('profile.tar.gz');
    const progress = { phase: 'reading', bytesRead: 5, bytesTotal: 10, bytesPerSecond: 0, note: '' };
    store.getState().setProgress(progress);
    expect(store.getState()).toMatchObject({ status: 'loading', loadingName: 'profile.tar.gz', progress });
    store.getState().finishLoading({ content: traceOf(summaryOf([allocatorSummary()])), refusals: [REFUSAL], runs: [] });
    expect(store.getState()).toMatchObject({ status: 'open', progress: null, drawn: false });
    expect(store.getState().profile?.refusals).toEqual([REFUSAL]);
    store.getState().markDrawn();
    expect(store.getState().drawn).toBe(true);
  });

  test('cancelled before anything was open, it leads back to the landing page', () => {
    const store = createAppStore();
    store.getState().startLoading('a');
    store.getState().leaveLoading();
    expect(store.getState()).toMatchObject({ status: 'landing', progress: null });
  });

  test('refused or cancelled with a profile open, it gives that profile back', () => {
    const store = opened();
    const before = store.getState().profile;
    store.getState().startLoading('notes.txt');
    store.getState().finishLoading({ content: null, refusals: [REFUSAL], runs: [] });
    expect(store.getState()).toMatchObject({ status: 'refused', refusals: [REFUSAL] });
    store.getState().leaveLoading();
    expect(store.getState()).toMatchObject({ status: 'open', refusals: [] });
    expect(store.getState().profile).toBe(before);
  });

  test('progress that arrives after the end is dropped', () => {
    const store = opened();
    store.getState().setProgress({ phase: 'reading', bytesRead: 1, bytesTotal: 2, bytesPerSecond: 0, note: '' });
    expect(store.getState().progress).toBeNull();
  });

  test('another profile starts with its own view but keeps the theme', () => {
    const store = opened();
    store.getState().setTheme('dark');
    store.getState().setRange({ from: 1.2e9, to: 2e9 });
    store.getState().startLoading('b');
    store.getState().finishLoading({ content: traceOf(summaryOf([allocatorSummary()])), refusals: [], runs: [] });
    expect(store.getState().view).toEqual({ ...INITIAL_VIEW_STATE, theme: 'dark' });
    expect(store.getState().profile?.generation).toBe(2);
  });
});

describe('choices', () => {
  test('the default allocator is shown until one is chosen; a name that is not there shows the default', () => {
    const store = opened();
    expect(shownAllocator(store.getState())?.summary.allocator.id).toBe('GPU_0_bfc');
    store.getState().chooseAllocator('gpu_host_bfc');
    expect(shownAllocator(store.getState())).toMatchObject({ index: 1 });
    store.getState().chooseAllocator('GPU_9_bfc');
    expect(shownAllocator(store.getState())).toMatchObject({ index: 0 });
  });

  test('allocators of one id on two hosts are told apart', () => {
    const store = createAppStore();
    const allocators = [allocatorSummary({ host: 'a' }), allocatorSummary({ host: 'b' })];
    store.getState().finishLoading({ content: traceOf(summaryOf(allocators)), refusals: [], runs: [] });
    store.getState().chooseAllocator('b/GPU_0_bfc');
    expect(shownAllocator(store.getState())).toMatchObject({ index: 1 });
  });

  test('a range stays in the capture, and the whole capture is no range', () => {
    const store = opened();
    store.getState().setRange({ from: 0, to: 1.5e9 });
    expect(store.getState().view.range).toEqual({ from: 1e9, to: 2.5e9 });
    store.getState().setRange({ from: -1e9, to: 9e9 });
    expect(store.getState().view.range).toBeNull();
    const allocator = shownAllocator(store.getState());
    expect(allocator && shownRange(store.getState().view, allocator.summary)).toEqual({ from: 1e9, to: 3e9 });
  });

  test('the cursor at the peak is no cursor, and another allocator has its own peak', () => {
    const store = opened();
    store.getState().setCursor(1e9);
    expect(store.getState().view.cursor).toBe(1e9);
    store.getState().setCursor(2e9);
    expect(store.getState().view.cursor).toBeNull();
    store.getState().setCursor(1e9);
    store.getState().chooseAllocator('gpu_host_bfc');
    expect(store.getState().view.cursor).toBeNull();
  });

  test('the flame view keeps only what differs from its defaults', () => {
    const store = opened();
    const { setFlame } = store.getState();
    setFlame({ what: 'retained', search: '/dot/i' });
    setFlame({ ops: [{ kind: 'invert' }], foldsInternals: true });
    expect(store.getState().view.flame).toEqual({ what: 'retained', search: '/dot/i', ops: [{ kind: 'invert' }] });
    expect(flameView(store.getState().view)).toMatchObject({ what: 'retained', grouping: 'stack', asList: false });
    setFlame({ what: 'alive', search: '', ops: [] });
    expect(store.getState().view.flame).toEqual({});
  });
});

test('a load rate is told for each phase, and not from its first moment', () => {
  const rate = new LoadRate();
  expect(rate.add({ phase: 'reading', bytesRead: 0, now: 0 })).toBe(0);
  expect(rate.add({ phase: 'reading', bytesRead: 1e6, now: 100 })).toBe(0);
  expect(rate.add({ phase: 'reading', bytesRead: 100e6, now: 500 })).toBe(200e6);
  expect(rate.add({ phase: 'reading again', bytesRead: 0, now: 600 })).toBe(0);
  expect(rate.add({ phase: 'reading again', bytesRead: 30e6, now: 900 })).toBe(100e6);
});
