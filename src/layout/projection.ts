/** A projection as bars: each group from what is sure to what it may be, and their sum against the capacity. */

import { formatBytes } from '../model/format.ts';
import { GROUP_WORDS, type ByteRange, type Projection } from '../model/projection.ts';
import type { Bytes, CssPixels } from '../model/units.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';
import { capacityLine, fitted, MARGIN, onGround, text, type OomPictureInput } from './oom-frame.ts';

const ROW_HEIGHT: CssPixels = 30;
const BAR_HEIGHT: CssPixels = 14;
const TOP: CssPixels = 26;
/** Room for the names at the left and the numbers at the right, as parts of the width, within bounds. */
const NAME_SHARE = 0.28;
const MOST_NAME: CssPixels = 190;
const NUMBER_WIDTH: CssPixels = 150;

interface Bar extends ByteRange {
  name: string;
  isTotal: boolean;
}

/** How high it is depends on the number of groups alone. */
export function layoutProjection({ picture, width, measure }: OomPictureInput<Projection>): DisplayList {
  const { groups, total, capacity } = picture;
  const bars: Bar[] = [
    ...groups.map((group) => ({ ...group, name: GROUP_WORDS[group.group], isTotal: false })),
    { ...total, name: 'together', isTotal: true },
  ];
  const left = MARGIN + Math.min(MOST_NAME, NAME_SHARE * width);
  const right = Math.max(left + 1, width - MARGIN - NUMBER_WIDTH);
  const scale = (right - left) / Math.max(1, total.high, capacity ?? 0);
  const height = TOP + bars.length * ROW_HEIGHT + 6;
  const items: DisplayItem[] = [];
  bars.forEach((bar, row) => {
    const y = TOP + row * ROW_HEIGHT;
    const base = y + 11;
    const style = bar.isTotal ? 'strong' : 'label';
    items.push(text(MARGIN, base, fitted(bar.name, left - MARGIN - 8, measure), 'ink', { style }));
    items.push(...barItems(bar, left, y, scale, capacity));
    items.push(text(width - MARGIN, base, rangeLabel(bar), 'ink', { style, anchor: 'end' }));
  });
  if (capacity !== null) {
    const x = left + capacity * scale;
    items.push(capacityLine(x, TOP - 6, height - 4));
    const anchor = x > (left + right) / 2 ? 'end' : 'start';
    items.push(text(x + (anchor === 'end' ? -4 : 4), TOP - 10, `capacity ${formatBytes(capacity)}`, 'ink-secondary', { anchor }));
  }
  return onGround(width, height, titleOf(picture), items);
}

/** Solid up to the low end, pale up to the high one, a mark at the estimate; what is beyond the capacity is underlined. */
function barItems(bar: Bar, left: CssPixels, y: CssPixels, scale: number, capacity: Bytes | null): DisplayItem[] {
  const [low, high, estimate] = [bar.low, bar.high, bar.estimate].map((bytes) => left + bytes * scale);
  const items: DisplayItem[] = [{ kind: 'rect', x: left, y, width: low - left, height: BAR_HEIGHT, fill: 'in-use' }];
  if (high > low) {
    items.push({ kind: 'rect', x: low, y, width: high - low, height: BAR_HEIGHT, fill: 'in-use', opacity: 0.4 });
    const points = Float32Array.of(estimate, y - 2, estimate, y + BAR_HEIGHT + 2);
    items.push({ kind: 'path', points, stroke: 'in-use-line', strokeWidth: 2 });
  }
  const limit = capacity === null ? Infinity : left + capacity * scale;
  if (bar.isTotal && high > limit) {
    items.push({ kind: 'rect', x: limit, y: y + BAR_HEIGHT + 3, width: high - limit, height: 3, fill: 'peak' });
  }
  return items;
}

function rangeLabel({ low, high }: ByteRange): string {
  const [from, to] = [formatBytes(low), formatBytes(high)];
  return from === to ? to : `${from} – ${to}`;
}

function titleOf({ groups, total, capacity, target }: Projection): string {
  const parts = groups.map((group) => `${GROUP_WORDS[group.group]} ${rangeLabel(group)}`).join(', ');
  const room = capacity === null ? '' : `, against a capacity of ${formatBytes(capacity)}`;
  return `Memory at ${target} blocks: ${parts}; together ${rangeLabel(total)}${room}.`;
}
