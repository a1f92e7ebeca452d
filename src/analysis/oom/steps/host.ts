/** Steps where the machine's own memory is full. */

import type { NextStep } from '../../../model/oom-incident.ts';
import type { IncidentFacts } from '../facts.ts';
import { sizeWords } from '../sizes.ts';
import type { StepMaker } from './step-maker.ts';
import { reduceSize } from './common.ts';

function freeHost(facts: IncidentFacts): NextStep {
  return {
    tag: 'free_host_memory',
    action:
      'Free memory of the machine: fewer data-loading workers, smaller caches, no second copy of the weights ' +
      'on the host.',
    why:
      `${facts.request ? sizeWords(facts.request) : 'Memory'} of the host was refused; the device is not the ` +
      'limit here.',
    how: 'free -h',
  };
}

function checkShapes(facts: IncidentFacts): NextStep | null {
  const { request } = facts;
  if (!request || request.bytes < 2 ** 40) return null;
  return {
    tag: 'check_shapes',
    action: 'Check the shapes first: a wrong axis or an unwanted broadcast makes an array of any size.',
    why: `${sizeWords(request)} in one array is more than any machine has.`,
    how: 'jax.eval_shape(f, *args)  # shapes without running it',
  };
}

function chunk(): NextStep {
  return {
    tag: 'chunk_computation',
    action: 'Work in chunks along one axis instead of on the whole array at once.',
    why: 'Only one chunk of an intermediate result then exists at a time.',
    how: 'jax.lax.map(f, xs, batch_size=…)',
  };
}

export const hostSteps: readonly StepMaker[] = [checkShapes, freeHost, reduceSize, chunk];
