/** Steps where the driver refused: memory outside of the pool. The pool must leave more, never less. */

import type { NextStep } from '../../../model/oom-incident.ts';
import { isUnsized, LARGEST_GPU, type IncidentFacts } from '../facts.ts';
import { sizeWords } from '../sizes.ts';
import { freeArrays, reduceSize } from './common.ts';
import type { StepMaker } from './step-maker.ts';
import { moreOfTheLog } from './unsized.ts';

function lowerFraction(facts: IncidentFacts): NextStep | null {
  // The platform allocator keeps no pool.
  if (isAbsurd(facts) || (facts.has('F8') && !facts.has('F9'))) return null;
  const isModule = facts.has('F10');
  return {
    tag: 'lower_mem_fraction',
    action: 'Give the pool a SMALLER share of the device.',
    why: smallerPoolWords(facts),
    how: `XLA_PYTHON_CLIENT_MEM_FRACTION=${isModule ? '0.7' : '0.5'}`,
  };
}

function smallerPoolWords(facts: IncidentFacts): string {
  if (facts.has('F10'))
    return 'Code of programs, the CUDA context and libraries live in what the pool leaves. A larger pool leaves less.';
  if (facts.driver?.library !== undefined)
    return `${facts.driver.library} asks the driver for memory that the pool has left; a larger pool leaves less.`;
  if (facts.reports.some(isUnsized))
    return 'What the driver refuses is the pool itself, or lies beside it: a smaller pool asks for less and leaves more.';
  const asked = facts.request ? sizeWords(facts.request) : 'the memory';
  return `The driver could not give ${asked}: the pool asks for more than is free on the device.`;
}

function otherProcess(facts: IncidentFacts): NextStep | null {
  if (isAbsurd(facts) || (facts.has('F10') && facts.pools.length > 0)) return null;
  return {
    tag: 'other_process_on_gpu',
    action: 'Look for other processes on the device: a notebook that is still open, another rank, a crashed run.',
    why: 'The driver counts all processes; each JAX process reserves 0.75 of what it finds.',
    how: 'nvidia-smi  # AMD: rocm-smi --showpids',
  };
}

function noPreallocation(facts: IncidentFacts): NextStep | null {
  if (facts.has('F8') && !facts.has('F9')) return null;
  return {
    tag: 'disable_preallocation',
    action: 'Let the pool grow as needed instead of reserving it at once.',
    why: 'Then several processes, and the code of programs, share the device. It may fragment more.',
    how: 'XLA_PYTHON_CLIENT_PREALLOCATE=false',
  };
}

function smallerConstants(facts: IncidentFacts): NextStep | null {
  if (!facts.has('F10')) return null;
  return {
    tag: 'reduce_program_temps',
    action: 'Pass large arrays as arguments instead of capturing them in the function.',
    why: 'Captured arrays become constants, and constants are part of the code that is loaded outside of the pool.',
  };
}

/** Each array is asked of the driver: what is alive, and how large it is, decides. */
function withoutPool(make: StepMaker): StepMaker {
  return (facts) => (facts.has('F8') && !facts.has('F9') && !isAbsurd(facts) ? make(facts) : null);
}

/** No GPU has so much: it is the size that is wrong, not the memory that is taken. */
function isAbsurd({ request }: IncidentFacts): boolean {
  return request !== undefined && request.bytes > LARGEST_GPU;
}

function checkSize(facts: IncidentFacts): NextStep | null {
  if (!isAbsurd(facts) || !facts.request) return null;
  return {
    tag: 'check_shapes',
    action:
      'Look for what asks for so much: a wrong axis, an unwanted broadcast, or a driver that misstates its memory.',
    why: `No GPU has ${sizeWords(facts.request)}.`,
    how: 'jax.tree.map(jax.typeof, args)',
  };
}

export const driverSteps: readonly StepMaker[] = [
  checkSize,
  moreOfTheLog,
  lowerFraction,
  otherProcess,
  noPreallocation,
  withoutPool(freeArrays),
  withoutPool(reduceSize),
  smallerConstants,
];
