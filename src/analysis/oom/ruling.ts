/** What a rule on verdicts says. */

import type { Confidence, Verdict } from '../../model/oom-incident.ts';
import type { IncidentFacts } from './facts.ts';

export interface Ruling {
  verdict: Verdict;
  confidence: Confidence;
  reason: string;
}

/** A rule that does not apply gives null. */
export type Rule = (facts: IncidentFacts) => Ruling | null;
