import type { Device } from './profile.ts';
import type { AllocatorSummary, Summary } from './summary.ts';

/** The device whose memory an allocator hands out: `GPU_0_bfc` that of `/device:GPU:0`, `0` that of `/device:TPU:0`. */
export function deviceOf({ capture }: Summary, { allocator }: AllocatorSummary): Device | null {
  if (allocator.kind !== 'device' && allocator.kind !== 'tpu') return null;
  const kind = allocator.kind === 'tpu' ? 'TPU' : 'GPU';
  const number = /\d+/.exec(allocator.id)?.[0];
  if (number === undefined) return null;
  return capture.devices.find(({ plane }) => plane === `/device:${kind}:${number}`) ?? null;
}

/** The accelerators of the capture whose allocators have no event in it, where those of others have. */
export function silentDevices(summary: Summary): Device[] {
  const heard = new Set(summary.allocators.flatMap((allocator) => deviceOf(summary, allocator)?.plane ?? []));
  if (heard.size === 0) return [];
  // By name: hosts number their devices anew.
  return summary.capture.devices.filter(({ plane }) => /^\/device:(?:GPU|TPU):\d+$/.test(plane) && !heard.has(plane));
}
