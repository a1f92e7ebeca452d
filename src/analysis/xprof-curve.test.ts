import { describe, expect, test } from 'vitest';
import { memoryEvent } from '../../fixtures/memory-events.ts';
import type { EventSpec } from '../../fixtures/xspace-spec.ts';
import { xspace } from '../../fixtures/xspace-writer.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import { XPROF_POINTS, xprofCurve } from './xprof-curve.ts';

function event(offsetPs: number, inUse: number, address = offsetPs): EventSpec {
  const kind = 'allocation';
  return memoryEvent({ kind, offsetPs, allocator: 'GPU_0_bfc', address, requested: 1, held: 1, inUse, available: 0, peak: 0 });
}

describe('the curve as XProf draws it', () => {
  test('has every event of a small capture, at its own time where all lines begin together', () => {
    const events = [event(10, 100), event(20, 700), event(90, 300)];
    const curve = xprofCurve(readTrace(xspace({ planes: [{ name: '/host:CPU', lines: [{ events }] }] })), 0);
    expect([...curve.time]).toEqual([10, 20, 90]);
    expect([...curve.total]).toEqual([100, 700, 300]);
    expect(curve.isSampled).toBe(false);
  });

  test('forgets when a line began: what came later on another line is mixed in as if it had begun with the first', () => {
    const early = { id: 1, name: 'python', timestampNs: 1_000, events: [event(1_000, 100), event(9_000, 200)] };
    const late = { id: 2, name: 'worker', timestampNs: 9_000, events: [event(2_000, 900)] };
    const profile = readTrace(xspace({ planes: [{ name: '/host:CPU', lines: [early, late] }] }));
    expect([...profile.events.inUse]).toEqual([100, 200, 900]);
    const curve = xprofCurve(profile, 0);
    expect([...curve.total]).toEqual([100, 900, 200]);
    const [first, second] = curve.time;
    expect(second - first).toBe(1_000);
    expect(first).toBe(profile.events.time[0]);
  });

  test.each([1_001, 1_999, 2_000, 2_500, 12_345])('of %d events keeps 1,000, the greatest of each group', (count) => {
    const values = Array.from({ length: count }, (_, i) => (i * 7919) % 10_007);
    const events = values.map((value, i) => event((i + 1) * 10, value));
    const curve = xprofCurve(readTrace(xspace({ planes: [{ name: '/host:CPU', lines: [{ events }] }] })), 0);
    expect(curve.time).toHaveLength(XPROF_POINTS);
    expect(curve.isSampled).toBe(true);
    expect(Math.max(...curve.total)).toBe(Math.max(...values));
    const size = Math.floor(count / XPROF_POINTS);
    expect(curve.total[0]).toBe(Math.max(...values.slice(0, size)));
    const larger = size + (count % XPROF_POINTS === 0 ? 0 : 1);
    expect(curve.total[XPROF_POINTS - 1]).toBe(Math.max(...values.slice(count - larger)));
    expect([...curve.time]).toEqual([...curve.time].sort((a, b) => a - b));
  });
});
