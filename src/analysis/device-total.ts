/** What all devices hold together, moment by moment: a curve of its own, for peaks of allocators are never added. */

import type { LodSeries } from '../model/curve.ts';
import { mergeRuns } from '../model/merge-runs.ts';
import { at, type Profile } from '../model/profile.ts';
import type { DeviceTotal } from '../model/summary.ts';
import type { Lifetimes } from './lifetimes.ts';
import { LodBuilder } from './lod.ts';

/** A trace with its lifetimes. */
interface Member {
  profile: Profile;
  lifetimes: Lifetimes;
}

/** Steps of every device allocator of all traces, in order of time. */
interface Steps {
  length: number;
  time: Float64Array;
  /** Number of the device, over all traces. */
  device: Uint16Array;
  total: Float64Array;
}

/**
 * Null where there are fewer than two devices. Traces of several hosts are laid on each other by the time since each
 * one's session began, which is as near as their clocks allow.
 */
export function deviceTotal(members: readonly Member[]): DeviceTotal | null {
  const devices = members.flatMap(({ profile, lifetimes }) =>
    profile.allocators.flatMap((allocator, index) =>
      allocator.kind === 'device' || allocator.kind === 'tpu'
        ? [{ profile, index, before: lifetimes.perAllocator[index].inUseBefore }]
        : [],
    ),
  );
  if (devices.length < 2) return null;
  const steps = stepsOf(members, devices);
  if (steps.length === 0) return null;
  const start = steps.time[0];
  const end = steps.time[steps.length - 1];
  const current = devices.map(({ profile, index, before }) => before + firstReserved(profile, index));
  let sum = current.reduce((total, bytes) => total + bytes, 0);
  const builder = new LodBuilder(sum, steps.length, end - start);
  let peak = { total: -1, time: start };
  for (let i = 0; i < steps.length; i++) {
    const device = steps.device[i];
    sum += steps.total[i] - current[device];
    current[device] = steps.total[i];
    builder.step(steps.time[i], sum);
    if (sum > peak.total) peak = { total: sum, time: steps.time[i] };
  }
  const curve: LodSeries = builder.finish();
  return { devices: devices.length, hosts: members.length, peak, start, end, curve };
}

function stepsOf(
  members: readonly Member[],
  devices: readonly { profile: Profile; index: number }[],
): Steps {
  const counts = members.map(({ profile }) => {
    const own = devices.filter((device) => device.profile === profile).map(({ index }) => profile.allocators[index]);
    return own.reduce((sum, { allocations, deallocations }) => sum + allocations + deallocations, 0);
  });
  const length = counts.reduce((sum, count) => sum + count, 0);
  const unsorted: Steps = {
    length,
    time: new Float64Array(length),
    device: new Uint16Array(length),
    total: new Float64Array(length),
  };
  let row = 0;
  for (const { profile } of members) {
    const { events } = profile;
    const number = profile.allocators.map((_, index) =>
      devices.findIndex((device) => device.profile === profile && device.index === index),
    );
    for (let event = 0; event < events.length; event++) {
      const device = number[events.allocator[event]];
      if (device < 0) continue;
      unsorted.time[row] = events.time[event];
      unsorted.device[row] = device;
      unsorted.total[row++] = events.inUse[event] + at(events.reserved, event);
    }
  }
  return members.length === 1 ? unsorted : sorted(unsorted);
}

function sorted({ length, time, device, total }: Steps): Steps {
  const rows = new Uint32Array(length);
  for (let i = 0; i < length; i++) rows[i] = i;
  const order = mergeRuns(rows, time);
  const steps: Steps = {
    length,
    time: new Float64Array(length),
    device: new Uint16Array(length),
    total: new Float64Array(length),
  };
  for (let i = 0; i < length; i++) {
    steps.time[i] = time[order[i]];
    steps.device[i] = device[order[i]];
    steps.total[i] = total[order[i]];
  }
  return steps;
}

function firstReserved({ events }: Profile, allocator: number): number {
  const first = events.allocator.indexOf(allocator);
  return first < 0 ? 0 : at(events.reserved, first);
}
