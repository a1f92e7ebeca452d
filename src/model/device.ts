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
