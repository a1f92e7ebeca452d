/** What a finding is looked for in: one allocator's events and allocations, with the call stacks understood. */

import { NODE_USER } from '../../model/flame.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { at, type Profile } from '../../model/profile.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex, Picoseconds, StackIndex } from '../../model/units.ts';
import { classOfStack, type AllocationClass } from '../flame/allocation-class.ts';
import { frameName, type StackFrames } from '../flame/stack-frames.ts';
import type { Lifetimes } from '../lifetimes.ts';
import { jittedName } from '../program-names.ts';
import { MIN_PART_BYTES, MIN_PART_SHARE } from './thresholds.ts';
import { dispatchAt, type Dispatches } from './dispatches.ts';

export interface Scene {
  profile: Profile;
  lifetimes: Lifetimes;
  allocator: AllocatorIndex;
  summary: AllocatorSummary;
  /** Name as findings give it. */
  key: string;
  /** The allocator's own events, in order of time. */
  events: Int32Array; // EventIndex
  /**
   * Its allocations that start in the capture and are large enough to be part of a finding, in order of start. A trace
   * has millions of small ones, and all of them together would not make one sentence.
   */
  allocations: Int32Array; // AllocationIndex
  frames: StackFrames;
  dispatches: Dispatches;
  classOf: (stack: StackIndex) => AllocationClass;
  /** Span of the whole capture. */
  start: Picoseconds;
  end: Picoseconds;
}

export function sceneOf(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  summary: AllocatorSummary,
  shared: Pick<Scene, 'frames' | 'dispatches'>,
): Scene {
  const { events } = profile;
  const { allocations } = lifetimes;
  const { allocations: allocated, deallocations: freed } = summary.allocator;
  const own = new Int32Array(allocated + freed);
  let next = 0;
  for (let event = 0; event < events.length; event++) if (events.allocator[event] === allocator) own[next++] = event;
  const least = Math.max(MIN_PART_BYTES, MIN_PART_SHARE * summary.peak.total);
  const large: number[] = [];
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    if (start >= 0 && events.allocator[start] === allocator && events.held[start] >= least) large.push(i);
  }
  const { id, host } = summary.allocator;
  return {
    profile,
    lifetimes,
    allocator,
    summary,
    key: host === null ? id : `${host}/${id}`,
    events: own,
    allocations: new Int32Array(large),
    ...shared,
    classOf: classOfStack(profile),
    start: events.time[0],
    end: events.time[events.length - 1],
  };
}

export function heldBy({ profile, lifetimes }: Scene, allocation: AllocationIndex): Bytes {
  return profile.events.held[lifetimes.allocations.start[allocation]];
}

export function startOf({ profile, lifetimes }: Scene, allocation: AllocationIndex): Picoseconds {
  return profile.events.time[lifetimes.allocations.start[allocation]];
}

/** Infinity for an allocation that is alive when the capture ends. */
export function endOf({ profile, lifetimes }: Scene, allocation: AllocationIndex): Picoseconds {
  const end = lifetimes.allocations.end[allocation];
  return end < 0 ? Infinity : profile.events.time[end];
}

export function stackOf({ profile, lifetimes }: Scene, allocation: AllocationIndex): StackIndex {
  return profile.events.stack[lifetimes.allocations.start[allocation]];
}

export function totalAfter({ profile }: Scene, event: EventIndex): Bytes {
  return profile.events.inUse[event] + at(profile.events.reserved, event);
}

/** The jitted function of an allocation's stack, `f` of `jit_f`; empty where there is none. */
export function programOf(scene: Scene, allocation: AllocationIndex): string {
  const stack = stackOf(scene, allocation);
  const program = stack < 0 ? -1 : scene.frames.program[stack];
  if (program < 0) return '';
  return jittedName(frameName(scene.profile, program).name);
}

/**
 * `file: function` of the innermost call of user code in which all these allocations are made: what holds them until
 * it returns. Two calls of one helper are two calls, so the helper is not it, but whoever called it twice. Empty where
 * they share none.
 */
export function commonCallSite(scene: Scene, allocations: readonly AllocationIndex[]): string {
  const { calls } = scene.profile;
  let common: readonly number[] = callersOf(scene, allocations[0] ?? -1);
  for (const allocation of allocations) {
    const own = new Set(callersOf(scene, allocation));
    common = common.filter((call) => own.has(call));
  }
  const stack = common.map((call) => calls?.stackOf(call) ?? -1).find((at) => at >= 0 && scene.frames.kind[at] === NODE_USER);
  return stack === undefined ? '' : siteText(scene, stack);
}

/**
 * `file: function` of the innermost user code of each of these allocations, as tables and the flame view call them;
 * empty where that is not one and the same. It differs from the common call where one helper is called several times.
 */
export function madeIn(scene: Scene, allocations: readonly AllocationIndex[]): string {
  const sites = new Set(
    allocations.map((allocation) => {
      const stack = stackOf(scene, allocation);
      const site = stack < 0 ? -1 : scene.frames.callSite[stack];
      return site < 0 ? '' : siteText(scene, site);
    }),
  );
  const [first = ''] = sites;
  return sites.size === 1 ? first : '';
}

function siteText({ profile }: Scene, stack: StackIndex): string {
  const { name, file } = frameName(profile, stack);
  return file === null ? name : `${file}: ${name}`;
}

/** The calls around an allocation, the innermost first. */
function callersOf({ profile, lifetimes }: Scene, allocation: AllocationIndex): number[] {
  const { calls, events } = profile;
  const found = new Set<number>();
  const start = allocation < 0 ? -1 : lifetimes.allocations.start[allocation];
  // Contexts that lead back to themselves end where a call comes again.
  let call = start < 0 || calls === null ? -1 : events.call[start];
  while (call >= 0 && !found.has(call)) {
    found.add(call);
    call = calls?.callerOf(call) ?? -1;
  }
  return [...found];
}

/** Whether an allocation is made and freed within one dispatch of a program: a temp, not an array. */
export function isWithinDispatch(scene: Scene, allocation: AllocationIndex): boolean {
  const start = startOf(scene, allocation);
  const dispatch = dispatchAt(scene.dispatches, start);
  return dispatch >= 0 && endOf(scene, allocation) <= scene.dispatches.end[dispatch];
}
