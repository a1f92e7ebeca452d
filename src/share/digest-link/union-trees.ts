/**
 * The trees of both sides on each other, as a link carries them: the boxes once, and for each side what it holds in
 * them. Boxes are the same where kind, name and file are. A link with one profile is a union of one side.
 */

import { nameAcrossRuns } from '../../analysis/compare/frame-key.ts';
import type { FlameTree } from '../../model/flame.ts';
import { NODE_REST, NODE_ROOT } from '../../model/flame.ts';
import { FlameGrower } from '../../model/flame-grower.ts';
import { formatCount } from '../../model/format.ts';
import type { Bytes } from '../../model/units.ts';
import { Unfit } from '../checked.ts';
import { chooseNodes } from './choose-nodes.ts';
import type { KeptNodes } from './choose-nodes.ts';
import { amount, count as countShape, text } from './shapes.ts';
import { readParents, writeParents } from './parents.ts';
import type { Input, Output } from './shapes.ts';

/** Row 0 is the root; parents come before their children. */
export interface UnionTree {
  parent: number[];
  kind: number[];
  name: string[];
  /** The empty text where there is none. */
  file: string[];
  sides: UnionSide[];
}

/** What one side holds in each row, without what is beneath. */
export interface UnionSide {
  isPresent: boolean[];
  self: Bytes[];
  count: number[];
  definitionLine: number[];
}

/** What is read from a link has no more; what is written has far fewer. */
const MOST_NODES = 4096;
const MOST_COUNT = 2 ** 32 - 1;

/**
 * A side without the tree has no row in it, not even the root. Of two sides, programs lose the ids that differ from
 * run to run, as they do where they are compared.
 */
export function unionOf(trees: readonly (FlameTree | undefined)[]): UnionTree {
  const union: UnionTree = { parent: [], kind: [], name: [], file: [], sides: trees.map(() => noSide()) };
  const nameOf = (tree: FlameTree, row: number): string => {
    const name = tree.names[tree.name[row]];
    return trees.length > 1 ? nameAcrossRuns(tree.kind[row], name) : name;
  };
  const rowOf = new Map<string, number>();
  const place = (parent: number, kind: number, name: string, file: string): number => {
    // The root is the same on both sides, whatever it is called.
    const key = parent < 0 ? '' : `${parent}\n${kind}\n${name}\n${file}`;
    const known = rowOf.get(key);
    if (known !== undefined) return known;
    const row = addRow(union, parent, kind, name, file);
    rowOf.set(key, row);
    return row;
  };
  for (const [index, tree] of trees.entries()) {
    const rows: number[] = [];
    for (let row = 0; row < (tree?.length ?? 0) && tree !== undefined; row++) {
      const file = tree.file[row] < 0 ? '' : tree.names[tree.file[row]];
      const parent = row === 0 ? -1 : rows[tree.parent[row]];
      rows.push(place(parent, tree.kind[row], nameOf(tree, row), file));
      const own = { self: tree.self[row], count: tree.count[row], definitionLine: tree.definitionLine[row] };
      addOwn(union.sides[index], rows[row], own);
    }
    // Counts of a tree are with all beneath; those of the union are not.
    for (let row = 1; tree !== undefined && row < tree.length; row++) {
      union.sides[index].count[rows[tree.parent[row]]] -= tree.count[row];
    }
  }
  return union;
}

/** The unions with at most `most` rows in all: the rest of each place is one NODE_REST, the same on both sides. */
export function prunedUnions(unions: readonly UnionTree[], most: number): UnionTree[] {
  const weighed = unions.map((union) => ({ parent: union.parent, weight: greatestTotals(union) }));
  const kept = chooseNodes(weighed, most);
  return unions.map((union, index) => pruned(union, kept[index]));
}

/** The tree of one side; null where the side has none. */
export function treeOfSide({ parent, kind, name, file, sides }: UnionTree, side: number): FlameTree | null {
  const { isPresent, self, count: counts, definitionLine } = sides[side];
  if (!isPresent[0]) return null;
  const names: string[] = [];
  const indexOf = new Map<string, number>();
  const named = (value: string): number => {
    const known = indexOf.get(value);
    if (known !== undefined) return known;
    indexOf.set(value, names.push(value) - 1);
    return names.length - 1;
  };
  const frameOf = (row: number): { kind: number; name: number; file: number; definitionLine: number } => ({
    kind: kind[row],
    name: named(name[row]),
    file: file[row] === '' ? -1 : named(file[row]),
    definitionLine: definitionLine[row],
  });
  const grower = new FlameGrower(names, frameOf(0));
  const nodeOf: number[] = [];
  for (let row = 0; row < parent.length; row++) {
    nodeOf.push(row === 0 ? 0 : -1);
    if (!isPresent[row]) continue;
    if (row > 0) nodeOf[row] = grower.child(nodeOf[parent[row]], frameOf(row));
    grower.addAmount(nodeOf[row], self[row], counts[row], NaN, NaN);
  }
  return grower.finish();
}

/** Rows of each side in turn: names that are equal lie side by side, which is what deflate finds. */
export function writeUnion(out: Output, { parent, kind, name, file, sides }: UnionTree): void {
  const { bytes } = out;
  bytes.count(parent.length);
  writeParents(out, parent);
  for (const value of kind) nodeKind.write(out, value);
  for (const value of name) text.write(out, value);
  for (const value of file) text.write(out, value);
  for (const side of sides) {
    for (const value of side.isPresent) bytes.byte(value ? 1 : 0);
    for (const value of side.self) amount.write(out, value);
    for (const value of side.count) nodeCount.write(out, value);
    for (const value of side.definitionLine) nodeCount.write(out, value);
  }
}

