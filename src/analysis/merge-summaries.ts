/** One summary of several traces that belong together: the hosts of one run. */

import type { Finding } from '../model/finding.ts';
import type { CaptureFacts } from '../model/profile.ts';
import type { AllocatorSummary, Summary } from '../model/summary.ts';
import { chooseDefault, type AnalysedProfile } from './analyse.ts';
import { deviceTotal } from './device-total.ts';
import { ranked } from './findings/findings.ts';

/** Allocators stay apart, each with its host; nothing is added up. `name` is that of the run. */
export function mergeSummaries(members: readonly AnalysedProfile[], name: string): Summary {
  const summaries = members.map(({ summary }) => summary);
  if (summaries.length === 1) return summaries[0];
  const allocators = summaries.flatMap((summary): AllocatorSummary[] => {
    const host = summary.capture.hosts[0] ?? hostOf(summary.source.name);
    return summary.allocators.map((entry) => ({ ...entry, allocator: { ...entry.allocator, host } }));
  });
  return {
    source: { ...summaries[0].source, name, bytes: summaries.reduce((sum, { source }) => sum + source.bytes, 0) },
    capture: mergeFacts(summaries.map(({ capture }) => capture)),
    originPs: summaries[0].originPs,
    allocators,
    defaultAllocator: chooseDefault(allocators),
    deviceTotal: deviceTotal(members),
    findings: ranked(members.flatMap(findingsWithHost)),
    programs: summaries.reduce((sum, { programs }) => sum + programs, 0),
    problems: summaries.flatMap(({ problems }) => problems),
    whyNoMemory: allocators.length > 0 ? [] : summaries[0].whyNoMemory,
  };
}

/** Findings name their allocator as the merged summary does: with its host. */
function findingsWithHost({ summary }: AnalysedProfile): Finding[] {
  const host = summary.capture.hosts[0] ?? hostOf(summary.source.name);
  return summary.findings.map((finding) => ({ ...finding, allocator: `${host}/${finding.allocator}` }));
}

function mergeFacts(captures: readonly CaptureFacts[]): CaptureFacts {
  const events = captures.map(({ memoryEvents }) => memoryEvents);
  const sum = (key: 'allocations' | 'deallocations' | 'lines' | 'equalTimestamps'): number =>
    events.reduce((total, facts) => total + facts[key], 0);
  return {
    hosts: [...new Set(captures.flatMap(({ hosts }) => hosts))],
    versions: Object.assign({}, ...captures.map(({ versions }) => versions)) as Record<string, string>,
    startNs: captures[0].startNs,
    stopNs: captures[0].stopNs,
    devices: captures.flatMap(({ devices }) => devices),
    planes: captures.flatMap(({ planes }) => planes),
    errors: captures.flatMap(({ errors }) => errors),
    warnings: captures.flatMap(({ warnings }) => warnings),
    memoryEvents: {
      allocations: sum('allocations'),
      deallocations: sum('deallocations'),
      lines: sum('lines'),
      lineStartsNs: [...new Set(events.flatMap(({ lineStartsNs }) => lineStartsNs))],
      equalTimestamps: sum('equalTimestamps'),
    },
  };
}

/** The profiler names the file after the host. */
function hostOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.xplane\.pb(\.gz)?$/, '');
}
