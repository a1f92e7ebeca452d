/**
 * The summary of a profile: all that the page shows at once, that a comparison needs, and that a link can carry.
 * Views, pictures, links, reports and the command line work on summaries, whether a live worker or a link gave it,
 * and never on a worker's columns. Only typed arrays and short strings: it crosses from the worker by transfer.
 */

import type { AllocatorCurves, LodSeries } from './curve.ts';
import type { Finding } from './finding.ts';
import type { Problem } from './problems.ts';
import type { Allocator, CaptureFacts, ProfileSource } from './profile.ts';
import type { AllocatorIndex, Bytes, EventIndex, Fraction, Picoseconds } from './units.ts';

export interface Summary {
  source: ProfileSource;
  capture: CaptureFacts;
  originPs: bigint;
  allocators: AllocatorSummary[];
  /** The allocator that is shown first; null where no allocator has events. */
  defaultAllocator: AllocatorIndex | null;
  /** What all devices hold together; null where there are fewer than two. */
  deviceTotal: DeviceTotal | null;
  /** What is worth a sentence, the most important first. */
  findings: Finding[];
  programs: number;
  problems: Problem[];
  /** Why there is no curve, in sentences; empty where there is one. */
  whyNoMemory: string[];
}

export interface AllocatorSummary {
  allocator: Allocator;
  peak: WindowPeak;
  /** In use before the first event of the capture: derived from that event, so lost events would hide in it. */
  inUseBefore: Bytes;
  largestInUse: Bytes;
  /** The lifetime peak exceeds everything that was in use during the capture. */
  peakBeforeCapture: boolean;
  inUseFirst: Bytes;
  inUseLast: Bytes;
  freesWithoutAllocation: CountAndBytes;
  neverFreed: CountAndBytes;
  identity: IdentityCheck;
  curves: AllocatorCurves;
}

/** A sum at each moment: its peak is at most the sum of the allocators' peaks, which lie at different times. */
export interface DeviceTotal {
  devices: number;
  /** More than one, and the curves are laid on each other by the time since each host's session began. */
  hosts: number;
  peak: { total: Bytes; time: Picoseconds };
  start: Picoseconds;
  end: Picoseconds;
  curve: LodSeries;
}

/** The greatest reserved + in use within the capture; the earliest where several are equal. */
export interface WindowPeak {
  total: Bytes;
  reserved: Bytes;
  inUse: Bytes;
  free: Bytes | null;
  /** Six digits, as the writer prints it; null where not stated. */
  fragmentation: Fraction | null;
  time: Picoseconds;
  event: EventIndex;
  /** Position among the allocator's own events. */
  eventOfAllocator: number;
  /** How many events reach the same total. */
  equalPeaks: number;
}

export interface CountAndBytes {
  count: number;
  bytes: Bytes;
}

/**
 * In use after an event must be in use before it ± the event's size. Where it is not, events were lost or are out of
 * order, and everything derived (live sets, what was there before) is in doubt.
 */
export interface IdentityCheck {
  steps: number;
  violations: number;
  /** Steps whose size had to be inferred from the counter itself, so that they prove nothing. */
  unchecked: number;
  /** Changes of (in use − known live) that no event explains. */
  baselineJumps: number;
}
