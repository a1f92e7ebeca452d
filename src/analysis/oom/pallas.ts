/**
 * What a kernel keeps on the chip, and a block that would fit. Without a grid a Pallas kernel gets its operands whole.
 * With one it gets blocks, and each is held twice, so that the next is fetched while this one is used:
 * 2 × (inputs + outputs) + scratch must fit, into the memory and under the scoped limit.
 * Source: docs.jax.dev/en/latest/pallas/tpu/pipelining.html.
 */

import type { CompileReport, SpaceAllocation, StatedSize } from '../../model/oom.ts';
import { arrayShapes, elementBits, shapeBytes, shapeText, type ArrayShape } from '../../model/shape-text.ts';
import type { Bytes } from '../../model/units.ts';
import { errorOf, mayBeEqual, plus, shortSize } from './sizes.ts';

export interface Kernel {
  /** Buffers of equal size that a program asks for, largest first. */
  buffers: { count: number; size: StatedSize; inputs: ArrayShape[]; outputs: number }[];
  /** Registers that did not fit, and scratch: not double-buffered. */
  spills: StatedSize | null;
  scratch: StatedSize[];
  capacity: StatedSize | undefined;
  space: string;
}

const CONSTRAINTS = /operand_layout_constraints=\{([^]*?\})\}/;
const SPILLS = /spill/i;

/** The kernel of a VMEM or SMEM report; null where its allocations are not listed. */
export function kernelOf(compile: CompileReport): Kernel | null {
  const sized = (compile.allocations ?? []).filter((allocation) => allocation.size !== undefined);
  if (sized.length === 0) return null;
  const spilled = sized.filter((allocation) => SPILLS.test(allocation.xlaLabel ?? ''));
  const scratch = sized.filter((allocation) => !spilled.includes(allocation) && !allocation.shape);
  const shaped = sized.filter((allocation) => !spilled.includes(allocation) && allocation.shape);
  const kernel: Kernel = {
    buffers: [],
    spills: spilled.length > 0 ? plus(...sizesOf(spilled)) : null,
    scratch: sizesOf(scratch),
    capacity: compile.capacity,
    space: compile.space,
  };
  for (const allocation of shaped) {
    const twin = kernel.buffers.find(({ size }) => size.text === allocation.size?.text);
    if (twin) twin.count++;
    else if (allocation.size) kernel.buffers.push({ count: 1, size: allocation.size, inputs: [], outputs: 0 });
  }
  for (const group of kernel.buffers) {
    group.inputs = wholeOperands(shaped, group.size).slice(0, group.count);
    group.outputs = group.inputs.length > 0 ? group.count - group.inputs.length : 0;
  }
  return kernel;
}

function sizesOf(allocations: readonly SpaceAllocation[]): StatedSize[] {
  return allocations.flatMap((allocation) => (allocation.size ? [allocation.size] : []));
}

