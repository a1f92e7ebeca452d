import { describe, expect, test } from 'vitest';
import { BYTES } from '../model/amounts.ts';
import { sharesOfTotal } from './delta-shares.ts';
import { amountsFor, deltaFill, deltaText, flameOfDelta, netOf, presenceOf } from './delta-tree.ts';
import { indexFlame } from './flame-index.ts';
import { layoutIcicle } from './icicle.ts';
import { icicleBoxes } from './icicle-boxes.ts';
import { IcicleLabels } from './icicle-labels.ts';
import { deltaFromText } from './testing/delta-text.ts';
import { fixedMeasurer } from './testing/measure.ts';

const TREE = deltaFromText(`
  all
    a.py: f
      copy - → 300
      dot 100 → -
    b.py: g 400 → 400
`);

const BOX = { x: 10, y: 21, width: 200, height: 20 };

describe('the boxes of a comparison', () => {
  test('are as wide as what rose and fell beneath them, whatever cancels out', () => {
    const flame = flameOfDelta(TREE);
    expect(Array.from(flame.total)).toEqual([400, 400, 300, 100, 0]);
    expect(Array.from(flame.self)).toEqual([0, 0, 300, 100, 0]);
    const boxes = icicleBoxes(indexFlame(flame), 0, 400);
    expect([boxes.width[2], boxes.width[3]]).toEqual([0, 300]);
  });

  test('are tinted by the net change alone, with the edge on top where it rose and below where it fell', () => {
    expect(deltaFill(BOX, 300, 100)).toEqual([
      { kind: 'rect', ...BOX, fill: 'delta-even' },
      { kind: 'rect', ...BOX, width: 100, fill: 'delta-rise' },
      { kind: 'rect', ...BOX, width: 100, height: 3, fill: 'delta-rise-line' },
    ]);
    expect(deltaFill(BOX, 0, 100).slice(1)).toEqual([
      { kind: 'rect', ...BOX, fill: 'delta-fall' },
      { kind: 'rect', ...BOX, y: 38, height: 3, fill: 'delta-fall-line' },
    ]);
    expect(deltaFill(BOX, 100, 100)).toHaveLength(1);
  });

  test('say the sign and the number, and by a word what one side alone has', () => {
    expect(presenceOf(TREE, 2)).toBe('new');
    expect(presenceOf(TREE, 3)).toBe('vanished');
    expect(deltaText(netOf(TREE, 2), presenceOf(TREE, 2), BYTES)).toBe('new +300 B');
    expect(deltaText(netOf(TREE, 3), presenceOf(TREE, 3), BYTES)).toBe('vanished −100 B');
    expect(deltaText(netOf(TREE, 1), 'both', BYTES)).toBe('+200 B');
    expect(deltaText(0, 'both', BYTES)).toBe('±0 B');
  });

  test('are drawn with those tints and labels, callers of the focus as they always are', () => {
    const index = indexFlame(flameOfDelta(TREE));
    const boxes = icicleBoxes(index, 1, 400);
    const texts = { row: (row: number) => `net ${netOf(TREE, row)}`, siblingsFrom: () => 'together' };
    const labels = new IcicleLabels(index, 'candidate − baseline', BYTES, fixedMeasurer, texts);
    const { items } = layoutIcicle({
      index,
      boxes,
      labels,
      matches: null,
      width: 400,
      height: 100,
      scroll: 0,
      fill: (place, row) => deltaFill(place, TREE.rise[row], TREE.fall[row]),
    });
    const told = items.map((item) => (item.kind === 'text' ? item.text : item.kind === 'rect' ? item.fill : item.kind));
    expect(told.join(' | ').split(' | delta-even | ')).toEqual([
      'line | candidate − baseline  net 200',
      'delta-rise | delta-rise-line | a.py: f  net 200',
      'delta-rise | delta-rise-line | copy  net 300',
      'delta-fall | delta-fall-line | dot  net -100',
    ]);
  });
});

test('in shares of each total, what grew as much as the whole has no width at all', () => {
  const tripled = deltaFromText(`
    all
      a.py: f 100 → 300
      b.py: g 7 → 21
  `);
  const shares = flameOfDelta(sharesOfTotal(tripled));
  expect(Array.from(shares.total)).toEqual([0, 0, 0]);
  const { short, exact } = amountsFor('share', BYTES);
  expect([short(-0.25), exact(0.3333333)]).toEqual(['−25 %', '33.3333 %']);
});
