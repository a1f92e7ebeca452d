/** The tables of a message as files: exact bytes beside their error, which is 0 where the text is exact. */

import type { Incident, MemoryCounter } from '../../model/oom-incident.ts';
import type { DumpRequestSite, RequestSource } from '../../model/oom-match.ts';
import type { OomReport } from '../../model/oom.ts';
import type { Table } from '../../model/table.ts';
import { kindOfReport } from './oom-words.ts';
import { savedSize } from './picture-tables.ts';

/** Call sites of a dump that hold buffers of the size of the request. */
export function savedSites(sites: readonly DumpRequestSite[]): Table {
  return {
    columns: ['call_site', 'file', 'lines', 'buffers', 'bytes'],
    rows: sites.map((site) => [site.function, site.file, site.lines.join(' '), site.buffers, site.bytes]),
  };
}

/** Who made allocations of the size of the request. */
export function savedSources(sources: readonly RequestSource[]): Table {
  return {
    columns: ['call_site', 'program', 'kind', 'number', 'alive', 'held_bytes'],
    rows: sources.map((one) => [one.callSite, one.program, one.class, one.count, one.aliveAtMoment, one.held]),
  };
}

/** Numbers that stand beside the messages. */
export function savedCounters(counters: readonly MemoryCounter[]): Table {
  return {
    columns: ['number', 'bytes', 'error_bytes', 'line', 'counts'],
    rows: counters.map(({ name, size, line, counts }) => [name, ...savedSize(size), line, counts]),
  };
}

/** The messages of a failure, all of them. */
export function savedReports(reports: readonly OomReport[]): Table {
  return {
    columns: ['line', 'from', 'exception', 'status', 'requested_bytes', 'error_bytes', 'program', 'rank'],
    rows: reports.map((report) => [
      report.line,
      kindOfReport(report),
      report.exception ?? null,
      report.status ?? null,
      ...savedSize('requested' in report ? report.requested : null),
      report.executable ?? null,
      report.rank ?? null,
    ]),
  };
}

/** What decided, with what it counts. */
export function savedNumbers(numbers: Incident['numbers']): Table {
  return {
    columns: ['number', 'bytes', 'error_bytes', 'counts'],
    rows: numbers.map(({ name, size, meaning }) => [name, ...savedSize(size), meaning]),
  };
}
