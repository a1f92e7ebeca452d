/**
 * What the host events around allocations tell of them, without any program's HLO: how many lie in the spans in which a
 * run of a program allocates its buffers, and whether the program's name is known there.
 *
 * The profile as it was read: the calls are let go once it has been analysed.
 */

import { ALLOCATION, FRAME_PROGRAM, FRAME_USER, type CallTable, type Profile } from '../model/profile.ts';
import type { EventIndex, StackIndex } from '../model/units.ts';

/** The host event within which PJRT's GPU client allocates all buffers of one run of a program (pjrt_stream_executor_client.cc). */
export const BUILD_SPAN = 'Build buffer allocations';

/** Wrappers of the allocator itself: what encloses them asked for the memory. */
const ALLOCATOR_WRAPPERS = new Set(['DeferredTpuAllocator::Allocate', 'AllocateRawBuffer']);

/** libtpu allocates each output of a run under an event of such a name. */
const TPU_OUTPUT = 'AllocateOutputBuffer';

/** `jit_f` of `CommonPjRtLoadedExecutable::Execute (jit_f)`: newer clients name the program they run. */
const NAMED_RUN = /Execute \(.+\)$/;

export interface HostAttribution {
  spans: number;
  spansWithAllocations: number;
  /** On the thread of their span. */
  allocationsInSpans: number;
  /** Where a span with allocations finds the jitted call that made it. */
  nameFoundOn: { sameLine: number; linkedContext: number; none: number };
  /** By name, in order of their first allocation; "(none)" for those that no event encloses. */
  allocationsByInnermostEvent: Map<string, number>;
  /** Outputs that a TPU run allocated, and for how many of them the program's name is known. */
  tpuOutputs: { outputs: number; named: number };
}

export function hostAttribution(profile: Profile): HostAttribution {
  const { calls, events } = profile;
  const result: HostAttribution = {
    spans: calls?.countNamed(BUILD_SPAN) ?? 0,
    spansWithAllocations: 0,
    allocationsInSpans: 0,
    nameFoundOn: { sameLine: 0, linkedContext: 0, none: 0 },
    allocationsByInnermostEvent: new Map(),
    tpuOutputs: { outputs: 0, named: 0 },
  };
  const spans = new Set<number>();
  for (let event = 0; event < events.length; event++) {
    if (events.kind[event] !== ALLOCATION) continue;
    countInnermost(profile, event, result);
    const span = calls === null ? -1 : spanAround(profile, calls, events.call[event]);
    if (span < 0) continue;
    result.allocationsInSpans++;
    spans.add(span);
  }
  result.spansWithAllocations = spans.size;
  if (calls !== null) for (const span of spans) result.nameFoundOn[nameFoundFrom(profile, calls, span)]++;
  return result;
}

function countInnermost(profile: Profile, event: EventIndex, { allocationsByInnermostEvent: counts, tpuOutputs }: HostAttribution): void {
  let innermost = '(none)';
  let isOutput = false;
  let isNamed = false;
  const { parent, frame } = profile.stacks;
  for (let stack = profile.events.stack[event]; stack >= 0; stack = parent[stack]) {
    const name = eventName(profile, stack);
    if (innermost === '(none)' && !ALLOCATOR_WRAPPERS.has(name)) innermost = name;
    isOutput ||= name.startsWith(TPU_OUTPUT);
    isNamed ||= profile.frames.kind[frame[stack]] === FRAME_PROGRAM || NAMED_RUN.test(name);
  }
  counts.set(innermost, (counts.get(innermost) ?? 0) + 1);
  if (!isOutput) return;
  tpuOutputs.outputs++;
  if (isNamed) tpuOutputs.named++;
}

/** The innermost call of that name around a call on its own thread, the call itself among them; -1 for none. */
function spanAround(profile: Profile, calls: CallTable, call: number): number {
  if (call < 0) return -1;
  const thread = calls.threadOf(call);
  for (let at = call; at >= 0 && calls.threadOf(at) === thread; at = calls.callerOf(at)) {
    if (eventName(profile, calls.stackOf(at)) === BUILD_SPAN) return at;
  }
  return -1;
}

function nameFoundFrom({ stacks, frames }: Profile, calls: CallTable, span: number): keyof HostAttribution['nameFoundOn'] {
  const thread = calls.threadOf(span);
  const seen = new Set<number>();
  // Contexts that lead back to themselves end where a call comes again.
  for (let at = span; at >= 0 && !seen.has(at); at = calls.callerOf(at)) {
    seen.add(at);
    if (frames.kind[stacks.frame[calls.stackOf(at)]] !== FRAME_PROGRAM) continue;
    return calls.threadOf(at) === thread ? 'sameLine' : 'linkedContext';
  }
  return 'none';
}

/** The name of a stack's innermost event as the profiler wrote it: `$file.py:12 f` for a frame of Python. */
function eventName({ stacks, frames, strings }: Profile, stack: StackIndex): string {
  const frame = stacks.frame[stack];
  const name = strings[frames.function[frame]];
  if (frames.kind[frame] !== FRAME_USER) return name;
  const file = frames.file[frame] < 0 ? '<unknown>' : strings[frames.file[frame]];
  const line = frames.definitionLine[frame];
  return `$${file}${line > 0 ? `:${String(line)}` : ''} ${name}`;
}
