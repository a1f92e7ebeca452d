/** Steps where the text says that memory ran out and nothing else: how to learn more, and what helps in any case. */

import type { NextStep } from '../../../model/oom-incident.ts';
import { isUnsized, type IncidentFacts } from '../facts.ts';
import { memoryProfile, reduceSize } from './common.ts';
import type { StepMaker } from './step-maker.ts';

/** For a driver as well: its message without a size leaves as much open. */
export function moreOfTheLog(facts: IncidentFacts): NextStep | null {
  if (!facts.reports.some(isUnsized)) return null;
  return {
    tag: 'more_of_the_log',
    action: 'Paste more of the log: the lines before the exception, and what other processes printed.',
    why: 'The allocator and the compiler print how much was asked for and how full the memory was before the error.',
    how: 'TF_CPP_MIN_LOG_LEVEL=0  # if those lines are not in the log',
  };
}

const SMALLER = 'Whatever was asked for, and most of what is alive, becomes smaller.';

export const unsizedSteps: readonly StepMaker[] = [
  moreOfTheLog,
  ifUnsized(() => ({ ...memoryProfile(), why: 'It shows what fills the memory, which this text does not.' })),
  ifUnsized((facts) => ({ ...reduceSize(facts), why: SMALLER })),
];

function ifUnsized(make: StepMaker): StepMaker {
  return (facts) => (facts.reports.some(isUnsized) ? make(facts) : null);
}
