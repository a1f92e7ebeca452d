import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../../fixtures/summaries.ts';
import type { FlameAnswer } from '../../model/flame.ts';
import { createAppStore } from '../../state/store.ts';
import type { AppStore } from '../../state/store.ts';
import type { Questions } from '../../worker/protocol.ts';
import { flameFromText } from '../../layout/testing/flame-text.ts';
import { FlameLoader } from './flame-loader.ts';

type AskOne = Questions['flame']['ask'];

/** A loader on a store, with frames and answers that the test gives by hand. */
function loaderOn(store: AppStore): {
  loader: FlameLoader;
  asked: AskOne[];
  answers: ((answer: FlameAnswer | null) => Promise<void>)[];
  frame: () => void;
} {
  const asked: AskOne[] = [];
  const answers: ((answer: FlameAnswer | null) => Promise<void>)[] = [];
  let pending: (() => void) | null = null;
  const loader = new FlameLoader(
    (ask) =>
      new Promise((resolve) => {
        asked.push(ask);
        answers.push(async (answer) => {
          resolve(answer);
          await Promise.resolve();
        });
      }),
    store,
    (callback) => {
      pending = callback;
      return () => (pending = null);
    },
  );
  const frame = (): void => {
    const callback = pending;
    pending = null;
    callback?.();
  };
  return { loader, asked, answers, frame };
}

function answerTo({ query }: AskOne): FlameAnswer {
  return { query, tree: flameFromText('alive\n  f 5'), moment: 1, inUse: 5, reserved: 0 };
}

function opened(): AppStore {
  const store = createAppStore();
  const allocators = [allocatorSummary({ id: 'GPU_0_bfc' }), allocatorSummary({ id: 'gpu_host_bfc' })];
  const content = { kind: 'trace', summary: summaryOf(allocators) } as const;
  store.getState().finishLoading({ content, refusals: [], runs: [] });
  return store;
}

describe('the flame view', () => {
  test('asks for the window peak first, then once a frame for where the cursor is by then', async () => {
    const store = opened();
    const { loader, asked, answers, frame } = loaderOn(store);
    loader.start();
    frame();
    // The whole capture, and a little before it.
    expect(asked).toMatchObject([{ allocator: 0, query: { what: { kind: 'alive-at-peak', from: 1e9 - 1, to: 3e9 } } }]);
    await answers[0](answerTo(asked[0]));
    expect(loader.current()).toMatchObject({ flame: { isWindowPeak: true }, isWaiting: false });
    for (const cursor of [1.1e9, 1.2e9, 1.3e9]) store.getState().setCursor(cursor);
    expect(asked).toHaveLength(1);
    frame();
    expect(asked.slice(1)).toMatchObject([{ query: { what: { kind: 'alive', at: 1.3e9 } } }]);
  });

  test('keeps the old tree until the new one is there, and takes the newest answer only', async () => {
    const store = opened();
    const { loader, asked, answers, frame } = loaderOn(store);
    loader.start();
    frame();
    await answers[0](answerTo(asked[0]));
    const first = loader.current().flame;
    store.getState().setCursor(1.1e9);
    frame();
    expect(loader.current()).toMatchObject({ flame: first, isWaiting: true });
    store.getState().setCursor(1.2e9);
    frame();
    await answers[1](answerTo(asked[1]));
    expect(loader.current()).toMatchObject({ flame: first, isWaiting: true });
    await answers[2](answerTo(asked[2]));
    expect(loader.current().flame?.answer.query.what).toEqual({ kind: 'alive', at: 1.2e9 });
  });

  test('asks nothing new for what does not concern it, and follows the range only where it shows one', () => {
    const store = opened();
    const { loader, asked, frame } = loaderOn(store);
    loader.start();
    frame();
    store.getState().setTheme('dark');
    store.getState().setFlame({ search: 'dot', ops: [{ kind: 'invert' }] });
    store.getState().setRange({ from: 1.5e9, to: 2.5e9 });
    frame();
    expect(asked).toHaveLength(1);
    store.getState().setFlame({ what: 'retained', grouping: 'program', width: 'requested', foldsInternals: false });
    frame();
    const what = { kind: 'retained', from: 1.5e9, to: 2.5e9 };
    expect(asked[1].query).toEqual({ what, grouping: 'program', width: 'requested', foldsInternals: false });
    store.getState().setRange(null);
    frame();
    expect(asked[2].query.what).toEqual({ kind: 'retained', from: 1e9, to: 3e9 });
  });

  test('shows no tree of another allocator, and says when the worker gives none', async () => {
    const store = opened();
    const { loader, asked, answers, frame } = loaderOn(store);
    const told: boolean[] = [];
    loader.subscribe(() => told.push(loader.current().hasFailed));
    const stop = loader.start();
    frame();
    await answers[0](answerTo(asked[0]));
    store.getState().chooseAllocator('gpu_host_bfc');
    frame();
    expect(asked[1].allocator).toBe(1);
    expect(loader.current().flame).toBeNull();
    await answers[1](null);
    expect(loader.current()).toEqual({ flame: null, isWaiting: false, hasFailed: true });
    expect(told.at(-1)).toBe(true);
    stop();
    store.getState().setCursor(1.1e9);
    frame();
    expect(asked).toHaveLength(2);
  });
});
