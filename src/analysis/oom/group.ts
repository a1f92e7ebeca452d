/**
 * Which reports belong to one failure. A failure is printed several times (allocator, runtime, exception, each of them
 * once a device), after warnings of the compiler, and two failures may be interleaved. What holds them together is the
 * size of the request.
 */

import type { OomReport, StatedSize } from '../../model/oom.ts';
import type { Bytes } from '../../model/units.ts';
import { isUnsized } from './facts.ts';

export interface ReportGroup {
  reports: OomReport[];
}

/** Lines between two messages of one failure; a traceback may lie between. */
const MAX_DISTANCE = 400;
/** The same exception twice, farther apart than chained tracebacks are, is two failures. */
const MAX_REPEAT = 60;
/** Failures that are open at the same time: one a device. */
const OPEN_GROUPS = 16;

/** Groups reports, in order of their first one. */
export function groupReports(reports: readonly OomReport[]): ReportGroup[] {
  const groups: ReportGroup[] = [];
  let waiting: OomReport[] = [];
  for (const report of reports) {
    if (report.family === 'F22' || report.family === 'F23') {
      waiting.push(report);
      continue;
    }
    const home = homeOf(report, groups) ?? opened(groups);
    home.reports.push(report);
    const own = waiting.filter((warning) => announces(warning, report));
    if (own.length > 0) {
      home.reports.push(...own);
      waiting = waiting.filter((warning) => !own.includes(warning));
    }
  }
  for (const warning of waiting) {
    const home = groups.find((group) => wasAnnouncedBy(group, warning)) ?? opened(groups);
    home.reports.push(warning);
  }
  for (const group of groups) group.reports.sort((a, b) => a.n - b.n);
  return groups.sort((a, b) => firstOf(a) - firstOf(b));
}

function opened(groups: ReportGroup[]): ReportGroup {
  const group: ReportGroup = { reports: [] };
  groups.push(group);
  return group;
}

function firstOf(group: ReportGroup): number {
  return group.reports[0]?.n ?? 0;
}

function homeOf(report: OomReport, groups: readonly ReportGroup[]): ReportGroup | undefined {
  if (report.inProse) return undefined;
  const recent = groups.slice(-OPEN_GROUPS).toReversed();
  if (report.family === 'F7')
    return report.partial ? undefined : recent.find((group) => expectsAssignment(group, report));
  if (report.family === 'F5') return recent.find((group) => expectsDump(group, report));
  return recent.find((group) => continues(group, report));
}

/** The buffer assignment is printed with the message of the runtime, right after it. */
function expectsAssignment(group: ReportGroup, report: OomReport): boolean {
  const last = group.reports[group.reports.length - 1];
  return last !== undefined && last.n === report.n - 1 && ['F1', 'F2', 'F8', 'F9', 'F11'].includes(last.family);
}

function expectsDump(group: ReportGroup, report: OomReport): boolean {
  if (report.family !== 'F5' || group.reports.some((other) => other.family === 'F5')) return false;
  // Without its head, only where nothing else was said in between.
  if (report.allocator === undefined && group.reports.every((other) => other.n !== report.n - 1)) return false;
  return group.reports.some((other) => {
    if (other.family !== 'F3' && other.family !== 'F3b') return false;
    if (report.line - other.line > MAX_DISTANCE) return false;
    return report.allocator === undefined || other.allocator === report.allocator;
  });
}

/** Two messages of different kinds about the same request, or the same one again soon after. */
function continues(group: ReportGroup, report: OomReport): boolean {
  const { reports } = group;
  const last = reports[reports.length - 1];
  if (last === undefined || last.inProse || report.line - last.line > MAX_DISTANCE) return false;
  if (last.rank !== undefined && report.rank !== undefined && last.rank !== report.rank) return false;
  const twin = reports.findLast((other) => roleOf(other) === roleOf(report));
  // Logged, raised and raised again: without a number, what is close together is one failure.
  if (isUnsized(last) && isUnsized(report)) return report.line - last.line <= MAX_REPEAT;
  if (twin === undefined) return hasSizes(report) && reports.some((other) => sameRequest(other, report));
  return (
    report.line - twin.line <= MAX_REPEAT &&
    (sameRequest(twin, report) || sameWords(twin, report) || backsOff(twin, report))
  );
}

