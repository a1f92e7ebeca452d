/**
 * What XProf's memory profile tool prints of a trace, by its own rules, so that a person who has its page open can see
 * which of its numbers are ours and which differ, and why (xplane_to_memory_profile.cc). Its rules differ from ours:
 *
 * - events stand at their offset within their own line, and only those of the first `/host:CPU` plane are read;
 * - the lifetime peak is what the event written last states, and of equal window peaks the one written last counts;
 * - what is alive at the peak is told from the events of the peak's own step, and a free counts the bytes that it states
 *   itself: none on TPU. All else is "unused preallocated device memory", or nothing where the sum is negative.
 */

import { ALLOCATION, at, type Profile } from '../model/profile.ts';
import type { AllocatorIndex, Bytes, EventIndex } from '../model/units.ts';
import type { XprofInputs } from '../model/xprof-inputs.ts';
import type { XprofResult, XprofRow } from '../model/xprof-stated.ts';
import { AddressMap } from './address-map.ts';
import { compareCodePoints } from './code-points.ts';
import { freeAfter } from './window-peak.ts';
import { XPROF_POINTS } from './xprof-curve.ts';
import { INVALID_TYPE, dataTypeName } from './xprof-data-types.ts';
import { inXprofOrder, xprofTime } from './xprof-order.ts';

/**
 * One result for each allocator that XProf finds events of. The profile as it was read: analysing it completes sizes
 * that XProf takes for 0, and lets go of what XProf's table is made from; then there is no result.
 */
export function xprofProfile(profile: Profile): XprofResult[] {
  const { xprof, events } = profile;
  if (xprof === null) return [];
  return profile.allocators.flatMap((_, allocator): XprofResult[] => {
    const own = inXprofOrder(profile, allocator).filter((event) => xprof.readsLine[events.line[event]]);
    return own.length === 0 ? [] : [resultOf(profile, xprof, allocator, own)];
  });
}

function resultOf(profile: Profile, xprof: XprofInputs, allocator: AllocatorIndex, own: EventIndex[]): XprofResult {
  const { events } = profile;
  const peak = peakEvent(profile, own);
  const stackBytes = at(events.reserved, peak);
  const heapBytes = events.inUse[peak];
  const freeBytes = freeAfter(profile, peak) ?? 0;
  const steps = stepsOf(xprof, own);
  // The step of the last event that reaches the peak, which need not be the event whose time is given.
  const last = own.findLastIndex((event) => totalOf(profile, event) === stackBytes + heapBytes);
  const peakStep = steps[last];
  const { rows, unmappedBytes } = activeAt(profile, xprof, own, { peak, step: peakStep, steps });
  return {
    id: profile.allocators[allocator].id,
    lifetimePeakBytes: xprof.lastLifetimePeak[allocator],
    peakBytes: stackBytes + heapBytes,
    stackBytes,
    heapBytes,
    freeBytes,
    fragmentation: fragmentationOf(events.fragmentation[peak]),
    peakTimePs: xprofTime(profile, peak),
    capacityBytes: stackBytes + heapBytes + freeBytes,
    snapshots: own.length,
    allocations: own.filter((event) => events.kind[event] === ALLOCATION).length,
    sampled: Math.min(own.length, XPROF_POINTS),
    rows,
    peakStep,
    unmappedBytes,
  };
}

function totalOf({ events }: Profile, event: EventIndex): Bytes {
  return events.inUse[event] + at(events.reserved, event);
}

/** The last of the greatest in the order of the file: line after line, each in order of time. */
function peakEvent(profile: Profile, own: readonly EventIndex[]): EventIndex {
  const { line } = profile.events;
  let peak = own[0];
  for (const event of own) {
    const more = totalOf(profile, event) - totalOf(profile, peak);
    const isLater = line[event] === line[peak] ? event > peak : line[event] > line[peak];
    if (more > 0 || (more === 0 && isLater)) peak = event;
  }
  return peak;
}

/** A fragmentation of 1 is written as an integer, which XProf reads as a double: 0. */
function fragmentationOf(fragmentation: number): number | null {
  if (Number.isNaN(fragmentation)) return null;
  return fragmentation === 1 ? 0 : Number(fragmentation.toPrecision(6));
}

/** Of each event in order. One that has no step belongs to the step after the last one seen. */
function stepsOf({ step }: XprofInputs, own: readonly EventIndex[]): number[] {
  let last = -1;
  return own.map((event) => {
    const stated = at(step, event);
    if (Number.isNaN(stated) || stated === -1) return last + 1;
    last = stated;
    return stated;
  });
}

/** What is alive at the peak as far as the events of its own step tell, and the bytes that they do not explain. */
function activeAt(
  profile: Profile,
  xprof: XprofInputs,
  own: readonly EventIndex[],
  { peak, step, steps }: { peak: EventIndex; step: number; steps: readonly number[] },
): { rows: XprofRow[]; unmappedBytes: Bytes } {
  const { events } = profile;
  const live = new AddressMap();
  const active = new Set<EventIndex>();
  const until = xprofTime(profile, peak);
  let unmapped = events.inUse[peak];
  for (const [i, event] of own.entries()) {
    if (xprofTime(profile, event) > until) break;
    if (steps[i] !== step) continue;
    const [low, high] = [events.addressLow[event], events.addressHigh[event]];
    const held = events.held[event] || 0;
    const known = live.get(0, low, high);
    active.delete(known);
    if (events.kind[event] === ALLOCATION) {
      live.set(0, low, high, event);
      active.add(event);
      unmapped -= held;
    } else {
      live.delete(0, low, high);
      // The bytes of a free that finds nothing to free are added and taken away again.
      if (known >= 0) unmapped += held;
    }
  }
  const rows = Array.from(active, (event) => rowOf(profile, xprof, event));
  if (unmapped > 0) rows.push(specialRow(unmapped, 'unused preallocated device memory', 'persist/dynamic'));
  const stack = at(events.reserved, peak);
  if (stack > 0) rows.push(specialRow(stack, 'stack', 'stack'));
  return { rows: merged(rows.sort(compareRows)), unmappedBytes: unmapped };
}

function rowOf({ events, strings }: Profile, { tensors, tensor }: XprofInputs, event: EventIndex): XprofRow {
  const row = typeof tensor === 'number' ? tensor : tensor[event];
  const text = (index: number | null): string => (index === null ? '' : strings[index]);
  const dataType = tensors.dataType[row];
  return {
    bytes: events.held[event] || 0,
    requested: events.requested[event] || 0,
    op: text(tensors.op[row]),
    region: text(tensors.region[row]),
    dataType: dataType === null ? '' : dataTypeName(dataType),
    shape: text(tensors.shape[row]),
    occurrences: 1,
  };
}

function specialRow(bytes: Bytes, op: string, region: string): XprofRow {
  return { bytes, requested: bytes, op, region, dataType: INVALID_TYPE, shape: 'unknown', occurrences: 1 };
}

function compareRows(a: XprofRow, b: XprofRow): number {
  return (
    b.bytes - a.bytes ||
    b.requested - a.requested ||
    compareCodePoints(a.op, b.op) ||
    compareCodePoints(a.region, b.region) ||
    compareCodePoints(a.dataType, b.dataType) ||
    compareCodePoints(a.shape, b.shape)
  );
}

/** Neighbours that are alike become one row. */
function merged(rows: readonly XprofRow[]): XprofRow[] {
  const result: XprofRow[] = [];
  for (const row of rows) {
    const last = result.at(-1);
    if (last !== undefined && compareRows(last, row) === 0) last.occurrences++;
    else result.push(row);
  }
  return result;
}
