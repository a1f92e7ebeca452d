/**
 * Which array has exactly so many bytes? The size is factored over the dimensions that the text names: 2,885,681,152 is
 * 32 · 4096 · 11008 · 2, a bfloat16 weight of 32 layers.
 */

import type { LikelyShape } from '../../model/oom-incident.ts';
import type { OomContext } from '../../model/oom-text.ts';
import type { Bytes } from '../../model/units.ts';

/** Element types by size; the likelier first. */
const TYPES: readonly { name: string; bytes: number }[] = [
  { name: 'bf16', bytes: 2 },
  { name: 'f32', bytes: 4 },
  { name: 's8', bytes: 1 },
  { name: 'f64', bytes: 8 },
];
const MAX_RANK = 4;
const MAX_SHAPES = 5;
/** Small numbers divide everything; they count only where the text names them as a size. */
const MIN_UNNAMED = 8;
/** Steps of the search: a text with hundreds of dimensions has billions of products. */
const MAX_STEPS = 200_000;
/** Smaller sizes have too many factorings to mean anything. */
const MIN_BYTES = 1 << 20;

/** Shapes made of known dimensions that have exactly the size, those with named and few dimensions first. */
export function likelyShapes(bytes: Bytes, context: OomContext): LikelyShape[] {
  if (bytes < MIN_BYTES || !Number.isSafeInteger(bytes)) return [];
  const known = context.dimensions
    .filter(({ value, names }) => value >= MIN_UNNAMED || names.length > 0)
    .filter(({ value }) => bytes % value === 0)
    .toSorted((a, b) => a.value - b.value);
  const namesOf = new Map(known.map(({ value, names }) => [value, names.join(' or ')]));
  const found: { dimensions: number[]; type: string; bytes: number }[] = [];
  for (const type of TYPES) {
    if (bytes % type.bytes !== 0) continue;
    const values = known.map(({ value }) => value);
    // One dimension of exactly this size says no more than the size does.
    for (const dimensions of products(bytes / type.bytes, values).filter(({ length }) => length > 1))
      found.push({ dimensions, type: type.name, bytes: type.bytes });
  }
  return found
    .toSorted((a, b) => score(b.dimensions, namesOf) - score(a.dimensions, namesOf))
    .slice(0, MAX_SHAPES)
    .map(({ dimensions, type, bytes: size }) => ({
      shape: `${type}[${dimensions.join(',')}]`,
      product: [...dimensions, ...(size > 1 ? [size] : [])].join(' · '),
      names: dimensions.map((dimension) => namesOf.get(dimension) ?? ''),
    }));
}

/** Named dimensions speak for a shape; many dimensions, and the same one twice, speak against it. */
function score(dimensions: readonly number[], names: ReadonlyMap<number, string>): number {
  const named = dimensions.filter((dimension) => (names.get(dimension) ?? '') !== '').length;
  const repeated = dimensions.length - new Set(dimensions).size;
  return 3 * named - 2 * dimensions.length - repeated;
}

/** All ways to write a number as a product of up to four of the values, in ascending order, each at most twice. */
function products(target: number, values: readonly number[]): number[][] {
  const found: number[][] = [];
  let steps = 0;
  const stack: { rest: number; from: number; chosen: number[] }[] = [{ rest: target, from: 0, chosen: [] }];
  while (stack.length > 0 && steps < MAX_STEPS && found.length < 200) {
    const { rest, from, chosen } = stack.pop() ?? { rest: 0, from: 0, chosen: [] };
    for (let i = from; i < values.length; i++) {
      steps++;
      const value = values[i];
      if (value > rest) break;
      if (rest % value !== 0) continue;
      if (chosen.filter((one) => one === value).length >= 2) continue;
      const next = [...chosen, value];
      if (rest === value) found.push(next);
      else if (next.length < MAX_RANK) stack.push({ rest: rest / value, from: i, chosen: next });
    }
  }
  return found;
}
