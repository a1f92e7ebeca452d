/**
 * What to do next. Every step is tied to a verdict and to numbers: it says why it fits, and a step that the numbers
 * contradict (a larger pool on a device that has no more) is not given. A new step is one entry in a file under steps/.
 */

import type { NextStep, Verdict } from '../../model/oom-incident.ts';
import type { IncidentFacts } from './facts.ts';
import { driverSteps } from './steps/driver.ts';
import { onChipSteps } from './steps/on-chip.ts';
import { poolSteps } from './steps/pool.ts';
import { programSteps } from './steps/program.ts';
import type { StepMaker } from './steps/step-maker.ts';
import { torchSteps } from './steps/torch.ts';
import { warningSteps } from './steps/warnings.ts';
import { hostSteps } from './steps/host.ts';
import { unsizedSteps } from './steps/unsized.ts';

const STEPS: Record<Verdict, readonly StepMaker[]> = {
  'pool full': poolSteps.full,
  fragmented: poolSteps.fragmented,
  'temp arena': programSteps.arena,
  'program load': programSteps.load,
  arguments: programSteps.arguments,
  'on-chip memory': onChipSteps,
  driver: driverSteps,
  host: hostSteps,
  'not fatal': warningSteps,
  unknown: unsizedSteps,
};

/** PyTorch has settings of its own; a failure of JAX never shares an incident with one of PyTorch. */
function torchStepsOf(verdict: Verdict): readonly StepMaker[] {
  return verdict === 'driver' ? torchSteps.driver : verdict === 'fragmented' ? torchSteps.fragmented : torchSteps.full;
}

/** Next steps, the likeliest to help first. */
export function nextSteps(verdict: Verdict, facts: IncidentFacts): NextStep[] {
  // At compile time nothing lives yet that could be freed: the program itself must shrink.
  const atCompileTime = verdict === 'pool full' && (facts.compile?.family === 'F14' || facts.scoped?.family === 'F19');
  const makers = facts.torch ? torchStepsOf(verdict) : atCompileTime ? STEPS['temp arena'] : STEPS[verdict];
  const steps = makers.flatMap((make) => make(facts) ?? []);
  return steps.filter((step, i) => steps.findIndex((other) => other.tag === step.tag) === i);
}
