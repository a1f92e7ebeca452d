/** An incident in a few words, and which of several is to be read first. */

import type { Incident, Verdict } from './oom-incident.ts';
import type { StatedSize } from './oom.ts';
import { statedSizeText } from './stated-size.ts';
import type { Bytes } from './units.ts';

const WHAT_RAN_OUT: Record<Verdict, string> = {
  'pool full': 'Pool full',
  fragmented: 'Fragmented pool',
  'temp arena': 'Temp arena',
  'program load': 'Program load',
  arguments: 'Arguments',
  'on-chip memory': 'On-chip memory',
  driver: 'Driver, outside the pool',
  host: 'Host memory',
  'not fatal': 'A warning, not a failure',
  unknown: 'Out of memory, cause not stated',
};

/** `On-chip memory: 32.36 MiB too much`, `Pool full: 2.69 GiB requested`; the verdict alone where no size is stated. */
export function incidentHeadline(incident: Incident): string {
  const amount = amountOf(incident);
  return amount === '' ? WHAT_RAN_OUT[incident.verdict] : `${WHAT_RAN_OUT[incident.verdict]}: ${amount}`;
}

function amountOf(incident: Incident): string {
  const exceeded = numberOf(incident, 'exceeded');
  if (exceeded) return `${statedSizeText(exceeded)} too much`;
  const requested = numberOf(incident, 'requested');
  if (requested) return `${statedSizeText(requested)} requested`;
  const overBudget = numberOf(incident, 'over budget');
  if (overBudget) return `${statedSizeText(overBudget)} over budget`;
  const planned = numberOf(incident, 'arguments and outputs');
  return planned ? statedSizeText(planned) : '';
}

/**
 * The order in which to read incidents: what ended the run before what did not, logged before told, the largest first,
 * and of equal ones, which are mostly repetitions, the one of which the text says most.
 */
export function gravestFirst(incidents: readonly Incident[]): Incident[] {
  return [...incidents].sort(
    (a, b) =>
      graveness(b) - graveness(a) ||
      sizeOf(b) - sizeOf(a) ||
      CERTAINTY[b.confidence] - CERTAINTY[a.confidence] ||
      (a.reports[0] ?? 0) - (b.reports[0] ?? 0),
  );
}

const CERTAINTY: Record<Incident['confidence'], number> = { high: 2, medium: 1, low: 0 };

/** A text that does not show what came of it was most likely pasted because the run ended. */
function graveness({ fatal, inProse }: Incident): number {
  return (fatal === false ? 0 : 2) + (inProse === true ? 0 : 1);
}

function sizeOf(incident: Incident): Bytes {
  const size =
    numberOf(incident, 'requested') ?? numberOf(incident, 'used') ?? numberOf(incident, 'arguments and outputs');
  return size?.bytes ?? 0;
}

function numberOf({ numbers }: Incident, name: string): StatedSize | undefined {
  return numbers.find((number) => number.name === name)?.size;
}
