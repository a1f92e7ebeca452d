import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlameIndex } from './flame-index.ts';
import { indexFlame, isWithin } from './flame-index.ts';
import { boxAt, boxOfRow, icicleBoxes, NARROWEST } from './icicle-boxes.ts';
import type { IcicleBoxes } from './icicle-boxes.ts';
import { moveBox, siblingsOf } from './icicle-walk.ts';
import { flameTrees } from './testing/flame-arbitrary.ts';
import { flameFromText } from './testing/flame-text.ts';

const TREE = flameFromText(`
  alive
    a.py: f
      a.py: g 600
      b.py: h 200
    old 190
    a.py: k 4
    b.py: k 3
      dot 2
    c.py: k 1
`);

/** Each box as `level x width text`. */
function told({ tree }: FlameIndex, boxes: IcicleBoxes): string[] {
  return Array.from({ length: boxes.length }, (_, box) => {
    const what = boxes.merged[box] > 0 ? `${boxes.merged[box]} smaller` : tree.names[tree.name[boxes.row[box]]];
    return `${boxes.level[box]} ${boxes.x[box]} ${boxes.width[box]} ${what}`;
  });
}

describe('boxes', () => {
  test('lie under their callers, siblings by size, and the narrow ones are one box that says how many', () => {
    const index = indexFlame(TREE);
    expect(told(index, icicleBoxes(index, 0, 400))).toEqual([
      '0 0 400 alive',
      '1 0 320 f',
      '1 320 76 old',
      '1 396 4 3 smaller',
      '2 0 240 g',
      '2 240 80 h',
    ]);
  });

  test('of a focus fill the width, below its callers at full width', () => {
    const index = indexFlame(TREE);
    const boxes = icicleBoxes(index, 1, 400);
    expect(told(index, boxes)).toEqual(['0 0 400 alive', '1 0 400 f', '2 0 300 g', '2 300 100 h']);
    expect(boxes.focus).toBe(1);
  });

  test('of a tree without bytes are the root alone and what is in it', () => {
    const index = indexFlame(flameFromText('alive\n  a 0\n  b 0'));
    expect(told(index, icicleBoxes(index, 0, 400))).toEqual(['0 0 400 alive', '1 0 0 2 smaller']);
  });
});

describe('of any tree', () => {
  const cases = fc.record({ tree: flameTrees, pick: fc.nat(), width: fc.integer({ min: 1, max: 4000 }) });
  const each = (check: (index: FlameIndex, boxes: IcicleBoxes, focus: number, width: number) => void): void => {
    fc.assert(
      fc.property(cases, ({ tree, pick, width }) => {
        const index = indexFlame(tree);
        const focus = pick % tree.length;
        check(index, icicleBoxes(index, focus, width), focus, width);
      }),
    );
  };

  test('boxes of a level never overlap and stay within the picture', () => {
    each((_, boxes, __, width) => {
      for (let level = 0; level + 1 < boxes.levelStart.length; level++) {
        let right = 0;
        for (let box = boxes.levelStart[level]; box < boxes.levelStart[level + 1]; box++) {
          expect(boxes.level[box]).toBe(level);
          expect(boxes.x[box]).toBeGreaterThanOrEqual(right - 1e-6);
          right = boxes.x[box] + boxes.width[box];
        }
        expect(right).toBeLessThanOrEqual(width + 1e-6);
      }
    });
  });

  test('every byte beneath the focus is in a box, or held by its caller itself', () => {
    each(({ tree }, boxes, focus, width) => {
      for (let box = boxes.focus; box < boxes.length; box++) {
        if (boxes.merged[box] > 0) continue;
        const row = boxes.row[box];
        let bytes = tree.self[row];
        let across = tree.total[focus] > 0 ? (tree.self[row] / tree.total[focus]) * width : 0;
        for (let child = box + 1; child < boxes.length; child++) {
          if (boxes.parent[child] !== box) continue;
          bytes += boxes.bytes[child];
          across += boxes.width[child];
        }
        expect(bytes).toBe(tree.total[row]);
        if (tree.total[focus] > 0) expect(across).toBeCloseTo(boxes.width[box], 6);
      }
    });
  });

  test('a merged box stands for exactly the siblings that are too narrow, and for their bytes', () => {
    each((index, boxes, focus, width) => {
      const { tree, end } = index;
      const shown = new Set(Array.from(boxes.row).filter((_, box) => boxes.merged[box] === 0));
      for (let box = 0; box < boxes.length; box++) {
        if (boxes.merged[box] === 0) continue;
        let count = 0;
        let bytes = 0;
        for (let row = boxes.row[box]; row < end[tree.parent[boxes.row[box]]]; row = end[row]) {
          expect(shown.has(row)).toBe(false);
          // In the order in which boxes are scaled: a width of exactly the least rounds to either side of it in another.
          if (tree.total[focus] > 0) expect(tree.total[row] * (width / tree.total[focus])).toBeLessThan(NARROWEST);
          count++;
          bytes += tree.total[row];
        }
        expect([boxes.merged[box], boxes.bytes[box]]).toEqual([count, bytes]);
      }
    });
  });

  test('every row beneath the focus is shown by one box, its own or a merged one, and a point finds that box', () => {
    each((index, boxes, focus) => {
      for (let row = 0; row < index.tree.length; row++) {
        const box = boxOfRow(boxes, index, row);
        expect(box >= 0).toBe(isWithin(index, row, focus) || isWithin(index, focus, row));
        if (box < 0) continue;
        expect(row).toBeGreaterThanOrEqual(boxes.row[box]);
        if (boxes.merged[box] === 0) expect(boxes.row[box]).toBe(row);
        if (boxes.width[box] < NARROWEST) continue;
        // The left edge: the right one may be within reach of a merged box.
        expect(boxAt(boxes, boxes.level[box], boxes.x[box])).toBe(box);
      }
    });
  });

  test('keys reach every box from the root, and lead back to it', () => {
    each((_, boxes) => {
      const reached = new Set<number>();
      const waiting = [0];
      for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
        reached.add(box);
        const [first, last] = siblingsOf(boxes, box);
        expect(moveBox(boxes, box, 'next')).toBe(Math.min(box + 1, last));
        expect(moveBox(boxes, box, 'last')).toBe(last);
        if (boxes.firstChild[box] >= 0) expect(moveBox(boxes, moveBox(boxes, box, 'child'), 'parent')).toBe(box);
        else expect(moveBox(boxes, box, 'child')).toBe(box);
        for (const move of ['child', 'next'] as const) {
          const to = moveBox(boxes, box, move);
          if (!reached.has(to)) waiting.push(to);
        }
        expect(first <= box && box <= last).toBe(true);
      }
      expect(reached.size).toBe(boxes.length);
    });
  });
});

test('a point beside the boxes hits none', () => {
  const index = indexFlame(TREE);
  const boxes = icicleBoxes(index, 0, 400);
  const hit = (level: number, x: number): number => boxAt(boxes, level, x);
  expect([hit(2, 100), hit(2, 330), hit(3, 10), hit(-1, 10)]).toEqual([4, -1, -1, -1]);
});