export function readUnion(input: Input, sides: number): UnionTree {
  const { bytes } = input;
  const length = bytes.count(MOST_NODES);
  if (length === 0) throw new Unfit();
  const each = <T>(read: () => T): T[] => Array.from({ length }, read);
  const parent = readParents(input, length);
  const union: UnionTree = {
    parent,
    kind: each(() => nodeKind.read(input)),
    name: each(() => text.read(input)),
    file: each(() => text.read(input)),
    sides: [],
  };
  if (union.kind.some((kind, row) => (kind === NODE_ROOT) !== (row === 0))) throw new Unfit();
  while (union.sides.length < sides) {
    const side: UnionSide = {
      isPresent: each(() => bytes.count(1) === 1),
      self: each(() => amount.read(input)),
      count: each(() => nodeCount.read(input)),
      definitionLine: each(() => nodeCount.read(input)),
    };
    union.sides.push(checkedSide(side, parent));
  }
  return union;
}

const nodeKind = countShape(NODE_REST);
const nodeCount = countShape(MOST_COUNT);

/** What is there hangs from what is there, what is not holds nothing, and the sums stay numbers. */
function checkedSide(side: UnionSide, parent: readonly number[]): UnionSide {
  const { isPresent, self, count: counts } = side;
  for (let row = 0; row < parent.length; row++) {
    if (isPresent[row] && row > 0 && !isPresent[parent[row]]) throw new Unfit();
    if (!isPresent[row] && (self[row] !== 0 || counts[row] !== 0)) throw new Unfit();
  }
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  if (!Number.isFinite(sum(self)) || sum(counts) > MOST_COUNT) throw new Unfit();
  return side;
}

function noSide(): UnionSide {
  return { isPresent: [], self: [], count: [], definitionLine: [] };
}

function addRow(union: UnionTree, parent: number, kind: number, name: string, file: string): number {
  union.kind.push(kind);
  union.name.push(name);
  union.file.push(file);
  for (const side of union.sides) {
    side.isPresent.push(false);
    side.self.push(0);
    side.count.push(0);
    side.definitionLine.push(0);
  }
  return union.parent.push(parent) - 1;
}

interface Own {
  self: Bytes;
  count: number;
  definitionLine: number;
}

function addOwn(side: UnionSide, row: number, { self, count: added, definitionLine }: Own): void {
  side.definitionLine[row] = side.isPresent[row] && side.definitionLine[row] !== definitionLine ? 0 : definitionLine;
  side.isPresent[row] = true;
  side.self[row] += self;
  side.count[row] += added;
}

/** Of the side that holds more in the row, with all beneath. What is merged already is the first to be merged again. */
function greatestTotals({ parent, kind, sides }: UnionTree): Float64Array {
  const greatest = new Float64Array(parent.length);
  for (const { self } of sides) {
    const total = Float64Array.from(self);
    for (let row = parent.length - 1; row > 0; row--) total[parent[row]] += total[row];
    for (const [row, value] of total.entries()) {
      if (kind[row] !== NODE_REST) greatest[row] = Math.max(greatest[row], value);
    }
  }
  return greatest;
}

function pruned(union: UnionTree, { isKept, merged }: KeptNodes): UnionTree {
  const result: UnionTree = { parent: [], kind: [], name: [], file: [], sides: union.sides.map(() => noSide()) };
  const restNames = restNamesOf(union, isKept, merged);
  const restOf = new Map<number, number>();
  const rowOf: number[] = [];
  for (let row = 0; row < union.parent.length; row++) {
    const parent = row === 0 ? -1 : union.parent[row];
    if (isKept[row] === 1) {
      rowOf.push(addRow(result, parent < 0 ? -1 : rowOf[parent], union.kind[row], union.name[row], union.file[row]));
    } else if (isKept[parent] === 1) {
      const known = restOf.get(parent);
      const rest = known ?? addRow(result, rowOf[parent], NODE_REST, restNames.get(parent) ?? '', '');
      restOf.set(parent, rest);
      rowOf.push(rest);
    } else {
      rowOf.push(rowOf[parent]);
    }
    for (const [index, side] of union.sides.entries()) {
      if (!side.isPresent[row]) continue;
      const definitionLine = isKept[row] === 1 ? side.definitionLine[row] : 0;
      addOwn(result.sides[index], rowOf[row], { self: side.self[row], count: side.count[row], definitionLine });
    }
  }
  return result;
}

/** A box that was itself merged from others stands for as many as its name says. */
function restNamesOf({ parent, kind, name }: UnionTree, isKept: Uint8Array, merged: Uint32Array): Map<number, string> {
  const places = Array.from(merged);
  for (let row = 1; row < parent.length; row++) {
    if (isKept[row] === 1 || kind[row] !== NODE_REST || isKept[parent[row]] === 0) continue;
    const said = Number(/^[\d,]+/.exec(name[row])?.[0].replaceAll(',', '') ?? 1);
    places[parent[row]] += said - 1;
  }
  const names = new Map<number, string>();
  for (const [row, count] of places.entries()) if (merged[row] > 0) names.set(row, `${formatCount(count)} smaller`);
  return names;
}
