/**
 * Shapes as XLA and JAX print them: `f32[32,4096]{1,0:T(8,128)}`, `(f32[2], s8[4])`, `ShapedArray(float32[185,16])`.
 * Source: xla/shape_util.cc (HumanString), xla/primitive_util.cc (names), jax/_src/core.py (str_short).
 */

import type { Bytes } from './units.ts';

/** Bits of one element, by XLA's and by NumPy's name. */
const ELEMENT_BITS = new Map<string, number>([
  ['pred', 8],
  ['bool', 8],
  ...numbers('s', [2, 4, 8, 16, 32, 64]),
  ...numbers('u', [2, 4, 8, 16, 32, 64]),
  ...numbers('f', [16, 32, 64]),
  ...numbers('int', [2, 4, 8, 16, 32, 64]),
  ...numbers('uint', [2, 4, 8, 16, 32, 64]),
  ...numbers('float', [16, 32, 64]),
  ['bf16', 16],
  ['bfloat16', 16],
  ['c64', 64],
  ['c128', 128],
  ['complex64', 64],
  ['complex128', 128],
  ['half', 16],
  ['double', 64],
  ['f4e2m1fn', 4],
  ['token', 0],
]);

function numbers(prefix: string, widths: readonly number[]): [string, number][] {
  return widths.map((bits) => [`${prefix}${bits}`, bits]);
}

export interface ArrayShape {
  /** As printed: `bf16`. */
  type: string;
  dimensions: number[];
}

const ARRAY = /\b([a-z][a-z0-9]*)\[\s*((?:<?=?\d+\s*(?:,\s*)?)*)\]/g;

/** Bits of one element of a type; null for a type that is not known. */
export function elementBits(type: string): number | null {
  // All 8-bit floats (f8e4m3fn, f8e5m2 …) and scale types (f8e8m0fnu).
  if (/^(?:f|float)8/.test(type)) return 8;
  return ELEMENT_BITS.get(type) ?? null;
}

/** All array shapes within a text, tuples opened. Names that are no element type are passed over. */
export function arrayShapes(text: string): ArrayShape[] {
  const shapes: ArrayShape[] = [];
  for (const match of text.matchAll(ARRAY)) {
    const type = match[1] ?? '';
    if (elementBits(type) === null) continue;
    shapes.push({ type, dimensions: (match[2] ?? '').match(/\d+/g)?.map(Number) ?? [] });
  }
  return shapes;
}

/** Dimensions × element size, whole bytes, without tiling; null where it is no exact number. */
export function shapeBytes(shape: ArrayShape): Bytes | null {
  const bits = elementBits(shape.type);
  if (bits === null) return null;
  const elements = shape.dimensions.reduce((product, dimension) => product * dimension, 1);
  const bytes = Math.ceil((elements * bits) / 8);
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** Bytes of a text that is one array shape; null for tuples (their own size is that of a table of pointers). */
export function singleShapeBytes(text: string): Bytes | null {
  if (text.trimStart().startsWith('(')) return null;
  const shapes = arrayShapes(text);
  const [only] = shapes;
  return shapes.length === 1 && only ? shapeBytes(only) : null;
}

/** `f32[2048,4096]`: a shape without its layout. */
export function shapeText(shape: ArrayShape): string {
  return `${shape.type}[${shape.dimensions.join(',')}]`;
}
