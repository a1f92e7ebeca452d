/** A trace's facts as JSON, with the names and units that the project's test vectors use. */

import { createHash } from 'node:crypto';
import { analyse, type AnalysedProfile } from '../analysis/analyse.ts';
import { hostAttribution } from '../analysis/host-attribution.ts';
import { liveSetAfter } from '../analysis/live-set.ts';
import { violationsInXprofOrder } from '../analysis/xprof-order.ts';
import { xprofProfile } from '../analysis/xprof-profile.ts';
import { ALLOCATION, at, type Profile } from '../model/profile.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import { attributionJson } from './attribution-json.ts';
import { xprofCompatJson } from './xprof-json.ts';

/**
 * Bytes are plain integers; integers of 2^53 and more, program ids and epoch times are strings. The profile as it was
 * read: it is analysed here, once XProf's own results and the calls around allocations have been told from it.
 */
export function summarizeTrace(profile: Profile): Record<string, unknown> {
  const xprof = xprofProfile(profile);
  const attribution = hostAttribution(profile);
  const { lifetimes, summary } = analyse(profile);
  const { capture } = profile;
  return {
    file: profile.source.name,
    format: profile.source.format,
    bytes: profile.source.bytes,
    hostnames: capture.hosts,
    errors: capture.errors.length,
    warnings: capture.warnings.length,
    planes: capture.planes,
    versions: capture.versions,
    taskEnvironmentNs: {
      ...(capture.startNs === null ? {} : { profile_start_time: capture.startNs.toString() }),
      ...(capture.stopNs === null ? {} : { profile_stop_time: capture.stopNs.toString() }),
    },
    devices: capture.devices,
    modules: profile.programs.map(({ entry, name, programId, protoBytes, hasBufferAssignment }) => ({
      entry,
      name,
      programId,
      protoBytes,
      hasBufferAssignment,
    })),
    memoryEvents: { ...capture.memoryEvents, lineStartsNs: capture.memoryEvents.lineStartsNs.map(integer) },
    allocators: summary.allocators.map((allocator) => allocatorJson(profile, lifetimes, allocator)),
    defaultAllocator: summary.defaultAllocator === null ? null : summary.allocators[summary.defaultAllocator].allocator.id,
    attribution: attributionJson(attribution, profile.allocators.some(({ kind }) => kind === 'tpu')),
    xprofCompat: xprofCompatJson(xprof),
    whyNoMemory: summary.whyNoMemory,
    problems: summary.problems,
  };
}

function allocatorJson(
  profile: Profile,
  lifetimes: AnalysedProfile['lifetimes'],
  summary: AllocatorSummary,
): Record<string, unknown> {
  const { allocator, peak } = summary;
  const index = profile.allocators.indexOf(allocator);
  const live = liveSetAfter(profile, lifetimes.allocations, index, peak.event);
  const own = eventsOf(profile, index);
  return {
    id: allocator.id,
    kind: allocator.kind,
    allocations: allocator.allocations,
    deallocations: allocator.deallocations,
    capacityBytes: allocator.capacity,
    lines: allocator.lines,
    lineStartsNs: allocator.lineStartsNs.map(integer),
    windowPeak: {
      totalBytes: peak.total,
      reservedBytes: peak.reserved,
      inUseBytes: peak.inUse,
      freeBytes: peak.free,
      fragmentation: peak.fragmentation,
      timePs: absolutePs(profile, peak.time),
      eventIndex: peak.eventOfAllocator,
      equalPeaks: peak.equalPeaks,
    },
    lifetimePeakBytes: allocator.lifetimePeak,
    maxInUseBytes: summary.largestInUse,
    peakBeforeCapture: summary.peakBeforeCapture,
    inUse: { before: summary.inUseBefore, first: summary.inUseFirst, last: summary.inUseLast },
    liveBeforeCaptureBytes: summary.inUseBefore,
    freesWithoutAlloc: summary.freesWithoutAllocation,
    neverFreed: summary.neverFreed,
    doubleAllocs: lifetimes.perAllocator[index].doubleAllocations,
    identity: { ...summary.identity, violationsInXprofOrder: violationsInXprofOrder(profile, index) },
    liveAtPeak: {
      knownBytes: live.knownBytes,
      knownCount: live.knownAllocations,
      beforeCaptureBytes: live.beforeCaptureBytes,
      totalBytes: live.totalBytes,
      rows: live.rows,
    },
    ...(allocator.kind === 'tpu' ? reservedFacts(profile, own) : {}),
    series: { sha256: seriesHash(profile, own), samples: samples(profile, own) },
  };
}

function eventsOf({ events }: Profile, allocator: number): number[] {
  const own: number[] = [];
  for (let event = 0; event < events.length; event++) if (events.allocator[event] === allocator) own.push(event);
  return own;
}

/** One equal hash proves order, times and values of a whole series. */
function seriesHash(profile: Profile, own: readonly number[]): string {
  const { events } = profile;
  const hash = createHash('sha256');
  for (const event of own) {
    const kind = events.kind[event] === ALLOCATION ? 'A' : 'D';
    const time = absolutePs(profile, events.time[event]);
    hash.update(`${time} ${kind} ${at(events.reserved, event)} ${events.inUse[event]}\n`);
  }
  return hash.digest('hex');
}

function samples(profile: Profile, own: readonly number[]): Record<string, unknown>[] {
  const { events } = profile;
  const n = own.length;
  const positions = [0, 1, Math.floor(n / 4), Math.floor(n / 2), Math.floor((3 * n) / 4), n - 1];
  return [...new Set(positions)]
    .filter((i) => i >= 0 && i < n)
    .map((i) => {
      const event = own[i];
      return {
        i,
        timePs: absolutePs(profile, events.time[event]),
        kind: events.kind[event] === ALLOCATION ? 'A' : 'D',
        reserved: at(events.reserved, event),
        inUse: events.inUse[event],
        bytes: events.held[event],
        requested: Number.isNaN(events.requested[event]) ? null : events.requested[event],
      };
    });
}

/** Reserved bytes change where a program is loaded or unloaded, which only TPUs report. */
function reservedFacts(profile: Profile, own: readonly number[]): Record<string, unknown> {
  const changes: [number | string, number][] = [];
  let last = NaN;
  for (const event of own) {
    const reserved = at(profile.events.reserved, event);
    if (reserved !== last) changes.push([absolutePs(profile, profile.events.time[event]), reserved]);
    last = reserved;
  }
  return { reservedChangeCount: changes.length, reservedChanges: changes };
}

function absolutePs(profile: Profile, time: number): number | string {
  return profile.originPs === 0n ? time : integer(profile.originPs + BigInt(time));
}

function integer(value: bigint): number | string {
  return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value.toString();
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
