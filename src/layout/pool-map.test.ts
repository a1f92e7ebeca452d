import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { formatAddress } from '../model/address.ts';
import type { PoolMap } from '../model/blocks.ts';
import type { RectItem, TextItem } from './display-list.ts';
import { fixedMeasurer } from './testing/measure.ts';
import { gapAt, layoutPoolMap, poolBoxAt, poolOutlines } from './pool-map.ts';
import type { PoolLayout } from './pool-map.ts';

const MIB = 2 ** 20;

function mapOf(rows: readonly (readonly [address: number, held: number])[]): PoolMap {
  const zeros = new Float64Array(rows.length);
  const none = new Int32Array(rows.length).fill(-1);
  return {
    allocator: 0,
    moment: 0,
    event: 0,
    hasAddresses: true,
    allocations: {
      length: rows.length,
      start: zeros,
      end: zeros,
      held: Float64Array.from(rows, ([, held]) => held),
      requested: Float64Array.from(rows, ([, held]) => held),
      addressLow: Uint32Array.from(rows, ([address]) => address % 2 ** 32),
      addressHigh: Uint32Array.from(rows, ([address]) => Math.floor(address / 2 ** 32)),
    },
    origins: { callSite: none, program: none, class: none, names: [] },
    inUse: 0,
    unknown: 0,
    reserved: 0,
    largestGap: 0,
    free: null,
    fragmentation: null,
  };
}

function draw(
  map: PoolMap,
  size: { width?: number; height?: number } = {},
): PoolLayout & { map: PoolMap; texts: string[] } {
  const colors = Array.from(map.allocations.held, () => 'series-1' as const);
  const layout = layoutPoolMap({ map, colors, width: 900, height: 100, measure: fixedMeasurer, ...size });
  const texts = layout.list.items.filter((item): item is TextItem => item.kind === 'text').map(({ text }) => text);
  return { ...layout, map, texts };
}

const ORIGIN = 0x7f40_0000_0000;

describe('the pool map', () => {
  test('draws allocations where they lie in a row, as wide as their bytes', () => {
    const { boxes, left, right, rows } = draw(
      mapOf([
        [ORIGIN, MIB],
        [ORIGIN + 3 * MIB, MIB],
      ]),
      { height: 36 },
    );
    expect(rows.span).toBe(4 * MIB);
    const quarter = (right - left) / 4;
    expect(boxes.map(({ x, width }) => [Math.round(x - left), Math.round(width)])).toEqual([
      [1, Math.round(quarter - 1)],
      [Math.round(3 * quarter + 0.5), Math.round(quarter - 1)],
    ]);
  });

  test('leaves out rows in which nothing is known, and says how much that is', () => {
    const { texts, rows } = draw(
      mapOf([
        [ORIGIN, MIB],
        [ORIGIN + 2 ** 30, MIB],
      ]),
    );
    expect(rows.rows.map(({ address }) => address)).toEqual(['0x7f4000000000', '0x7f4040000000']);
    expect(texts).toContain('⋯ 1023 MiB of addresses in which nothing is known');
  });

  test('draws what reaches over the end of a row in the next one too', () => {
    const { boxes, rows } = draw(mapOf([[ORIGIN + MIB, 6 * MIB]]), { height: 60 });
    expect(rows.span).toBe(4 * MIB);
    expect(boxes).toHaveLength(2);
    expect(poolOutlines(draw(mapOf([[ORIGIN + MIB, 6 * MIB]]), { height: 60 }), 0, 'ink', 2)).toHaveLength(2);
  });

  test('draws what is too narrow together, and a lone one a pixel wide', () => {
    const crowd = Array.from({ length: 50 }, (_, i) => [ORIGIN + i * 512, 256] as const);
    const { boxes, list } = draw(mapOf([...crowd, [ORIGIN + 500 * MIB, 256], [ORIGIN + 900 * MIB, MIB]]), {
      height: 36,
    });
    expect(boxes.map(({ count }) => count)).toEqual([50, 1, 1]);
    expect(boxes[1].width).toBe(1);
    const fills = list.items.filter((item): item is RectItem => item.kind === 'rect').map(({ fill }) => fill);
    expect(fills.filter((fill) => fill === 'merged')).toHaveLength(1);
  });

  test('the pointer finds a box, also beside a narrow one, and gaps between two', () => {
    const drawn = draw(
      mapOf([
        [ORIGIN, MIB],
        [ORIGIN + 3 * MIB, MIB],
      ]),
      { height: 36 },
    );
    const [first] = drawn.boxes;
    const y = first.y + first.height / 2;
    expect(poolBoxAt(drawn, first.x + 5, y)).toBe(0);
    expect(poolBoxAt(drawn, first.x + first.width + 20, y)).toBe(-1);
    expect(gapAt(drawn, drawn.map, first.x + first.width + 20, y)).toEqual({ from: MIB, to: 3 * MIB });
    expect(gapAt(drawn, drawn.map, first.x + 5, y)).toBeNull();
  });

  test('an empty map has a picture too', () => {
    expect(draw(mapOf([])).boxes).toEqual([]);
  });
});

test('whatever lies where, every allocation is drawn in the rows that it lies in, and rows fit the height', () => {
  const gaps = fc.array(fc.record({ gap: fc.nat(2 ** 36), held: fc.integer({ min: 1, max: 2 ** 32 }) }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      gaps,
      fc.integer({ min: 40, max: 400 }),
      fc.integer({ min: 0, max: 2 ** 46 }),
      (list, height, origin) => {
        let at = origin;
        const placed = list.map(({ gap, held }) => {
          const address = at + gap;
          at = address + held;
          return [address, held] as const;
        });
        const { boxes, rows } = draw(mapOf(placed), { height });
        const drawn = new Set(
          boxes.flatMap(({ allocation, count }) => Array.from({ length: count }, (_, i) => allocation + i)),
        );
        expect(drawn.size).toBe(placed.length);
        const last = rows.rows[rows.rows.length - 1];
        if (rows.rows.length > 1) expect(last.y + last.height).toBeLessThanOrEqual(height + 0.01);
        expect(rows.rows[0].address).toBe(formatted(placed[0][0] + rows.rows[0].offset));
      },
    ),
  );
});

function formatted(address: number): string {
  return formatAddress(address % 2 ** 32, Math.floor(address / 2 ** 32));
}