/** Operands that the label of the kernel names and that are exactly as large as a buffer: they are taken whole. */
function wholeOperands(allocations: readonly SpaceAllocation[], size: StatedSize): ArrayShape[] {
  for (const allocation of allocations) {
    const constraints = CONSTRAINTS.exec(allocation.xlaLabel ?? '')?.[1];
    if (constraints === undefined || !allocation.size || !mayBeEqual(allocation.size, size)) continue;
    return arrayShapes(constraints).filter((shape) => {
      const bytes = shapeBytes(shape);
      return bytes !== null && mayBeEqual({ bytes, exact: true }, size);
    });
  }
  return [];
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

function countWord(count: number): string {
  return COUNTS[count] ?? String(count);
}

/**
 * `three buffers of 32.00 MiB (one input f32[2048,4096] taken whole and both outputs) and 308.0 KiB of spill slots`.
 */
export function kernelWords(kernel: Kernel): string {
  const parts = kernel.buffers.map(({ count, size, inputs, outputs }) => {
    const operands = inputs.length === 0 ? '' : ` (${inputWords(inputs)}${outputWords(outputs)})`;
    return `${countWord(count)} ${count === 1 ? 'buffer' : 'buffers'} of ${shortSize(size)}${operands}`;
  });
  for (const size of kernel.scratch) parts.push(`${shortSize(size)} of scratch`);
  if (kernel.spills) parts.push(`${shortSize(kernel.spills)} of spill slots`);
  const sentence =
    parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}` : (parts[0] ?? '');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function inputWords(inputs: readonly ArrayShape[]): string {
  const [first] = inputs;
  const same = inputs.every((shape) => first && shapeText(shape) === shapeText(first));
  const shapes = same && first ? shapeText(first) : inputs.map(shapeText).join(', ');
  return `${countWord(inputs.length)} ${inputs.length === 1 ? 'input' : 'inputs'} ${shapes} taken whole`;
}

function outputWords(outputs: number): string {
  if (outputs === 0) return '';
  return outputs === 1
    ? ' and one output'
    : outputs === 2
      ? ' and both outputs'
      : ` and all ${countWord(outputs)} outputs`;
}

/** A kernel without a grid: everything that it reads and writes has the shape of one operand, which it takes whole. */
export interface WholeKernel {
  shape: ArrayShape;
  inputs: number;
  outputs: number;
  /** Not double-buffered. */
  fixed: StatedSize | null;
}

export function wholeKernel(kernel: Kernel): WholeKernel | null {
  const [largest, ...others] = kernel.buffers;
  const shape = largest?.inputs[0];
  if (!largest || !shape || others.length > 0) return null;
  const fixed = [...kernel.scratch, ...(kernel.spills ? [kernel.spills] : [])];
  return {
    shape,
    inputs: largest.inputs.length,
    outputs: largest.outputs,
    fixed: fixed.length > 0 ? plus(...fixed) : null,
  };
}

/** Rows of the first dimension that fit a limit, each operand held twice: whole tiles, where at least one fits. */
export function mostRows({ shape, inputs, outputs, fixed }: WholeKernel, limit: Bytes): number {
  const rowBytes = (shapeBytes(shape) ?? 0) / (shape.dimensions[0] ?? 1);
  const room = limit - (fixed ? fixed.bytes + errorOf(fixed) : 0);
  const rows = Math.max(0, Math.floor(room / (2 * (inputs + outputs) * rowBytes)));
  const tile = tileRows(shape);
  return rows > tile ? rows - (rows % tile) : rows;
}

export interface FittingBlock {
  block: number[];
  grid: number[];
  /** 2 × (inputs + outputs) × block + scratch. */
  needs: StatedSize;
}

/** Rows of a tile: 8 of 4 bytes, 16 of 2, 32 of 1. */
function tileRows(shape: ArrayShape): number {
  const bits = elementBits(shape.type) ?? 32;
  return Math.max(8, Math.floor((8 * 32) / Math.max(8, bits)));
}

const LANES = 128;

/**
 * The largest block of a kernel's operands that fits a limit: leading dimensions are cut first, the last two only to
 * whole tiles. Null where not even one tile fits.
 */
export function fittingBlock(kernel: WholeKernel, limit: Bytes): FittingBlock | null {
  const { shape, inputs, outputs, fixed } = kernel;
  const bits = elementBits(shape.type);
  if (bits === null || shape.dimensions.length === 0) return null;
  const copies = 2 * (inputs + outputs);
  const room = limit - (fixed ? fixed.bytes + errorOf(fixed) : 0);
  const block = [...shape.dimensions];
  const rank = block.length;
  const bytesOf = (): number => (block.reduce((product, size) => product * size, 1) * bits) / 8;
  for (let axis = 0; axis < rank && copies * bytesOf() > room; axis++) {
    const unit = axis === rank - 1 ? LANES : axis === rank - 2 ? tileRows(shape) : 1;
    const others = bytesOf() / block[axis];
    block[axis] = largestStep(shape.dimensions[axis], Math.floor(room / (copies * others)), unit);
  }
  const bytes = copies * bytesOf();
  if (bytes > room) return null;
  const needs = fixed ? plus({ bytes, exact: true }, fixed) : { bytes, exact: true };
  return { block, grid: block.map((size, axis) => Math.ceil(shape.dimensions[axis] / size)), needs };
}

/**
 * A divisor of the dimension where one is a multiple of the tile, else the largest multiple of it; at least one tile.
 */
function largestStep(dimension: number, most: number, unit: number): number {
  for (let size = Math.floor(most / unit) * unit; size >= unit; size -= unit) if (dimension % size === 0) return size;
  return Math.min(dimension, Math.max(unit, Math.floor(most / unit) * unit));
}

/** `grid=(16,), BlockSpec((128, 4096), lambda i: (i, 0))`. */
export function blockSpecWords({ block, grid }: FittingBlock): string {
  const axes = grid.flatMap((steps, axis) => (steps > 1 ? [axis] : []));
  const names = ['i', 'j', 'k', 'l'];
  const parameters = axes.map((_, i) => names[i] ?? `i${i}`);
  const index = block.map((_, axis) => (axes.includes(axis) ? parameters[axes.indexOf(axis)] : '0'));
  const steps = axes.map((axis) => grid[axis]);
  return (
    `grid=(${steps.join(', ')}${steps.length === 1 ? ',' : ''}), pl.BlockSpec((${block.join(', ')}), lambda ` +
    `${parameters.join(', ')}: (${index.join(', ')}))`
  );
}
