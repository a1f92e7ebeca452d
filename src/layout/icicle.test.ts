import { describe, expect, test } from 'vitest';
import { BYTES } from '../model/amounts.ts';
import { NODE_BEFORE_CAPTURE, NODE_PROGRAM, NODE_SIZE } from '../model/flame.ts';
import type { DisplayItem, RectItem, TextItem } from './display-list.ts';
import { indexFlame } from './flame-index.ts';
import { matchFrames, parseSearch } from './frame-search.ts';
import { boxRect, icicleHeight, layoutIcicle, ROW_HEIGHT } from './icicle.ts';
import type { IcicleInput } from './icicle.ts';
import { boxAt, icicleBoxes } from './icicle-boxes.ts';
import { amountsOf, IcicleLabels } from './icicle-labels.ts';
import { layoutIcicleOverlay } from './icicle-overlay.ts';
import { fixedMeasurer } from './testing/measure.ts';
import { flameFromText } from './testing/flame-text.ts';

const TREE = flameFromText(
  `
  alive
    before 4834279424
    layer_stack.py: __call__
      jit_transpose 2704277504
      jit_dot 1344274432
      tiny 700
      tinier 324
`,
  {
    kinds: {
      before: NODE_BEFORE_CAPTURE,
      'jit_transpose': NODE_PROGRAM,
      'jit_dot': NODE_PROGRAM,
    },
  },
);

function input(changes: Partial<IcicleInput & { focus: number }> = {}): IcicleInput {
  const index = indexFlame(TREE);
  const { focus = 0, width = 1000, ...rest } = changes;
  const boxes = icicleBoxes(index, focus, width);
  const labels = new IcicleLabels(index, 'alive at 21.738 s', BYTES, fixedMeasurer);
  return { index, boxes, labels, matches: null, width, height: 200, scroll: 0, ...rest };
}

const texts = (items: DisplayItem[]): TextItem[] => items.filter((item): item is TextItem => item.kind === 'text');
const rects = (items: DisplayItem[]): RectItem[] => items.filter((item): item is RectItem => item.kind === 'rect');

