import { expect, test } from 'vitest';
import type { XprofAnswer } from './xprof-loader.ts';
import { XprofLoader } from './xprof-loader.ts';

const curveOf = (allocator: number): XprofAnswer => {
  return { time: Float64Array.of(allocator), total: Float64Array.of(1), isSampled: false };
};

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a curve is asked for once, and never shown for another allocator', async () => {
  const asked: number[] = [];
  const answer: ((curve: XprofAnswer | null) => void)[] = [];
  const loader = new XprofLoader(({ allocator }) => {
    asked.push(allocator);
    return new Promise((resolve) => answer.push(resolve));
  });
  loader.want(0);
  loader.want(0);
  loader.want(1);
  answer[1](curveOf(1));
  await settled();
  answer[0](curveOf(0));
  await settled();
  expect(loader.current()?.time[0]).toBe(1);
  expect(asked).toEqual([0, 1]);
  loader.want(2);
  expect(loader.current()).toBeNull();
  answer[2](null);
  await settled();
  loader.want(2);
  expect(asked).toEqual([0, 1, 2, 2]);
});
