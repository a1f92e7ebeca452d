/** Steps for warnings that are no failures. */

import type { NextStep } from '../../../model/oom-incident.ts';
import type { IncidentFacts } from '../facts.ts';
import { budgetWords, shortSize } from '../sizes.ts';
import type { StepMaker } from './step-maker.ts';

function noAction(facts: IncidentFacts): NextStep | null {
  if (!facts.has('F4')) return null;
  return {
    tag: 'no_action',
    action: 'Nothing needs to be done.',
    why: 'The allocator says that the caller can do without this memory; the program went on.',
  };
}

function matchShapes(facts: IncidentFacts): NextStep | null {
  if (!facts.has('F25')) return null;
  return {
    tag: 'match_shapes_for_donation',
    action: 'Donate only arguments for which there is an output of the same shape, type and sharding.',
    why:
      'A donated buffer is reused for an output of exactly its size; without one it stays allocated, and the ' +
      'warning says so.',
    how: 'jax.jit(f, donate_argnums=…)  # leave out arguments that no output replaces',
  };
}

function watchTemporaries(facts: IncidentFacts): NextStep | null {
  const { remat } = facts;
  if (!remat || remat.budget.bytes < 0) return null;
  return {
    tag: 'remat',
    action: 'If the program does fail, recompute activations or use a smaller batch.',
    why:
      `Its temporaries are ${remat.reached ? shortSize(remat.reached) : 'more than is left'}, ` +
      `${budgetWords(remat.budget)}.`,
    how: 'jax.checkpoint(layer)',
  };
}

function spread({ argumentLimit, remat }: IncidentFacts): NextStep | null {
  const beyond = remat !== undefined && remat.budget.bytes < 0;
  if (!argumentLimit && !beyond) return null;
  return {
    tag: 'shard',
    action: 'Spread the arguments over more devices, or check their shapes.',
    why: argumentLimit
      ? `They are ${shortSize(argumentLimit.arguments)}, above the limit of ${shortSize(argumentLimit.limit)}.`
      : 'Arguments and outputs alone are more than there is: no rematerialization makes room for them.',
  };
}

export const warningSteps: readonly StepMaker[] = [noAction, matchShapes, watchTemporaries, spread];
