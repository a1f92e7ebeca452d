import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Lanes } from '../../model/lanes.ts';
import { LanesLoader } from './lanes-loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const lanesFrom = (from: number): Lanes => ({ from, to: from + 1, lanes: [], names: [], note: '' });

describe('lanes', () => {
  test('are asked for once the range rests, with room to either side, and not twice', async () => {
    const asked: { from: number; to: number; pixels: number }[] = [];
    const loader = new LanesLoader((ask) => {
      asked.push(ask);
      return Promise.resolve(lanesFrom(ask.from));
    });
    loader.want(0, { from: 0, to: 100 }, 50);
    loader.want(0, { from: 100, to: 200 }, 50);
    await vi.runAllTimersAsync();
    loader.want(0, { from: 100, to: 200 }, 50);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([{ allocator: 0, from: 50, to: 250, pixels: 100 }]);
  });

  test('stay until newer ones come; an answer that was overtaken is dropped', async () => {
    const settle: ((lanes: Lanes) => void)[] = [];
    const loader = new LanesLoader(() => new Promise((resolve) => settle.push(resolve)));
    const told = vi.fn<() => void>();
    loader.subscribe(told);
    loader.want(0, { from: 0, to: 100 }, 50);
    await vi.runAllTimersAsync();
    settle[0](lanesFrom(1));
    await vi.runAllTimersAsync();
    expect(loader.current()?.from).toBe(1);
    loader.want(0, { from: 10, to: 20 }, 50);
    await vi.runAllTimersAsync();
    loader.want(0, { from: 30, to: 40 }, 50);
    await vi.runAllTimersAsync();
    settle[1](lanesFrom(2));
    await vi.runAllTimersAsync();
    expect(loader.current()?.from).toBe(1);
    settle[2](lanesFrom(3));
    await vi.runAllTimersAsync();
    expect(loader.current()?.from).toBe(3);
    expect(told).toHaveBeenCalledTimes(2);
  });
});