/** What a message is to its failure: each speaks once, unless it repeats itself. */
function roleOf(report: OomReport): string {
  switch (report.family) {
    case 'F3':
    case 'F3b':
    case 'F4':
      return `${report.family === 'F4' ? 'spare' : 'pool'} ${report.allocator}`;
    case 'F1':
    case 'F2':
    case 'F8':
      return report.exception === undefined ? 'log' : 'exception';
    case 'F25':
      return `donation ${report.n}`;
    default:
      return report.family;
  }
}

/** Families that speak of one request by its size. */
function hasSizes(report: OomReport): boolean {
  return ['F1', 'F2', 'F3', 'F3b', 'F8', 'F9', 'F11', 'F12', 'F13', 'TORCH'].includes(report.family);
}

function sameRequest(a: OomReport, b: OomReport): boolean {
  if (a.family === 'F13' && b.family === 'F13') return a.shape === b.shape;
  if (!hasSizes(a) || !hasSizes(b) || (a.family === 'TORCH') !== (b.family === 'TORCH')) return false;
  const [x, y] = [requestRange(a), requestRange(b)];
  return x !== null && y !== null && x.low <= y.high && y.low <= x.high;
}

/** Bytes that the caller may have asked for. The pool rounds up to 256. */
function requestRange(report: OomReport): { low: Bytes; high: Bytes } | null {
  if ('roundedBytes' in report && report.roundedBytes !== undefined) {
    return { low: report.roundedBytes - 511, high: report.roundedBytes };
  }
  const size: StatedSize | undefined = 'requested' in report ? report.requested : undefined;
  return size ? { low: size.bytes - (size.pm ?? 0), high: size.bytes + (size.pm ?? 0) } : null;
}

/** Printed again, by another replica or another logger: the same numbers. */
function sameWords(a: OomReport, b: OomReport): boolean {
  if (a.family !== b.family || hasSizes(a)) return false;
  return JSON.stringify(numbersOf(a)) === JSON.stringify(numbersOf(b));
}

function numbersOf(report: OomReport): unknown[] {
  const own = new Map<string, unknown>(Object.entries(report));
  return [
    'requested',
    'used',
    'capacity',
    'exceeded',
    'limit',
    'program',
    'executable',
    'driverError',
    'shape',
    'tag',
  ].map((key) => own.get(key) ?? null);
}

/** A pool that cannot be reserved is tried again nine tenths as large. */
function backsOff(a: OomReport, b: OomReport): boolean {
  if (a.family !== 'F9' || b.family !== 'F9' || !a.requested || !b.requested) return false;
  return Math.abs(b.requested.bytes / a.requested.bytes - 0.9) < 0.005;
}

/** People quote the exception first and what preceded it after. */
function wasAnnouncedBy(group: ReportGroup, warning: OomReport): boolean {
  if (group.reports.some((report) => report.family === warning.family)) return false;
  return group.reports.some(
    (report) => warning.line > report.line && warning.line - report.line <= MAX_REPEAT && announces(warning, report),
  );
}

/** A warning of the compiler is about the program whose arena then fails: no larger than what it says it needs. */
function announces(warning: OomReport, report: OomReport): boolean {
  if (!hasSizes(report) || report.line - warning.line > MAX_DISTANCE || report.inProse) return false;
  if (warning.family === 'F23') return true;
  if (warning.family !== 'F22') return false;
  // Arguments and outputs alone are too much: whichever of them comes last fails, of any size.
  if (warning.budget.bytes < 0) return true;
  const range = requestRange(report);
  const reached = warning.reached?.bytes;
  if (range === null || reached === undefined) return true;
  return range.low <= reached * 1.02 && range.high >= reached * 0.25;
}
