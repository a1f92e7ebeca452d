import { describe, expect, test } from 'vitest';
import type { WindowPeak } from '../model/summary.ts';
import { Labels } from './labels.ts';
import { fixedMeasurer } from './testing/measure.ts';
import type { PlotFrame } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import { requestMark, requestReach } from './request-mark.ts';

const GIB = 2 ** 30;
const PEAK: WindowPeak = {
  total: 8 * GIB,
  reserved: 0,
  inUse: 8 * GIB,
  free: null,
  fragmentation: null,
  time: 50,
  event: 0,
  eventOfAllocator: 0,
  equalPeaks: 1,
};
const frame: PlotFrame = { from: 0, to: 100, left: 50, right: 850, top: 20, bottom: 220, maximum: 16 * GIB };

function textsOf(request: number | null, within: PlotFrame = frame): string[] {
  const labels = new Labels(fixedMeasurer, { left: 46, right: 854, top: 0, bottom: 220 });
  return requestMark(within, PEAK, request, labels).flatMap((item) => (item.kind === 'text' ? [item.text] : []));
}

describe('a failed request', () => {
  test('is a line at the peak and what was asked for on top of it', () => {
    const labels = new Labels(fixedMeasurer, { left: 46, right: 854, top: 0, bottom: 220 });
    const [line, join] = requestMark(frame, PEAK, 4 * GIB, labels);
    const y = valueToY(frame, 12 * GIB);
    expect(line).toMatchObject({ kind: 'path', points: Float32Array.of(50, y, 850, y) });
    expect(join).toMatchObject({ kind: 'path', points: Float32Array.of(450, valueToY(frame, 8 * GIB), 450, y) });
    expect(textsOf(4 * GIB)).toEqual(['failed request: 4.00 GiB more, 12.00 GiB']);
  });

  test('that is far above the picture is said and not drawn', () => {
    expect(textsOf(400 * GIB)).toEqual(['failed request: 400 GiB more, 408 GiB, above this picture']);
    expect(requestReach(16 * GIB, PEAK, 400 * GIB)).toBe(16 * GIB);
  });

  test('makes room for itself where that leaves the curve its half', () => {
    expect(requestReach(10 * GIB, PEAK, 4 * GIB)).toBeGreaterThan(12 * GIB);
    expect(requestReach(16 * GIB, PEAK, null)).toBe(16 * GIB);
  });

  test('is not there without one', () => {
    expect(textsOf(null)).toEqual([]);
  });
});
