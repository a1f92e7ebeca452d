import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlocksAnswer, BlocksQuery } from '../../model/blocks.ts';
import { BlocksLoader } from './blocks-loader.ts';

const WHOLE = { from: 0, to: 1000 };

function answerTo(query: BlocksQuery, limitedBy: BlocksAnswer['limitedBy']): BlocksAnswer {
  const none = { length: 0, start: new Float64Array(), end: new Float64Array(), held: new Float64Array() };
  const curve = { initial: 0, steps: 0, exact: true, levels: [] };
  return {
    allocator: 0,
    from: query.from,
    to: query.to,
    blocks: {
      ...none,
      requested: new Float64Array(),
      addressLow: new Uint32Array(),
      addressHigh: new Uint32Array(),
      firstPoint: Uint32Array.of(0),
      pointTime: new Float64Array(),
      pointOffset: new Float64Array(),
    },
    origins: { callSite: new Int32Array(), program: new Int32Array(), class: new Int32Array(), names: [] },
    curves: { start: query.from, end: query.to, total: curve, reserved: curve, beforeCapture: curve },
    rest: { count: 0, atMost: 0 },
    limitedBy,
    overshoot: 0,
  };
}

function loader(limitedBy: BlocksAnswer['limitedBy'] = 'nothing'): { loader: BlocksLoader; asked: BlocksQuery[] } {
  const asked: BlocksQuery[] = [];
  return {
    asked,
    loader: new BlocksLoader(({ query }) => {
      asked.push(query);
      return Promise.resolve(answerTo(query, limitedBy));
    }),
  };
}

describe('the blocks of the visible range', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('are asked for at once at first, with half the range to either side, within the capture', async () => {
    const { loader: blocks, asked } = loader();
    blocks.want(0, { from: 0, to: 400 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toMatchObject([{ from: 0, to: 600, resolution: 1 }]);
    expect(blocks.current().answer).toMatchObject({ from: 0, to: 600 });
  });

  test('are asked for once a range rests, and not for those it goes through', async () => {
    const { loader: blocks, asked } = loader();
    blocks.want(0, WHOLE, WHOLE, 4);
    await vi.advanceTimersByTimeAsync(0);
    for (const from of [100, 200, 300]) blocks.want(0, { from, to: from + 100 }, WHOLE, 0.4);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([
      [0, 1000],
      [250, 450],
    ]);
  });

  test('serve every range within them as long as they are as fine as the screen', async () => {
    const { loader: blocks, asked } = loader();
    blocks.want(0, { from: 400, to: 600 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(0);
    blocks.want(0, { from: 350, to: 550 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(1);
    blocks.want(0, { from: 450, to: 500 }, WHOLE, 0.25);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
  });

  test('that leave something out are asked for again when the range is much shorter', async () => {
    const { loader: blocks, asked } = loader('blocks');
    blocks.want(0, { from: 400, to: 600 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(0);
    blocks.want(0, { from: 450, to: 500 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
  });

  test('of another allocator are forgotten at once', async () => {
    const { loader: blocks, asked } = loader();
    blocks.want(0, WHOLE, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(0);
    blocks.want(1, WHOLE, WHOLE, 1);
    expect(blocks.current().answer).toBeNull();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
  });

  test('that the worker refuses are told, and the old ones stay', async () => {
    let isRefused = false;
    const blocks = new BlocksLoader(({ query }) => Promise.resolve(isRefused ? null : answerTo(query, 'nothing')));
    blocks.want(0, { from: 0, to: 100 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(0);
    isRefused = true;
    blocks.want(0, { from: 800, to: 900 }, WHOLE, 1);
    await vi.advanceTimersByTimeAsync(200);
    expect(blocks.current()).toMatchObject({ hasFailed: true, answer: { from: 0 } });
  });
});
