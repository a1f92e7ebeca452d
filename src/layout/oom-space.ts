/** A memory and what is in it: one bar with its parts, the capacity as a dashed line, what is beyond it marked. */

import type { SpacePicture } from '../model/oom-incident.ts';
import type { CssPixels } from '../model/units.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';
import {
  capacityLine,
  fitted,
  LINE_HEIGHT,
  MARGIN,
  onGround,
  PART_COLORS,
  SWATCH,
  sizeLabel,
  text,
  type OomPictureInput,
} from './oom-frame.ts';

const BAR_TOP: CssPixels = 26;
const BAR_HEIGHT: CssPixels = 28;
const LEGEND_TOP: CssPixels = BAR_TOP + BAR_HEIGHT + 28;
/** Parts of every size can be seen; the numbers stand beside them. */
const MIN_PART: CssPixels = 1;

/**
 * The picture of a space. Free memory is a part only where no capacity is known: it is then shown against the request.
 */
export function layoutOomSpace({ picture, width, measure }: OomPictureInput<SpacePicture>): DisplayList {
  const items: DisplayItem[] = [];
  const inner = Math.max(1, width - 2 * MARGIN);
  const taken = picture.parts.filter((part) => part.kind !== 'free');
  const free = picture.parts.find((part) => part.kind === 'free');
  const total = taken.reduce((sum, part) => sum + part.size.bytes, 0);
  const capacity = picture.capacity ?? free?.size ?? null;
  const scale = inner / Math.max(1, total, capacity?.bytes ?? 0);
  const capacityX = capacity ? MARGIN + capacity.bytes * scale : null;

  items.push(rect(MARGIN, BAR_TOP, capacityX === null ? inner : capacityX - MARGIN, 'line'));
  let x = MARGIN;
  for (const part of taken) {
    const partWidth = Math.max(MIN_PART, part.size.bytes * scale);
    items.push(rect(x, BAR_TOP, partWidth, PART_COLORS[part.kind]));
    // A hairline keeps equal neighbours apart.
    items.push(rect(x + partWidth - 0.5, BAR_TOP, 0.5, 'panel'));
    x += partWidth;
  }
  if (capacity && capacityX !== null) {
    if (x > capacityX + 0.5)
      items.push({
        kind: 'rect',
        x: capacityX,
        y: BAR_TOP + BAR_HEIGHT + 2,
        width: x - capacityX,
        height: 3,
        fill: 'peak',
      });
    items.push(capacityLine(capacityX, BAR_TOP - 6, BAR_TOP + BAR_HEIGHT + 8));
    const label = `${free && !picture.capacity ? 'free' : 'capacity'} ${sizeLabel(capacity)}`;
    const anchor = capacityX > width / 2 ? 'end' : 'start';
    items.push(text(capacityX + (anchor === 'end' ? -4 : 4), BAR_TOP - 10, label, 'ink-secondary', { anchor }));
  }

  let y = LEGEND_TOP;
  for (const part of taken) {
    const size = sizeLabel(part.size);
    items.push({
      kind: 'rect',
      x: MARGIN,
      y: y - SWATCH + 1,
      width: SWATCH,
      height: SWATCH,
      fill: PART_COLORS[part.kind],
      radius: 2,
    });
    const room = inner - SWATCH - 12 - measure(size, 'strong');
    items.push(text(MARGIN + SWATCH + 6, y, fitted(part.name, room, measure)));
    items.push(text(width - MARGIN, y, size, 'ink', { style: 'strong', anchor: 'end' }));
    y += LINE_HEIGHT;
  }
  return onGround(width, y, titleOf(picture, total, capacity?.bytes ?? null), items);
}

function rect(
  x: CssPixels,
  y: CssPixels,
  width: CssPixels,
  fill: 'panel' | 'line' | (typeof PART_COLORS)[keyof typeof PART_COLORS],
): DisplayItem {
  return { kind: 'rect', x, y, width, height: BAR_HEIGHT, fill };
}

function titleOf(picture: SpacePicture, total: number, capacity: number | null): string {
  const parts = picture.parts.map((part) => `${part.name} ${sizeLabel(part.size)}`).join(', ');
  if (capacity === null) return `${picture.name}: ${parts}.`;
  const over = total > capacity ? `, more than it holds` : '';
  const of = picture.capacity ? ` of ${sizeLabel(picture.capacity)}` : '';
  return `${picture.name}${of}: ${parts}${over}.`;
}