describe('the flame view', () => {
  test('says frame and bytes in each box, and the whole in its title', () => {
    const { items, title } = layoutIcicle(input());
    expect(texts(items).map(({ text }) => text)).toEqual([
      'alive at 21.738 s  8.27 GiB',
      'before  4.50 GiB',
      'layer_stack.py: __call__  3.77 GiB',
      'jit_transpose  2.52 GiB',
      'jit_dot  1.25 GiB',
    ]);
    expect(title).toBe('alive at 21.738 s: 8,882,832,384 bytes');
    expect(rects(items).map(({ fill }) => fill)).toEqual([
      'line',
      'before-capture',
      'frame-user',
      'frame-program',
      'frame-program',
      'merged',
    ]);
  });

  test('gives the merged edge a pixel, and the number of what it holds', () => {
    const { boxes, items } = { ...input(), ...layoutIcicle(input()) };
    const merged = boxes.length - 1;
    expect([boxes.merged[merged], boxes.bytes[merged]]).toEqual([2, 1024]);
    expect(rects(items).at(-1)).toMatchObject({ width: 1, x: 999 });
    expect(boxAt(boxes, 2, 998.5)).toBe(merged);
    const wide = new IcicleLabels(indexFlame(TREE), '', BYTES, fixedMeasurer);
    expect(wide.fitMerged(1, 812, 14 * 2 ** 20, 300, 'label')).toBe('812 smaller, 14.00 MiB');
    expect(wide.fitMerged(1, 812, 14 * 2 ** 20, 90, 'label')).toBe('812 smaller');
    expect(wide.fitMerged(1, 812, 14 * 2 ** 20, 20, 'label')).toBe('');
  });

  test('cuts a frame with an ellipsis so that it fits, and never cuts a number', () => {
    const { labels } = input();
    for (let width = 0; width < 300; width++) {
      const text = labels.fit(2, width, 'label');
      expect(fixedMeasurer(text, 'label')).toBeLessThanOrEqual(width + 1e-9);
      expect(text).toMatch(/^(|layer_stack\.py: __call__(  3\.77 GiB)?|l.*…)$/);
    }
    expect(labels.fit(2, 80, 'label')).toBe('layer_stack.p…');
  });

  test('says sizes whole or not at all', () => {
    const tree = flameFromText('alive\n  1,024 bytes 2048', { kinds: { '1,024 bytes': NODE_SIZE } });
    const labels = new IcicleLabels(indexFlame(tree), '', BYTES, fixedMeasurer);
    const fits = [200, 100, 60, 20].map((width) => labels.fit(1, width, 'label'));
    expect(fits).toEqual(['1 × 1,024 bytes  2.00 KiB', '1 × 1,024 bytes', '2.00 KiB', '']);
  });

  test('does not cut a character of two code units in half', () => {
    const index = indexFlame(flameFromText('alive\n  𝛼𝛽𝛾𝛿𝜀𝜁𝜂 3'));
    const labels = new IcicleLabels(index, '', BYTES, fixedMeasurer);
    expect(labels.fit(1, 30, 'label')).toBe('𝛼𝛽𝛾…');
  });

  test('a focus takes the whole width, its callers above it are grey', () => {
    const { items } = layoutIcicle(input({ focus: 2 }));
    expect(rects(items).slice(0, 3).map(({ fill, width }) => [fill, width])).toEqual([
      ['line', 999],
      ['frame-user', 999],
      ['frame-program', 667],
    ]);
    expect(texts(items)[0]).toMatchObject({ text: 'alive at 21.738 s  8.27 GiB', color: 'ink-secondary' });
  });

  test('what a search finds is outlined and strong, the rest is pale; merged matches count', () => {
    const index = indexFlame(TREE);
    const matches = matchFrames(index, parseSearch('dot'));
    const { items } = layoutIcicle(input({ matches }));
    expect(items.filter((item) => item.kind === 'path')).toHaveLength(1);
    const strong = texts(items).filter(({ style }) => style === 'strong');
    expect(strong.map(({ text }) => text)).toEqual(['jit_dot  1.25 GiB']);
    expect(rects(items).map(({ opacity }) => opacity === undefined)).toEqual([false, false, false, false, true, false]);
    const tiny = layoutIcicle(input({ matches: matchFrames(index, parseSearch('/^tin/')) }));
    expect(rects(tiny.items).map(({ opacity }) => opacity === undefined).indexOf(true)).toBe(5);
  });

  test('draws only the rows on the screen', () => {
    const all = input();
    expect(icicleHeight(all.boxes)).toBe(3 * ROW_HEIGHT);
    const last = layoutIcicle(input({ scroll: 2 * ROW_HEIGHT, height: ROW_HEIGHT }));
    expect(texts(last.items).map(({ y }) => y)).toEqual([14, 14]);
    expect(rects(last.items)).toHaveLength(3);
    expect(rects(layoutIcicle(input({ scroll: 1, height: 2 * ROW_HEIGHT })).items)).toHaveLength(6);
  });

  test('counts what a dump counts', () => {
    expect(amountsOf('count').short(8123)).toBe('8,123 count');
    expect(amountsOf('').exact(8123)).toBe('8,123');
    expect(amountsOf('bytes')).toBe(BYTES);
  });
});

describe('what moves over it', () => {
  test('is a ring around a box, on the screen and wide enough to be seen', () => {
    const { boxes } = input();
    const merged = boxes.length - 1;
    const none = { hover: -1, selected: -1, active: -1 };
    const at = { boxes, width: 1000, height: 200, scroll: 0, ...none };
    expect(layoutIcicleOverlay(at).items).toEqual([]);
    const rings = layoutIcicleOverlay({ ...at, hover: 1, selected: 2, active: 3 }).items;
    expect(rings.map((item) => item.kind === 'path' && item.stroke)).toEqual(['ink', 'ink', 'panel', 'accent']);
    const [edge] = layoutIcicleOverlay({ ...at, hover: merged }).items;
    const xs = edge?.kind === 'path' ? Array.from(edge.points).filter((_, i) => i % 2 === 0) : [];
    expect(Math.max(...xs)).toBeLessThanOrEqual(1000);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThanOrEqual(2);
    expect(layoutIcicleOverlay({ ...at, hover: 1, scroll: 500 }).items).toEqual([]);
  });

  test('stands where the box is drawn', () => {
    const { boxes } = input();
    const rect = boxRect(boxes, 2, 10);
    const none = { selected: -1, active: -1 };
    const [hovered] = layoutIcicleOverlay({ boxes, width: 1000, height: 200, scroll: 10, hover: 2, ...none }).items;
    expect(hovered?.kind === 'path' && Array.from(hovered.points.subarray(0, 2))).toEqual([rect.x + 0.5, rect.y + 0.5]);
  });
});
