/** From the reports of a text to what its reader wants to know: what failed, why, and what to do. */

import type {
  ArithmeticCheck,
  Diagnosis,
  Incident,
  IncidentNumber,
  OomReading,
  Verdict,
} from '../../model/oom-incident.ts';
import type { OomReport } from '../../model/oom.ts';
import type { OomText } from '../../model/oom-text.ts';
import { arithmeticChecks } from './checks.ts';
import { countersOf } from './counters.ts';
import { factsOf, isUnsized, type IncidentFacts } from './facts.ts';
import { groupReports, type ReportGroup } from './group.ts';
import { numbersOf } from './numbers.ts';
import { picturesOf } from './pictures.ts';
import { likelyShapes } from './shapes.ts';
import { nextSteps } from './steps.ts';
import { poolThatFits } from './verdict-pool.ts';
import { verdictOf } from './verdict.ts';

const DIAGNOSES: Record<Verdict, Diagnosis | null> = {
  'pool full': 'full',
  fragmented: 'fragmented',
  'temp arena': 'temp arena',
  'program load': 'program load',
  arguments: 'full',
  'on-chip memory': 'vmem',
  driver: 'driver',
  host: 'host',
  'not fatal': 'not fatal',
  unknown: null,
};

/** Explains everything that was read from a text. */
export function explainOom(text: OomText): OomReading {
  const groups = groupReports(text.reports);
  const incidents = adoptVerdicts(
    groups.map((group) => incidentOf(group, text)),
    text,
  );
  const diagnoses = new Map(
    incidents.flatMap((incident) => incident.reports.map((n) => [n, incident.diagnosis] as const)),
  );
  return {
    reports: text.reports.map((report) => ({
      ...report,
      diagnosis: diagnosisOf(report, diagnoses.get(report.n) ?? null),
    })),
    incidents,
    counters: countersOf(text.statements),
    context: text.context,
    repairs: text.repairs,
    notes: notesOf(text),
  };
}

/** A warning is not fatal, whatever came of it. */
function diagnosisOf(report: OomReport, diagnosis: Diagnosis | null): Diagnosis | null {
  return ['F4', 'F22', 'F23', 'F25'].includes(report.family) ? 'not fatal' : diagnosis;
}

function incidentOf(group: ReportGroup, text: OomText): Incident {
  const facts = factsOf(group.reports, text.context, text.statements);
  const { verdict, confidence, reason } = verdictOf(facts);
  const incident: Incident = {
    reports: group.reports.map((report) => report.n),
    fatal: isFatal(verdict, facts),
    verdict,
    diagnosis: DIAGNOSES[verdict],
    confidence: group.reports.every((report) => report.inProse) ? 'low' : confidence,
    reason,
    numbers: numbersOf(facts),
    checks: arithmeticChecks(facts),
    steps: nextSteps(verdict, facts),
    // Where the text states the shape, no other is likely.
    shapes:
      facts.request?.exact && facts.request.bytes !== facts.scoped?.shapeBytesUnpadded
        ? likelyShapes(facts.request.bytes, text.context)
        : [],
    pictures: picturesOf(facts),
    missing: missingOf(group.reports),
  };
  if (group.reports.every((report) => report.inProse)) incident.inProse = true;
  const fits = verdict === 'not fatal' ? null : poolThatFits(facts);
  if (fits !== null) incident.fitsIfPoolAtLeast = fits;
  return incident;
}

function missingOf(reports: readonly OomReport[]): string[] {
  const missing = reports.flatMap((report) => report.missing ?? []);
  if (reports.some(isUnsized)) missing.push('How much was asked for, and of what: the message states no size.');
  return [...new Set(missing)];
}

/**
 * A message that states only its request, such as one quoted in a sentence, is explained by another failure of the same
 * text that asked for exactly as much.
 */
function adoptVerdicts(incidents: readonly Incident[], text: OomText): Incident[] {
  const requestOf = (incident: Incident): number | null => {
    const size = incident.numbers.find(({ name }) => name === 'requested')?.size;
    return size?.exact ? size.bytes : null;
  };
  return incidents.map((incident) => {
    const request = requestOf(incident);
    if (incident.confidence !== 'low' || request === null || incident.pictures.map) return incident;
    const better = incidents.find((other) => other.confidence !== 'low' && other.fatal && requestOf(other) === request);
    if (!better) return incident;
    const line = text.reports.find((report) => report.n === better.reports[0])?.line ?? 0;
    const { verdict, diagnosis, steps } = better;
    return {
      ...incident,
      verdict,
      diagnosis,
      steps,
      reason: `The same request as in the failure at line ${line}. There: ${better.reason}`,
    };
  });
}

/** A pool that backs off may have been granted in the end. */
function isFatal(verdict: Verdict, facts: IncidentFacts): boolean | null {
  if (verdict === 'not fatal') return false;
  if (verdict === 'unknown') return facts.reports.some((report) => report.exception !== undefined) || null;
  const backsOff = facts.reports.length > 1 && facts.reports.every((report) => report.family === 'F9');
  return backsOff ? null : true;
}

function notesOf(text: OomText): string[] {
  const notes: string[] = [];
  if (text.reportsLeftOut > 0)
    notes.push(`${text.reportsLeftOut.toLocaleString('en-US')} more messages are in the text and were left out.`);
  if (text.brokenOff !== undefined)
    notes.push(`The text ends in the middle of a message: “${text.brokenOff}”. What follows it is missing.`);
  return notes;
}

export type { ArithmeticCheck, IncidentNumber };
