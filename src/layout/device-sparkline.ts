/** A curve so small that it only says how it goes: for rows of devices, one beside the other on the same two scales. */

import type { LodSeries } from '../model/curve.ts';
import type { Bytes, CssPixels } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import { decimate } from './decimate.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';
import { stepArea, stepPolyline } from './polyline.ts';

export interface DeviceSparklineInput {
  curve: LodSeries;
  /** The same for all that are compared, as is `maximum`. */
  range: TimeRange;
  maximum: Bytes;
  width: CssPixels;
  height: CssPixels;
  title: string;
}

/** Room for half of the line above the highest value. */
const PADDING = 1;

export function layoutDeviceSparkline({ curve, range, maximum, width, height, title }: DeviceSparklineInput): DisplayList {
  const { columns } = decimate(curve, { ...range, left: 0, width, columnWidth: 1 });
  const axis = { top: PADDING, bottom: height, maximum: Math.max(1, maximum) };
  const items: DisplayItem[] = [
    { kind: 'path', points: stepArea(columns, axis, 0, width), fill: 'in-use', opacity: 0.6 },
    { kind: 'path', points: stepPolyline(columns, axis, 0, width), stroke: 'in-use-line', strokeWidth: 1 },
  ];
  return { width, height, title, items };
}
