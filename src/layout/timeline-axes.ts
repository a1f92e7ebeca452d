/** The axes of the timeline: grid lines with sizes at the left, times below. */

import type { CssPixels } from '../model/units.ts';
import type { DisplayItem, TextMeasurer } from './display-list.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import type { Tick } from './ticks.ts';
import { timeTicks } from './ticks.ts';

const LABEL_GAP = 8;
const TIME_LABEL_SPACE = 28;

/** Narrowest labels: the lanes under the curve write their names in the same margin. */
const LEAST_LABELS = 64;

/** Left margin that the labels of the size axis need. */
export function sizeAxisWidth(ticks: readonly Tick[], measure: TextMeasurer): CssPixels {
  return Math.ceil(Math.max(LEAST_LABELS, ...ticks.map(({ label }) => measure(label, 'label'))) + 2 * LABEL_GAP);
}

export function sizeAxis(ticks: readonly Tick[], frame: PlotFrame): DisplayItem[] {
  return ticks.flatMap(({ value, label }): DisplayItem[] => {
    const y = Math.round(valueToY(frame, value));
    return [
      { kind: 'rect', x: frame.left, y, width: frame.right - frame.left, height: 1, fill: 'line' },
      axisText(frame.left - LABEL_GAP, y + 4, label, 'end'),
    ];
  });
}

/** Times below the plot; in a second row what they count from, where they are differences. */
export function timeAxis(frame: PlotFrame, measure: TextMeasurer): DisplayItem[] {
  const width = frame.right - frame.left;
  // Labels get wider as the steps get finer: start from narrow ones, then make as many as really fit.
  const trial = timeTicks(frame, Math.max(2, Math.floor(width / 90)));
  // The label with the most characters, which all have about one width: another range has other labels, and to measure
  // each would take longer than to draw them.
  const longest = trial.ticks.reduce((most, { label }) => (label.length > most.length ? label : most), '');
  const widest = Math.max(40, measure(longest, 'label'));
  const count = Math.max(2, Math.floor(width / (widest + TIME_LABEL_SPACE)));
  const { base, ticks } = timeTicks(frame, Math.min(count, 24));
  const items: DisplayItem[] = [];
  for (const { value, label } of ticks) {
    const x = timeToX(frame, value);
    items.push({ kind: 'rect', x: Math.round(x), y: frame.bottom, width: 1, height: 4, fill: 'capacity' });
    const isNearEdge = x < widest || x > frame.right - widest;
    const half = isNearEdge ? measure(label, 'label') / 2 : 0;
    const textX = Math.min(Math.max(x, half), frame.right + LABEL_GAP - half);
    items.push(axisText(textX, frame.bottom + 17, label, 'middle'));
  }
  if (base !== '') items.push(axisText(frame.left, frame.bottom + 34, `counted from ${base}`, 'start'));
  return items;
}

function axisText(x: CssPixels, y: CssPixels, text: string, anchor: 'start' | 'middle' | 'end'): DisplayItem {
  return { kind: 'text', x, y, text, style: 'label', color: 'ink-secondary', anchor };
}
