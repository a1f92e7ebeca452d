import { describe, expect, test } from 'vitest';
import { allocatorSummary, captureFacts, summaryOf } from '../../../fixtures/summaries.ts';
import type { AllocatorSummary, Summary } from '../../model/summary.ts';
import { earlierPeakText, factsOf, silentDevicesText } from './facts-of.ts';
import type { Fact } from '../common/FactItem.tsx';

const GIB = 2 ** 30;

function facts(allocator: AllocatorSummary, changes: Partial<Summary> = {}): Record<string, Fact> {
  const summary = summaryOf([allocator], changes);
  return Object.fromEntries(factsOf(summary, allocator).map((fact) => [fact.key, fact]));
}

describe('the facts', () => {
  test('the window peak is rounded to read and exact to copy, with its moment', () => {
    const steps = [[1e12, 5 * GIB], [21.738e12, 8_881_995_814], [22e12, 5 * GIB]] as const;
    const all = facts(allocatorSummary({ before: 4.5 * GIB, steps, capacity: 16.49 * GIB }));
    expect(all['window-peak']).toMatchObject({
      value: '8.27 GiB',
      label: 'window peak, 21.738 s',
      exact: '8,881,995,814 bytes',
    });
    expect(all['capacity']).toMatchObject({ value: '16.49 GiB', label: 'capacity, 50 % used at the peak' });
    expect(all['before-capture']).toMatchObject({ value: '4.50 GiB', exact: '4,831,838,208 bytes' });
    expect(all['duration']).toMatchObject({ value: '21.0 s', exact: '1.000 s to 22.000 s' });
  });

  test('reserved memory is in the peak, and said to be', () => {
    const steps = [[1, 1500], [2, 1200]] as const;
    const all = facts(allocatorSummary({ reserved: 1000, before: 0, lifetimePeak: 500, steps }));
    expect(all['window-peak']?.exact).toBe('1,500 bytes = 500 bytes in use + 1,000 bytes reserved');
    // The two stand side by side, and only one has it.
    expect(all['lifetime-peak']?.label).toBe('lifetime peak, without reserved');
  });

  test('a lifetime peak from before the capture says so; one that is not stated is no fact', () => {
    expect(facts(allocatorSummary({ lifetimePeak: 9_000 }))['lifetime-peak']?.label).toBe('lifetime peak');
    const earlier = facts(allocatorSummary({ lifetimePeak: 20_000 }))['earlier-peak'];
    expect(earlier?.label).toBe('lifetime peak, before the capture');
    expect(earlier?.meaning).toContain('the real peak came before the capture began');
    expect(facts(allocatorSummary({ lifetimePeak: null }))['lifetime-peak']).toBeUndefined();
  });

  test('a real peak from before the capture is said in a sentence, exact to the byte', () => {
    const text = earlierPeakText(allocatorSummary({ lifetimePeak: 20_000, before: 0, steps: [[1, 9_760]] }));
    expect(text).toContain('The real peak, 19.53 KiB (20,000 bytes), came before the capture.');
    expect(earlierPeakText(allocatorSummary({ lifetimePeak: 9_000 }))).toBeNull();
    expect(earlierPeakText(allocatorSummary({ lifetimePeak: null }))).toBeNull();
  });

  test('devices without an event are counted and explained, whatever their allocator holds', () => {
    const devices = [0, 1, 2].map((at) => ({ plane: `/device:GPU:${at}`, kind: 'A', memoryBytes: null }));
    const capture = captureFacts({ devices });
    const of = (...ids: string[]): string | null =>
      silentDevicesText(summaryOf(ids.map((id) => allocatorSummary({ id })), { capture }));
    expect(of('GPU_1_bfc')).toMatch(/^Of 3 devices the other 2 had no memory event/);
    expect(of('GPU_0_bfc', 'GPU_1_bfc')).toMatch(/^Of 3 devices the other one had no memory event/);
    expect(of('GPU_0_bfc', 'GPU_1_bfc', 'GPU_2_bfc')).toBeNull();
    // Nothing is known of any: another text says why.
    expect(of()).toBeNull();
    expect(facts(allocatorSummary({ id: 'GPU_1_bfc' }), { capture })['host']?.label).toMatch(/^not all with events, /);
  });

  test('a capacity that changes or is not stated is no fact', () => {
    expect(facts(allocatorSummary({ capacity: null }))['capacity']).toBeUndefined();
  });

  test('the memory of the device is that of the allocator’s own device', () => {
    const devices = [
      { plane: '/device:GPU:0', kind: 'A', memoryBytes: 8 * GIB },
      { plane: '/device:GPU:1', kind: 'B', memoryBytes: 16 * GIB },
    ];
    const capture = captureFacts({ devices });
    expect(facts(allocatorSummary({ id: 'GPU_1_bfc' }), { capture })['device-memory']?.value).toBe('16.00 GiB');
    expect(facts(allocatorSummary({ id: 'gpu_host_bfc' }), { capture })['device-memory']).toBeUndefined();
    expect(facts(allocatorSummary({ id: 'GPU_2_bfc' }), { capture })['device-memory']).toBeUndefined();
  });

  test('without an allocator there is still where it was taken', () => {
    expect(factsOf(summaryOf([]), null)).toEqual([
      expect.objectContaining({ value: '1 device', label: 'tw003, Nvidia, JAX 0.10.2' }),
    ]);
    const nothing = captureFacts({ hosts: [], devices: [], versions: {} });
    expect(factsOf(summaryOf([], { capture: nothing }), null)[0]).toMatchObject({
      value: 'no device',
      label: 'host not stated',
      exact: 'nothing is stated',
    });
  });
});
