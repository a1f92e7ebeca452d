/** A profile with what follows from it: made once, in the worker, after reading. */

import type { Profile } from '../model/profile.ts';
import type { AllocatorSummary, Summary } from '../model/summary.ts';
import type { AllocatorIndex } from '../model/units.ts';
import { allocatorCurves } from './curves.ts';
import { deviceTotal } from './device-total.ts';
import { findingsOf } from './findings/findings.ts';
import { matchLifetimes, type Lifetimes } from './lifetimes.ts';
import { whyNoMemory } from './why-no-memory.ts';
import { windowPeaks } from './window-peak.ts';

export interface AnalysedProfile {
  profile: Profile;
  lifetimes: Lifetimes;
  summary: Summary;
}

export function analyse(profile: Profile): AnalysedProfile {
  const lifetimes = matchLifetimes(profile);
  const peaks = windowPeaks(profile);
  const curves = allocatorCurves(profile, lifetimes);
  const allocators = profile.allocators.flatMap((allocator, index): AllocatorSummary[] => {
    const facts = peaks[index];
    if (facts === null) return [];
    const { inUseBefore, freesWithoutAllocation, neverFreed, identitySteps, identityViolations, unchecked, baselineJumps } =
      lifetimes.perAllocator[index];
    return [
      {
        allocator,
        ...facts,
        inUseBefore,
        peakBeforeCapture: allocator.lifetimePeak !== null && allocator.lifetimePeak > facts.largestInUse,
        freesWithoutAllocation,
        neverFreed,
        identity: { steps: identitySteps, violations: identityViolations, unchecked, baselineJumps },
        curves: curves[index],
      },
    ];
  });
  const summary: Summary = {
    source: profile.source,
    capture: profile.capture,
    originPs: profile.originPs,
    allocators,
    defaultAllocator: chooseDefault(allocators),
    deviceTotal: null,
    findings: findingsOf(profile, lifetimes, allocators),
    programs: profile.programs.length,
    problems: [...profile.problems, ...doubts(profile, allocators)],
    whyNoMemory: allocators.length > 0 ? [] : whyNoMemory(profile),
  };
  profile.calls = null;
  profile.xprof = null;
  const analysed = { profile, lifetimes, summary };
  summary.deviceTotal = deviceTotal([analysed]);
  return analysed;
}

/** The device allocator that fills most of its capacity; a host pool only where there is nothing else. */
export function chooseDefault(allocators: readonly AllocatorSummary[]): AllocatorIndex | null {
  let best: AllocatorIndex | null = null;
  for (const [index, candidate] of allocators.entries()) {
    if (best === null || ranksAbove(candidate, allocators[best])) best = index;
  }
  return best;
}

function ranksAbove(a: AllocatorSummary, b: AllocatorSummary): boolean {
  const onDevice = (summary: AllocatorSummary): number => (isDeviceMemory(summary) ? 1 : 0);
  if (onDevice(a) !== onDevice(b)) return onDevice(a) > onDevice(b);
  const fill = ({ peak, allocator }: AllocatorSummary): number => (allocator.capacity ? peak.total / allocator.capacity : 0);
  return fill(a) !== fill(b) ? fill(a) > fill(b) : a.peak.total > b.peak.total;
}

function isDeviceMemory({ allocator }: AllocatorSummary): boolean {
  return allocator.kind === 'device' || allocator.kind === 'tpu';
}

/** What the events themselves say against their own completeness. */
function doubts(profile: Profile, allocators: readonly AllocatorSummary[]): Summary['problems'] {
  return allocators.flatMap(({ allocator, identity }) => {
    if (identity.violations === 0 && identity.baselineJumps === 0) return [];
    const count = Math.max(identity.violations, identity.baselineJumps);
    return [
      {
        where: `${profile.source.name}: ${allocator.id}`,
        sentence:
          'Bytes in use change by more or less than the event between them: events were lost. The curve and its peak ' +
          'are as recorded; what is alive at a moment is in doubt.',
        count,
      },
    ];
  });
}
