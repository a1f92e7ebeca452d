import type { NextStep } from '../../../model/oom-incident.ts';
import type { IncidentFacts } from '../facts.ts';

/** Makes one step of a verdict; null where it does not fit the numbers. */
export type StepMaker = (facts: IncidentFacts) => NextStep | null;
