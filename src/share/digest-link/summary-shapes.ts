/** What a link says of a trace: the facts of its summary, of one allocator, and its findings. */

import type { DigestAnchor } from '../../model/digest.ts';
import { FINDING_KINDS } from '../../model/finding.ts';
import type { Finding, FindingEvidence } from '../../model/finding.ts';
import type { FlameQuery, FlameWhat } from '../../model/flame.ts';
import type { Problem } from '../../model/problems.ts';
import type { Allocator, CaptureFacts, Device, MemoryEventFacts, PlaneFacts, ProfileSource } from '../../model/profile.ts';
import type { AllocatorSummary, CountAndBytes, IdentityCheck, Summary, WindowPeak } from '../../model/summary.ts';
import { curvesShape } from './curve.ts';
import {
  address,
  amount,
  constant,
  count,
  dictionary,
  list,
  number,
  oneOf,
  orNull,
  record,
  signed64,
  text,
} from './shapes.ts';
import type { Shape } from './shapes.ts';

/** Of what is a list of its own: what is written is cut to fewer by `reduce.ts`. */
const MOST = 256;

export const sourceShape = record<ProfileSource>({
  name: text,
  format: oneOf('xplane', 'pprof', 'memory-profile-json'),
  bytes: amount,
});

export const problemShape = record<Problem>({ where: text, sentence: text, count: count() });

const captureShape = record<CaptureFacts>({
  hosts: list(text, MOST),
  versions: dictionary(MOST),
  startNs: orNull(signed64),
  stopNs: orNull(signed64),
  devices: list(record<Device>({ plane: text, kind: orNull(text), memoryBytes: orNull(amount) }), MOST),
  planes: list(record<PlaneFacts>({ name: text, lines: count(), events: count() }), MOST),
  errors: list(text, MOST),
  warnings: list(text, MOST),
  memoryEvents: record<MemoryEventFacts>({
    allocations: count(),
    deallocations: count(),
    lines: count(),
    lineStartsNs: list(signed64, MOST),
    equalTimestamps: count(),
  }),
});

const allocatorShape = record<Allocator>({
  id: text,
  kind: oneOf('device', 'tpu', 'pinned-host', 'cpu'),
  host: orNull(text),
  allocations: count(),
  deallocations: count(),
  capacity: orNull(amount),
  lifetimePeak: orNull(amount),
  lines: count(),
  lineStartsNs: list(signed64, MOST),
});

const peakShape = record<WindowPeak>({
  total: amount,
  reserved: amount,
  inUse: amount,
  free: orNull(amount),
  fragmentation: orNull(number),
  time: number,
  event: count(),
  eventOfAllocator: count(),
  equalPeaks: count(),
});

const countAndBytes = record<CountAndBytes>({ count: count(), bytes: amount });

export const allocatorSummaryShape: Shape<AllocatorSummary> = record<AllocatorSummary>({
  allocator: allocatorShape,
  peak: peakShape,
  // Below 0 where events were lost: the page says so.
  inUseBefore: number,
  largestInUse: number,
  peakBeforeCapture: oneOf(false, true),
  inUseFirst: number,
  inUseLast: number,
  freesWithoutAllocation: countAndBytes,
  neverFreed: countAndBytes,
  identity: record<IdentityCheck>({ steps: count(), violations: count(), unchecked: count(), baselineJumps: count() }),
  curves: curvesShape,
});

/** What a flame query asks is plain in a link: moments and ranges of the finding itself. */
const flameWhat: Shape<FlameWhat> = {
  write: (out, what) => {
    whatKind.write(out, what.kind);
    number.write(out, what.kind === 'alive' ? what.at : what.from);
    if (what.kind !== 'alive') number.write(out, what.to);
  },
  read: (input) => {
    const kind = whatKind.read(input);
    const from = number.read(input);
    return kind === 'alive' ? { kind, at: from } : { kind, from, to: number.read(input) };
  },
};
const whatKind = oneOf<FlameWhat['kind']>('alive', 'alive-at-peak', 'allocated', 'retained');

const queryShape = record<FlameQuery>({
  what: flameWhat,
  grouping: oneOf('stack', 'call-site', 'program', 'class'),
  width: oneOf('held', 'requested'),
  foldsInternals: oneOf(false, true),
});

const evidenceShape = record<FindingEvidence>({
  count: count(),
  bytes: amount,
  allocations: list(record<FindingEvidence['allocations'][number]>({ start: number, held: amount, address }), MOST),
  flame: queryShape,
  callSite: text,
});

const findingShape = record<Finding>({
  kind: oneOf(...FINDING_KINDS),
  severity: oneOf('act', 'know'),
  allocator: text,
  from: number,
  to: number,
  moment: number,
  bytes: amount,
  shareOfPeak: number,
  title: text,
  sentence: text,
  evidence: evidenceShape,
});

/** A summary of one allocator: what all devices hold together is left out. */
export const summaryShape: Shape<Summary> = record<Summary>({
  source: sourceShape,
  capture: captureShape,
  originPs: signed64,
  allocators: list(allocatorSummaryShape, 1),
  defaultAllocator: orNull(count(0)),
  deviceTotal: constant<Summary['deviceTotal']>(() => null),
  findings: list(findingShape, MOST),
  programs: count(),
  problems: list(problemShape, MOST),
  whyNoMemory: list(text, MOST),
});

export const anchorShape = record<DigestAnchor>({ kind: oneOf('step', 'program'), name: text, time: number });
