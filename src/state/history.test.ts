import { beforeEach, describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import { readView } from '../share/view-link.ts';
import { followAddress } from './history.ts';
import type { AddressBar } from './history.ts';
import { createAppStore } from './store.ts';
import type { AppStore } from './store.ts';

/** An address bar with a history, and a clock that a test moves. */
class FakeBar implements AddressBar {
  entries: string[];
  at = 0;
  private moved: () => void = () => undefined;
  private waiting: (() => void)[] = [];

  constructor(fragment = '') {
    this.entries = [fragment];
  }

  fragment = (): string => this.entries[this.at];
  push = (fragment: string): void => {
    this.entries = [...this.entries.slice(0, this.at + 1), fragment];
    this.at++;
  };
  replace = (fragment: string): void => {
    this.entries[this.at] = fragment;
  };
  onMove = (listener: () => void): void => {
    this.moved = listener;
  };
  later = (callback: () => void): void => {
    this.waiting.push(callback);
  };

  go(steps: number): void {
    this.at += steps;
    this.moved();
  }

  /** Time passes in which nothing happens. */
  rest(): void {
    while (this.waiting.length > 0) this.pass();
  }

  pass(): void {
    for (const callback of this.waiting.splice(0)) callback();
  }
}

function open(store: AppStore, name = 'profile.tar.gz/host.xplane.pb'): void {
  const allocators = [allocatorSummary(), allocatorSummary({ id: 'GPU_1_bfc' })];
  const summary = summaryOf(allocators, { source: { name, format: 'xplane', bytes: 1 } });
  store.getState().finishLoading({ content: { kind: 'trace', summary }, refusals: [], runs: [] });
}

function viewIn(fragment: string): unknown {
  const read = readView(fragment);
  return read.kind === 'link' ? read.link.view : read;
}

describe('the address', () => {
  let store: AppStore;
  let bar: FakeBar;
  beforeEach(() => {
    store = createAppStore();
    bar = new FakeBar('#x=kept');
    followAddress(store, bar);
    open(store);
  });

  test('waits while the view keeps changing, but not for ever', () => {
    const before = bar.fragment();
    store.getState().setCursor(1e9);
    for (let step = 1; step <= 4; step++) {
      store.getState().setCursor(1e9 + step);
      bar.pass();
      expect(bar.fragment()).toBe(before);
    }
    store.getState().setCursor(1.5e9);
    bar.pass();
    expect(viewIn(bar.fragment())).toMatchObject({ cursor: 1.5e9 });
  });

  test('gets a step for what was done on purpose, and none for the cursor or a zoom', () => {
    expect(bar.entries).toHaveLength(1);
    store.getState().setCursor(1.5e9);
    store.getState().setRange({ from: 1.2e9, to: 2.8e9 });
    bar.rest();
    expect(bar.entries).toHaveLength(1);
    expect(viewIn(bar.fragment())).toMatchObject({ cursor: 1.5e9, range: { from: 1.2e9, to: 2.8e9 } });
    store.getState().chooseRange({ from: 1.4e9, to: 2e9 });
    store.getState().chooseAllocator('GPU_1_bfc');
    store.getState().chooseLower('steps');
    expect(bar.entries).toHaveLength(4);
    expect(bar.entries.every((entry) => entry.endsWith('&x=kept'))).toBe(true);
  });

  test('leads back and forward, and a step that is gone back to is not written again', () => {
    store.getState().chooseAllocator('GPU_1_bfc');
    store.getState().setCursor(1.5e9);
    store.getState().chooseLower('steps');
    bar.go(-1);
    expect(store.getState().view).toMatchObject({ allocator: 'GPU_1_bfc', lower: 'flame', cursor: 1.5e9 });
    bar.go(-1);
    expect(store.getState().view).toMatchObject({ allocator: null, lower: 'flame', cursor: null });
    bar.pass();
    bar.go(2);
    expect(store.getState().view).toMatchObject({ allocator: 'GPU_1_bfc', lower: 'steps' });
    expect(bar.entries).toHaveLength(3);
  });

  test('keeps the theme out: it is the reader’s', () => {
    store.getState().setTheme('dark');
    store.getState().chooseAllocator('GPU_1_bfc');
    bar.go(-1);
    expect(store.getState().view.theme).toBe('dark');
  });

  test('says nothing of a profile that was closed', () => {
    store.getState().showLanding();
    expect(bar.fragment()).toBe('#x=kept');
  });
});

describe('a link', () => {
  function linkTo(): string {
    const store = createAppStore();
    const bar = new FakeBar();
    followAddress(store, bar);
    open(store);
    store.getState().chooseAllocator('GPU_1_bfc');
    return bar.fragment();
  }

  test('waits for the file that it is of, and shows its view when that is opened, wherever it lies', () => {
    const store = createAppStore();
    const bar = new FakeBar(linkTo());
    followAddress(store, bar);
    expect(store.getState().link).toMatchObject({ kind: 'waiting', link: { files: ['profile.tar.gz/host.xplane.pb'] } });
    open(store, 'host.xplane.pb');
    expect(store.getState().view.allocator).toBe('GPU_1_bfc');
    expect(store.getState().link).toBeNull();
  });

  test('of another file goes on waiting, and the address stays as it is until somebody does something', () => {
    const store = createAppStore();
    const bar = new FakeBar(linkTo());
    const before = bar.fragment();
    followAddress(store, bar);
    open(store, 'other.xplane.pb');
    expect(store.getState().view.allocator).toBeNull();
    expect(store.getState().link?.kind).toBe('waiting');
    expect(bar.fragment()).toBe(before);
  });

  test('that is damaged is a sentence, and what is opened is shown as ever', () => {
    const store = createAppStore();
    const bar = new FakeBar('#v=1&s=AAAA');
    followAddress(store, bar);
    expect(store.getState().link).toMatchObject({ kind: 'fault' });
    open(store);
    expect(store.getState().view.allocator).toBeNull();
    expect(viewIn(bar.fragment())).toMatchObject({ allocator: null });
  });
});
