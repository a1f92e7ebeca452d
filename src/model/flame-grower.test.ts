import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FlameGrower } from './flame-grower.ts';
import type { FlameTree } from './flame.ts';

const NAMES = ['root', 'a', 'b', 'c', 'x.py', 'y.py'];
const ROOT = { kind: 0, name: 0, file: -1, definitionLine: 0 };
const NO_TIME = { oldest: NaN, newest: NaN };

const frames = fc.record({
  kind: fc.constantFrom(1, 2),
  name: fc.constantFrom(1, 2, 3),
  file: fc.constantFrom(-1, 4, 5),
  definitionLine: fc.constantFrom(0, 7, 8),
});
const stacks = fc.array(fc.record({ stack: fc.array(frames, { maxLength: 5 }), self: fc.nat(1000) }), { maxLength: 300 });

/** Name and file of each frame from the outermost in, as one text. */
function pathOf({ parent, name, file }: FlameTree, row: number): string {
  const parts: string[] = [];
  for (let at = row; at > 0; at = parent[at]) parts.unshift(`${String(name[at])}@${String(file[at])}`);
  return parts.join(' ');
}

describe('FlameGrower', () => {
  test('has one node for each path of names and files, with the sum of all below it', () => {
    fc.assert(
      fc.property(stacks, (samples) => {
        const grower = new FlameGrower(NAMES, ROOT);
        const totals = new Map([['', 0]]);
        for (const { stack, self } of samples) {
          let node = 0;
          let path = '';
          totals.set('', (totals.get('') ?? 0) + self);
          for (const frame of stack) {
            node = grower.child(node, frame);
            path = `${path} ${String(frame.name)}@${String(frame.file)}`.trim();
            totals.set(path, (totals.get(path) ?? 0) + self);
          }
          grower.add(node, { self, count: 1, ...NO_TIME });
        }
        const tree = grower.finish();
        const grown = Array.from({ length: tree.length }, (_, row) => [pathOf(tree, row), tree.total[row]] as const);
        expect(new Map(grown)).toEqual(totals);
        expect(grown).toHaveLength(totals.size);
        expect(tree.count[0]).toBe(samples.length);
      }),
    );
  });

  test('keeps the line of a definition only where all that became one node agree', () => {
    const grower = new FlameGrower(NAMES, ROOT);
    const frame = { kind: 1, name: 1, file: 4, definitionLine: 7 };
    grower.child(0, frame);
    grower.child(0, { ...frame, file: 5 });
    grower.child(0, { ...frame, definitionLine: 8 });
    grower.child(0, frame);
    const { file, definitionLine } = grower.finish();
    expect(Array.from(file, (each, row) => [each, definitionLine[row]])).toEqual([[-1, 0], [4, 0], [5, 7]]);
  });
});
