/**
 * Rematerialization: what temporaries would take, what they take with the compiler's best, and what there is for them.
 */

import type { RematPicture } from '../model/oom-incident.ts';
import type { StatedSize } from '../model/oom.ts';
import type { CssPixels } from '../model/units.ts';
import type { ColorRole, DisplayItem, DisplayList } from './display-list.ts';
import { capacityLine, LINE_HEIGHT, MARGIN, onGround, sizeLabel, text, type OomPictureInput } from './oom-frame.ts';

const TOP: CssPixels = 8;
const BAR_HEIGHT: CssPixels = 14;
const ROW_HEIGHT: CssPixels = BAR_HEIGHT + LINE_HEIGHT + 6;

/** Three bars at one scale; the budget is a line through them. */
export function layoutOomRemat({ picture, width }: OomPictureInput<RematPicture>): DisplayList {
  const { original, reached, budget } = picture;
  const items: DisplayItem[] = [];
  const inner = Math.max(1, width - 2 * MARGIN);
  const scale = inner / Math.max(1, original?.bytes ?? 0, reached?.bytes ?? 0, budget.bytes);
  const rows: { name: string; size: StatedSize | null; fill: ColorRole }[] = [
    { name: 'before rematerialization', size: original, fill: 'merged' },
    { name: 'after rematerialization', size: reached, fill: 'in-use' },
    { name: 'budget', size: budget, fill: 'capacity' },
  ];
  let y = TOP;
  for (const { name, size, fill } of rows) {
    if (size === null) continue;
    items.push({
      kind: 'rect',
      x: MARGIN,
      y,
      // A budget below nothing has no length.
      width: Math.max(1, size.bytes * scale),
      height: BAR_HEIGHT,
      fill,
      radius: 2,
    });
    items.push(text(MARGIN, y + BAR_HEIGHT + 12, name, 'ink-secondary'));
    items.push(text(width - MARGIN, y + BAR_HEIGHT + 12, sizeLabel(size), 'ink', { style: 'strong', anchor: 'end' }));
    // Over the bars only: it would strike through the words.
    items.push(capacityLine(MARGIN + Math.max(0, budget.bytes) * scale, y - 3, y + BAR_HEIGHT + 1));
    y += ROW_HEIGHT;
  }
  const before = original ? `${sizeLabel(original)} before, ` : '';
  const after = reached ? `${sizeLabel(reached)} after, ` : '';
  return onGround(width, y, `Temporaries: ${before}${after}a budget of ${sizeLabel(budget)}.`, items);
}
