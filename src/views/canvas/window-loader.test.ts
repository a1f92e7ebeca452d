import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stepSeries } from '../../../fixtures/curves.ts';
import type { CurveWindow } from '../../model/curve.ts';
import type { Questions } from '../../worker/protocol.ts';
import { WindowLoader } from './window-loader.ts';

type WindowAsk = Questions['window']['ask'];
type WindowAnswer = Questions['window']['answer'] | null;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function windowOf({ from, to }: WindowAsk): CurveWindow {
  const empty = stepSeries(0, []);
  return { from, to, total: empty, reserved: empty, beforeCapture: empty };
}

interface Tried {
  loader: WindowLoader;
  asked: WindowAsk[];
  told: () => number;
}

/** A loader, what it asked, and how often it told of a change. */
function loaderWith(answer: (ask: WindowAsk) => WindowAnswer): Tried {
  const asked: WindowAsk[] = [];
  const loader = new WindowLoader((ask) => {
    asked.push(ask);
    return Promise.resolve(answer(ask));
  });
  loader.show(0);
  const listener = vi.fn<() => void>();
  loader.subscribe(listener);
  return { loader, asked, told: () => listener.mock.calls.length };
}

describe('raw steps', () => {
  test('are asked for once the range rests, with room to either side', async () => {
    const { loader, asked, told } = loaderWith(windowOf);
    loader.want({ from: 100, to: 200 });
    loader.want({ from: 110, to: 210 });
    await vi.runAllTimersAsync();
    expect(asked).toEqual([{ allocator: 0, from: 10, to: 310, limit: 250_000 }]);
    expect(loader.current()).toMatchObject({ from: 10, to: 310 });
    expect(told()).toBe(1);
    loader.want({ from: 50, to: 150 });
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });

  test('that are too many with room are asked for without, and then not again', async () => {
    const { loader, asked, told } = loaderWith(() => ({ tooManySteps: 1e6 }));
    loader.want({ from: 100, to: 200 });
    await vi.runAllTimersAsync();
    loader.want({ from: 100, to: 200 });
    await vi.runAllTimersAsync();
    expect(asked.map(({ from, to }) => [from, to])).toEqual([[0, 300], [100, 200]]);
    expect(loader.current()).toBeNull();
    expect(told()).toBe(0);
  });

  test('of another allocator are forgotten, also those still on their way', async () => {
    const { loader, told } = loaderWith(windowOf);
    loader.want({ from: 100, to: 200 });
    await vi.runAllTimersAsync();
    loader.show(1);
    expect(loader.current()).toBeNull();
    expect(told()).toBe(2);
    loader.want({ from: 100, to: 200 });
    vi.advanceTimersByTime(100);
    loader.show(2);
    await vi.runAllTimersAsync();
    expect(loader.current()).toBeNull();
  });

  test('that were superseded change nothing', async () => {
    const { loader, told } = loaderWith(() => null);
    loader.want({ from: 100, to: 200 });
    await vi.runAllTimersAsync();
    expect(told()).toBe(0);
  });
});
