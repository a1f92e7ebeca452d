/** Steps where a kernel does not fit into the memory on the chip. */

import type { NextStep } from '../../../model/oom-incident.ts';
import type { ScopedReport, StatedSize } from '../../../model/oom.ts';
import { shapeText } from '../../../model/shape-text.ts';
import type { IncidentFacts } from '../facts.ts';
import { blockSpecWords, fittingBlock, kernelOf, mostRows, wholeKernel } from '../pallas.ts';
import { errorOf, shortSize, sizeWords } from '../sizes.ts';
import type { StepMaker } from './step-maker.ts';

/** Scoped VMEM of most TPU generations unless a flag raises it. */
const DEFAULT_SCOPED_LIMIT = 16 * 2 ** 20;
/** No TPU of today has more VMEM. */
const LARGEST_VMEM = 128 * 2 ** 20;
const DOUBLE =
  'With a grid each block is held twice (one is fetched while the other is used), so 2 × (inputs + outputs) ' +
  '+ scratch must fit';

/** A grid, where the kernel takes its operands whole: with the block that fits. */
function grid(facts: IncidentFacts): NextStep | null {
  const { compile } = facts;
  const kernel = compile ? kernelOf(compile) : null;
  const whole = kernel ? wholeKernel(kernel) : null;
  if (!compile?.capacity || !whole) return null;
  const statedLimit = (facts.context.scopedVmemLimitKib ?? 0) * 1024;
  const scopedLimit = statedLimit || DEFAULT_SCOPED_LIMIT;
  const limitWords = statedLimit > 0 ? 'the scoped limit' : 'the usual scoped limit';
  const inMemory = fittingBlock(whole, compile.capacity.bytes - errorOf(compile.capacity));
  const inScope = compile.space === 'vmem' ? fittingBlock(whole, Math.min(scopedLimit, compile.capacity.bytes)) : null;
  if (!inMemory) return null;
  const chosen = inScope ?? inMemory;
  const copies = `2 × (${whole.inputs} + ${whole.outputs})`;
  const under = inScope ? ` and under ${limitWords} of ${shortSize({ bytes: scopedLimit, exact: false })}` : '';
  const larger =
    inScope && inScope.block.join() !== inMemory.block.join()
      ? ` A block of (${inMemory.block.join(', ')}) needs ${shortSize(inMemory.needs)} and fits the memory, ` +
        'but needs a higher scoped limit.'
      : '';
  return {
    tag: 'grid',
    action:
      `Give the kernel a grid and a BlockSpec, so that it works on blocks such as (${chosen.block.join(', ')}) ` +
      'instead of whole operands.',
    why:
      `${DOUBLE}: ${copies} blocks${whole.fixed ? ` + ${shortSize(whole.fixed)}` : ''} are ` +
      `${shortSize(chosen.needs)}, which fits ${shortSize(compile.capacity)}${under}.${larger}`,
    how: blockSpecWords(chosen),
  };
}

function smallerBlock(facts: IncidentFacts): NextStep {
  const { scoped, compile } = facts;
  if (scoped?.family === 'F24') return fewerStages(scoped);
  const need = scoped?.requested ?? compile?.used;
  const bound = scoped?.limit ?? scoped?.capacity ?? compile?.capacity;
  const amounts = need && bound ? `${sizeWords(need)} of ${sizeWords(bound)}. ` : '';
  return {
    tag: 'smaller_block',
    action: `Use smaller blocks: ${howMuchSmaller(facts, need, bound)}.`,
    why: `${amounts}${heldWords(scoped)}${DOUBLE}.`,
    how: 'pl.BlockSpec((rows, cols), index_map)  # the last two: multiples of 8 and 128',
  };
}

function howMuchSmaller(facts: IncidentFacts, need: StatedSize | undefined, bound: StatedSize | undefined): string {
  const kernel = facts.compile ? kernelOf(facts.compile) : null;
  const whole = kernel ? wholeKernel(kernel) : null;
  if (whole && bound) {
    const rows = mostRows(whole, bound.bytes - errorOf(bound));
    return `at most ${rows} of the ${whole.shape.dimensions[0]} rows of ${shapeText(whole.shape)} at a time`;
  }
  if (!need || !bound || bound.bytes === 0) return 'what the kernel holds must shrink';
  const factor = need.bytes / bound.bytes;
  return `what the kernel holds must shrink by a factor of ${factor.toFixed(factor < 10 ? 2 : 0)} or more`;
}

function heldWords(scoped: ScopedReport | undefined): string {
  const { window } = scoped ?? {};
  if (window?.buffers === undefined) return '';
  const full = window.full === undefined ? '' : `, of a whole operand ${window.full}`;
  return `The block ${window.block} is held ${window.buffers} ×${full}. `;
}

function fewerStages(scoped: ScopedReport): NextStep {
  const amounts =
    scoped.requested && scoped.limit ? `${sizeWords(scoped.requested)} of ${sizeWords(scoped.limit)}. ` : '';
  return {
    tag: 'smaller_block',
    action: 'Use smaller blocks, or fewer pipeline stages.',
    why:
      `${amounts}A block has all its operands in shared memory, once for each stage. What there is depends on ` +
      'the GPU model.',
    how: 'compiler_params=plgpu.CompilerParams(num_stages=1)',
  };
}

/** A limit below what the chip has can be raised, as long as the kernel then fits the chip. */
function raiseLimit(facts: IncidentFacts): NextStep | null {
  const { scoped } = facts;
  if (scoped?.family !== 'F18' || !scoped.requested || !scoped.limit || scoped.space !== 'vmem') return null;
  if (scoped.requested.bytes > LARGEST_VMEM * 0.9 || scoped.requested.bytes > chipMemory(facts)) return null;
  const kib = Math.ceil((scoped.requested.bytes + errorOf(scoped.requested)) / 1024 / 1024) * 1024;
  return {
    tag: 'raise_scoped_limit',
    action: 'Raise the scoped limit, if the chip has that much VMEM (64 to 128 MiB on most).',
    why:
      `The limit of ${sizeWords(scoped.limit)} is a setting, not the size of the memory; the kernel needs ` +
      `${sizeWords(scoped.requested)}. What it takes is lost to the rest of the program.`,
    how:
      `LIBTPU_INIT_ARGS=--xla_tpu_scoped_vmem_limit_kib=${kib}  # or ` +
      `pltpu.CompilerParams(vmem_limit_bytes=${kib * 1024})`,
  };
}

/** VMEM of the chip where another message states it. */
function chipMemory(facts: IncidentFacts): number {
  const stated = facts.reports.find(
    (report): report is ScopedReport => report.family === 'F19' && report.space === 'vmem',
  );
  return stated?.capacity?.bytes ?? LARGEST_VMEM;
}

function scalarPrefetch(facts: IncidentFacts): NextStep | null {
  const space = facts.compile?.space ?? facts.scoped?.space;
  if (space !== 'smem') return null;
  return {
    tag: 'reduce_size',
    action:
      'Keep tables out of scalar memory: pass fewer or narrower scalars to prefetch, or keep them in VMEM or HBM.',
    why: 'SMEM holds about 1 MiB; what grows with the batch or the number of pages does not belong in it.',
    how: 'pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=…)',
  };
}

export const onChipSteps: readonly StepMaker[] = [grid, scalarPrefetch, smallerBlock, raiseLimit];
