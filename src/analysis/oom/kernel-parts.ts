/** What a kernel keeps on the chip as parts of that memory: its inputs, outputs, scratch and spill slots. */

import type { SpacePicture } from '../../model/oom-incident.ts';
import type { CompileReport, StatedSize } from '../../model/oom.ts';
import { shapeText } from '../../model/shape-text.ts';
import { kernelOf } from './pallas.ts';
import { mayBeEqual, plus } from './sizes.ts';

type Part = SpacePicture['parts'][number];

/** Null unless the listed allocations are all that the memory holds: only the largest are listed. */
export function kernelParts(compile: CompileReport): Part[] | null {
  const kernel = kernelOf(compile);
  if (kernel === null || compile.used === undefined) return null;
  const parts = kernel.buffers.flatMap(({ count, size, inputs, outputs }): Part[] => {
    if (inputs.length === 0) return numbered('buffer', 'program', size, count);
    const whole = inputs.map((shape): Part => {
      return { name: `input ${shapeText(shape)}, taken whole`, kind: 'arguments', size };
    });
    return [...whole, ...numbered('output', 'output', size, outputs)];
  });
  parts.push(...kernel.scratch.map((size): Part => ({ name: 'scratch', kind: 'temporary', size })));
  if (kernel.spills !== null) parts.push({ name: 'spill slots', kind: 'temporary', size: kernel.spills });
  return mayBeEqual(plus(...parts.map(({ size }) => size)), compile.used) ? parts : null;
}

function numbered(name: string, kind: Part['kind'], size: StatedSize, count: number): Part[] {
  return Array.from({ length: count }, (_, i) => ({ name: count === 1 ? name : `${name} ${i + 1}`, kind, size }));
}
