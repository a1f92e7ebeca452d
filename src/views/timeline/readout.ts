/** The line above the timeline: what held at the pointer, or at the cursor. Written outside React, once a frame. */

import type { CurveReading } from '../../layout/readings.ts';
import { formatBytes, formatExactBytes, formatTime } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';
import { setText } from '../canvas/surface.ts';

/**
 * A reading in words. `resolution` is the time of one pixel, `scale` the end of the capture. Where only a bucket of
 * steps is known, sizes are marked as about.
 */
export function describeReading(reading: CurveReading, resolution: Picoseconds, scale: Picoseconds): string {
  const about = reading.exact ? '' : 'about ';
  const parts = [
    `${formatTime(reading.time, resolution, scale)}: in use ${about}${formatBytes(reading.inUse)}`,
    `reserved ${formatBytes(reading.reserved)}`,
    `total ${about}${formatBytes(reading.total)} (${formatExactBytes(reading.total)})`,
  ];
  if (!reading.exact) parts.push('zoom in for single steps');
  return parts.join(', ');
}

export class Readout {
  private readonly where = document.createElement('span');
  private readonly text = document.createElement('span');

  constructor(element: HTMLElement) {
    this.where.className = 'readout-where';
    const line = document.createElement('span');
    line.className = 'readout-line';
    line.append(this.where, this.text);
    element.replaceChildren(line);
  }

  show(where: 'pointer' | 'cursor' | 'peak', text: string): void {
    setText(this.where, where);
    setText(this.text, text);
  }
}
