import { expect, test } from 'vitest';
import { indexFlame } from '../../layout/flame-index.ts';
import { icicleBoxes } from '../../layout/icicle-boxes.ts';
import { flameFromText } from '../../layout/testing/flame-text.ts';
import { boxOfSelection, selectionOfBox } from './selection.ts';

const INDEX = indexFlame(flameFromText('alive\n  f 990\n  g 5\n    k 5\n  h 5'));

test('every box can be selected and is found again, at another width too', () => {
  const boxes = icicleBoxes(INDEX, 0, 100);
  expect(Array.from(boxes.merged)).toEqual([0, 0, 2]);
  for (let box = 0; box < boxes.length; box++) {
    expect(boxOfSelection(INDEX, boxes, selectionOfBox(INDEX, boxes, box))).toBe(box);
  }
  const merged = selectionOfBox(INDEX, boxes, 2);
  expect(merged).toEqual({ kind: 'merged', parent: 0, rows: [2, 4] });
  // Where everything has room, nothing is merged: the caller stands for it.
  expect(boxOfSelection(INDEX, icicleBoxes(INDEX, 0, 4000), merged)).toBe(0);
});

test('a row in a merged box is shown by it, and one outside the focus by none', () => {
  const boxes = icicleBoxes(INDEX, 0, 100);
  expect(boxOfSelection(INDEX, boxes, { kind: 'node', row: 3 })).toBe(2);
  expect(boxOfSelection(INDEX, icicleBoxes(INDEX, 1, 100), { kind: 'node', row: 2 })).toBe(-1);
});
