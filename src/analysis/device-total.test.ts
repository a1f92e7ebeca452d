import { expect, test } from 'vitest';
import { memoryEvent } from '../../fixtures/memory-events.ts';
import type { EventSpec } from '../../fixtures/xspace-spec.ts';
import { xspace } from '../../fixtures/xspace-writer.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import { deviceTotal } from './device-total.ts';

function event(allocator: string, offsetPs: number, kind: 'allocation' | 'deallocation', held: number, inUse: number): EventSpec {
  const address = Number(allocator.replace(/\D/g, '')) * 4096;
  return memoryEvent({ kind, offsetPs, allocator, address, requested: held, held, inUse, available: 0, peak: 0 });
}

const trace = (events: EventSpec[]): Uint8Array => xspace({ planes: [{ name: '/host:CPU', lines: [{ events }] }] });

test('the peak of the sum is not the sum of the peaks', () => {
  const { summary } = analyseTrace(
    trace([
      event('GPU_0_bfc', 1, 'allocation', 1000, 1000),
      event('GPU_0_bfc', 2, 'deallocation', 1000, 0),
      event('GPU_1_bfc', 3, 'allocation', 800, 1100),
      event('xla_gpu_host_bfc', 4, 'allocation', 5000, 5000),
    ]),
  );
  // 300 bytes are on the second device from the start; the host's pool is no device.
  expect(summary.deviceTotal).toMatchObject({ devices: 2, hosts: 1, peak: { total: 1300, time: 1 } });
  const [finest] = summary.deviceTotal?.curve.levels ?? [];
  expect([...finest.last]).toEqual([1300, 300, 1100]);
});

test('traces of several hosts are laid on each other in time', () => {
  const one = analyseTrace(trace([event('GPU_0_bfc', 10, 'allocation', 100, 100)]));
  const two = analyseTrace(trace([event('GPU_0_bfc', 5, 'allocation', 70, 70), event('GPU_0_bfc', 15, 'deallocation', 70, 0)]));
  expect(deviceTotal([one, two])).toMatchObject({ hosts: 2, peak: { total: 170, time: 10 } });
});

test('one device has no total of its own', () => {
  expect(analyseTrace(trace([event('GPU_0_bfc', 1, 'allocation', 1, 1)])).summary.deviceTotal).toBeNull();
});
