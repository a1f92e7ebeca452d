/**
 * Allocations as boxes, each as large as it is: equal heights, so that width and area say the same. Padding is the pale
 * end of a box. Beside each stands what it is: shape, name, and the line it comes from.
 */

import type { AllocationsPicture } from '../model/oom-incident.ts';
import { formatBytes } from '../model/format.ts';
import type { CssPixels } from '../model/units.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';
import {
  capacityLine,
  fitted,
  LINE_HEIGHT,
  MARGIN,
  onGround,
  PART_COLORS,
  sizeLabel,
  text,
  type OomPictureInput,
} from './oom-frame.ts';

const TOP: CssPixels = 22;
const BOX_HEIGHT: CssPixels = 20;
const ROW_HEIGHT: CssPixels = BOX_HEIGHT + LINE_HEIGHT + 10;
const PADDING_OPACITY = 0.4;

/** The picture of a list of allocations, in the order of the text. The capacity is a line where it is in reach. */
export function layoutOomAllocations({ picture, width, measure }: OomPictureInput<AllocationsPicture>): DisplayList {
  const items: DisplayItem[] = [];
  const inner = Math.max(1, width - 2 * MARGIN);
  const largest = Math.max(1, ...picture.boxes.map((box) => box.size.bytes));
  // A capacity many times the largest box would leave all of them as slivers.
  const capacity = picture.capacity && picture.capacity.bytes <= 4 * largest ? picture.capacity : null;
  const scale = inner / Math.max(largest, capacity?.bytes ?? 0);
  let y = TOP;
  for (const box of picture.boxes) {
    const boxWidth = Math.max(1, box.size.bytes * scale);
    const paddingWidth = Math.min(boxWidth, box.padding * scale);
    const fill = PART_COLORS[box.kind];
    items.push({ kind: 'rect', x: MARGIN, y, width: boxWidth - paddingWidth, height: BOX_HEIGHT, fill, radius: 2 });
    if (paddingWidth > 0) {
      const x = MARGIN + boxWidth - paddingWidth;
      items.push({
        kind: 'rect',
        x,
        y,
        width: paddingWidth,
        height: BOX_HEIGHT,
        fill,
        opacity: PADDING_OPACITY,
        radius: 2,
      });
    }
    addText(items, box, y + BOX_HEIGHT + 12, inner, measure);
    y += ROW_HEIGHT;
  }
  if (capacity) {
    const x = MARGIN + capacity.bytes * scale;
    items.push(capacityLine(x, TOP - 6, y - 6));
    items.push(text(x - 4, TOP - 8, `capacity ${sizeLabel(capacity)}`, 'ink-secondary', { anchor: 'end' }));
  }
  const sizes = picture.boxes.map((box) => `${box.shape || box.name} ${sizeLabel(box.size)}`).join(', ');
  return onGround(width, y, `${picture.name}: ${sizes}.`, items);
}

type Box = AllocationsPicture['boxes'][number];

/** `32.00 MiB  f32[2048,4096]  name … file.py:12`, each part as wide as the row allows. */
function addText(
  items: DisplayItem[],
  box: Box,
  y: CssPixels,
  inner: CssPixels,
  measure: OomPictureInput<Box>['measure'],
): void {
  const padding = box.padding > 0 ? ` (${formatBytes(box.padding)} padding)` : '';
  const size = sizeLabel(box.size) + padding;
  let x = MARGIN;
  items.push(text(x, y, size, 'ink', { style: 'strong' }));
  x += measure(size, 'strong') + 10;
  const end = MARGIN + inner;
  const source = fitted(box.source, (end - x) * 0.45, measure, 'end');
  const sourceWidth = source === '' ? 0 : measure(source, 'label') + 10;
  const shape = fitted(box.shape, Math.max(0, end - x - sourceWidth), measure);
  if (shape !== '') {
    items.push(text(x, y, shape, 'ink-secondary'));
    x += measure(shape, 'label') + 10;
  }
  // Of a path its end says most, of an instruction its beginning.
  const keep = box.name.includes(' = ') ? 'start' : 'end';
  const name = fitted(box.name, Math.max(0, end - x - sourceWidth), measure, keep);
  if (name !== '') items.push(text(x, y, name, 'ink-tertiary'));
  if (source !== '') items.push(text(end, y, source, 'ink-tertiary', { anchor: 'end' }));
}
