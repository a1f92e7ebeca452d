/**
 * Matches deallocations to allocations by address, in one walk over the events in order of time.
 *
 * Frees of memory from before the capture have no allocation. On TPU a free states no size at all: it is that of the
 * allocation at its address, or, from before the capture, the drop of the in-use counter, which then proves nothing.
 */

import { ALLOCATION, type AllocationTable, type Profile } from '../model/profile.ts';
import type { Bytes } from '../model/units.ts';
import { AddressMap } from './address-map.ts';

export interface Lifetimes {
  allocations: AllocationTable;
  /** By allocator. */
  perAllocator: AllocatorLifetimes[];
}

export interface AllocatorLifetimes {
  /** In use before the allocator's first event; 0 where that event has no size and nothing tells. */
  inUseBefore: Bytes;
  freesWithoutAllocation: { count: number; bytes: Bytes };
  neverFreed: { count: number; bytes: Bytes };
  /** Allocations at an address where one was believed alive: its free was lost. */
  doubleAllocations: number;
  identitySteps: number;
  identityViolations: number;
  /** Frees whose size was taken from the counter. */
  unchecked: number;
  /** Changes of (in use − known live) that no free of older memory explains. */
  baselineJumps: number;
}

/** Completes `requested` and `held` of deallocations in place, where the file leaves them out. */
export function matchLifetimes(profile: Profile): Lifetimes {
  const { events, allocators } = profile;
  const start = new Int32Array(events.length);
  const end = new Int32Array(events.length).fill(-1);
  let count = 0;
  const live = new AddressMap();
  const perAllocator = allocators.map(emptyLifetimes);
  const walks = allocators.map(() => ({ inUse: NaN, known: 0, baseline: NaN }));

  for (let event = 0; event < events.length; event++) {
    const allocator = events.allocator[event];
    const state = perAllocator[allocator];
    const walk = walks[allocator];
    const low = events.addressLow[event];
    const high = events.addressHigh[event];
    const inUse = events.inUse[event];
    const isAllocation = events.kind[event] === ALLOCATION;
    const known = live.get(allocator, low, high);
    let explained = 0;
    let isChecked = true;

    if (isAllocation) {
      if (known >= 0) {
        state.doubleAllocations++;
        end[known] = event;
        walk.known -= events.held[start[known]];
      }
      start[count] = event;
      live.set(allocator, low, high, count++);
      walk.known += events.held[event];
    } else if (known >= 0) {
      const from = start[known];
      if (Number.isNaN(events.held[event])) events.held[event] = events.held[from];
      if (Number.isNaN(events.requested[event])) events.requested[event] = events.requested[from];
      end[known] = event;
      live.delete(allocator, low, high);
      walk.known -= events.held[from];
    } else {
      if (Number.isNaN(events.held[event])) {
        isChecked = false;
        events.held[event] = Number.isNaN(walk.inUse) ? 0 : Math.max(0, walk.inUse - inUse);
        state.unchecked++;
      }
      start[count] = -1;
      end[count++] = event;
      state.freesWithoutAllocation.count++;
      state.freesWithoutAllocation.bytes += events.held[event];
      explained = -events.held[event];
    }

    const change = isAllocation ? events.held[event] : -events.held[event];
    if (Number.isNaN(walk.inUse)) {
      state.inUseBefore = inUse - change;
    } else {
      state.identitySteps++;
      if (isChecked && inUse !== walk.inUse + change) state.identityViolations++;
      if (inUse - walk.known !== walk.baseline + explained) state.baselineJumps++;
    }
    walk.baseline = inUse - walk.known;
    walk.inUse = inUse;
  }

  const allocations = { length: count, start: start.slice(0, count), end: end.slice(0, count) };
  for (let i = 0; i < count; i++) {
    if (allocations.end[i] >= 0) continue;
    const { neverFreed } = perAllocator[events.allocator[allocations.start[i]]];
    neverFreed.count++;
    neverFreed.bytes += events.held[allocations.start[i]];
  }
  return { allocations, perAllocator };
}

function emptyLifetimes(): AllocatorLifetimes {
  return {
    inUseBefore: 0,
    freesWithoutAllocation: { count: 0, bytes: 0 },
    neverFreed: { count: 0, bytes: 0 },
    doubleAllocations: 0,
    identitySteps: 0,
    identityViolations: 0,
    unchecked: 0,
    baselineJumps: 0,
  };
}
