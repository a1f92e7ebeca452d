/** The sum over all devices, drawn like the curve of one allocator. */

import type { LodSeries } from '../model/curve.ts';
import type { AllocatorSummary, DeviceTotal } from '../model/summary.ts';
import type { CssPixels } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { DisplayList, TextMeasurer } from './display-list.ts';
import { layoutTimeline } from './timeline.ts';

export interface TotalInput {
  total: DeviceTotal;
  range: TimeRange;
  width: CssPixels;
  height: CssPixels;
  pixelRatio: number;
  measure: TextMeasurer;
  title: string;
}

export function layoutDeviceTotal({ total, title, ...rest }: TotalInput): DisplayList {
  const name = 'in use and reserved, all devices together';
  return { ...layoutTimeline({ allocator: asAllocator(total), name, window: null, ...rest }).list, title };
}

/** With what a sum has; no capacity, for none of the devices can use another's. */
function asAllocator({ peak, start, end, curve }: DeviceTotal): AllocatorSummary {
  const nothing: LodSeries = { initial: 0, steps: 0, exact: true, levels: [] };
  const none = { count: 0, bytes: 0 };
  return {
    allocator: {
      id: 'all devices',
      kind: 'device',
      host: null,
      allocations: 0,
      deallocations: 0,
      capacity: null,
      lifetimePeak: null,
      lines: 0,
      lineStartsNs: [],
    },
    peak: {
      ...peak,
      inUse: peak.total,
      reserved: 0,
      free: null,
      fragmentation: null,
      event: -1,
      eventOfAllocator: -1,
      equalPeaks: 1,
    },
    inUseBefore: 0,
    largestInUse: peak.total,
    peakBeforeCapture: false,
    inUseFirst: curve.initial,
    inUseLast: 0,
    freesWithoutAllocation: none,
    neverFreed: none,
    identity: { steps: 0, violations: 0, unchecked: 0, baselineJumps: 0 },
    curves: { start, end, total: curve, reserved: nothing, beforeCapture: nothing },
  };
}
