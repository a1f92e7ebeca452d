import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompileReport, SpaceAllocation } from '../../model/oom.ts';
import { kernelParts } from './kernel-parts.ts';
import {
  blockSpecWords,
  fittingBlock,
  kernelOf,
  kernelWords,
  mostRows,
  wholeKernel,
  type WholeKernel,
} from './pallas.ts';

const MIB = 2 ** 20;

function allocation(mib: number, shape: string, xlaLabel = ''): SpaceAllocation {
  const size = { bytes: mib * MIB, exact: false, text: `${mib}.00M`, pm: 6267 };
  return { n: 1, size, type: 'scoped', xlaLabel, ...(shape === '' ? {} : { shape }) };
}

function report(usedMib: number, allocations: SpaceAllocation[]): CompileReport {
  const size = (mib: number): { bytes: number; exact: boolean; pm: number } => {
    return { bytes: mib * MIB, exact: false, pm: 6267 };
  };
  return { n: 1, line: 1, family: 'F17', space: 'vmem', used: size(usedMib), capacity: size(64), allocations };
}

const CALL =
  'k.1 = custom-call(p.1), custom_call_target="tpu_custom_call", operand_layout_constraints={f32[2048,4096]{1,0}}';
const KERNEL = [
  allocation(32, 'u8[33554432]{0}', CALL),
  allocation(32, 'u8[33554432]{0}', CALL),
  allocation(32, 'u8[33554432]{0}', CALL),
];

describe('what a kernel keeps on the chip', () => {
  test('an operand that is as large as a buffer is taken whole; the others are outputs', () => {
    const kernel = kernelOf(report(96, KERNEL));
    expect(kernel && kernelWords(kernel)).toBe(
      'Three buffers of 32.00 MiB (one input f32[2048,4096] taken whole and both outputs)',
    );
    expect(kernelParts(report(96, KERNEL))?.map(({ name, kind }) => `${kind}: ${name}`)).toEqual([
      'arguments: input f32[2048,4096], taken whole',
      'output: output 1',
      'output: output 2',
    ]);
  });

  test('spill slots and scratch are counted apart', () => {
    const spills = allocation(1, '', 'register allocator spill slots call depth 2');
    const kernel = kernelOf(report(99, [...KERNEL, spills, allocation(2, '', 'scratch')]));
    expect(kernel && kernelWords(kernel)).toContain('2.00 MiB of scratch and 1.00 MiB of spill slots');
    expect(kernel?.spills?.bytes).toBe(MIB);
  });

  test('parts that do not add up to what was used are none: only the largest are listed', () => {
    expect(kernelParts(report(120, KERNEL))).toBeNull();
    expect(kernelOf(report(120, []))).toBeNull();
  });
});

describe('a block that fits', () => {
  const whole: WholeKernel = {
    shape: { type: 'f32', dimensions: [2048, 4096] },
    inputs: 1,
    outputs: 2,
    fixed: { bytes: 308 * 1024, exact: false, pm: 52 },
  };

  test('is the one of the seed: 2 × (inputs + outputs) blocks and the spill slots under the limit', () => {
    expect(fittingBlock(whole, 16 * MIB)).toMatchObject({ block: [128, 4096], grid: [16, 1] });
    expect(fittingBlock(whole, 64 * MIB)).toMatchObject({ block: [512, 4096], grid: [4, 1] });
    const block = fittingBlock(whole, 16 * MIB);
    expect(block && blockSpecWords(block)).toBe('grid=(16,), pl.BlockSpec((128, 4096), lambda i: (i, 0))');
    expect(mostRows(whole, 64 * MIB)).toBe(672);
  });

  test('needs no grid where all of it fits, and is none where not one tile does', () => {
    expect(fittingBlock(whole, 1024 * MIB)?.grid).toEqual([1, 1]);
    expect(fittingBlock(whole, 300 * 1024)).toBeNull();
  });

  test('always fits, and is made of whole tiles', () => {
    const dimension = fc.integer({ min: 1, max: 5000 });
    const kernels = fc.record({
      type: fc.constantFrom('f32', 'bf16', 's8'),
      dimensions: fc.array(dimension, { minLength: 1, maxLength: 4 }),
      inputs: fc.integer({ min: 1, max: 4 }),
      outputs: fc.integer({ min: 1, max: 3 }),
      limit: fc.integer({ min: 1 << 12, max: 1 << 27 }),
    });
    fc.assert(
      fc.property(kernels, ({ type, dimensions, inputs, outputs, limit }) => {
        const found = fittingBlock({ shape: { type, dimensions }, inputs, outputs, fixed: null }, limit);
        if (found === null) return;
        const width = { f32: 4, bf16: 2, s8: 1 }[type] ?? 0;
        const bytes = found.block.reduce((product, size) => product * size, width);
        expect(found.needs.bytes).toBe(2 * (inputs + outputs) * bytes);
        expect(found.needs.bytes).toBeLessThanOrEqual(limit);
        for (const [axis, size] of found.block.entries()) {
          expect(size).toBeLessThanOrEqual(dimensions[axis]);
          expect(found.grid[axis]).toBe(Math.ceil(dimensions[axis] / size));
          const isLast = axis === dimensions.length - 1;
          if (isLast && size < dimensions[axis]) expect(size % 128).toBe(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is offered only where one operand decides: all buffers are equal and one is known', () => {
    const kernel = kernelOf(report(96, KERNEL));
    expect(kernel && wholeKernel(kernel)).toMatchObject({ inputs: 1, outputs: 2, fixed: null });
    const mixed = kernelOf(report(112, [...KERNEL, allocation(16, 'u8[16777216]{0}', CALL)]));
    expect(mixed && wholeKernel(mixed)).toBeNull();
  });
});
