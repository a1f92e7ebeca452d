/**
 * A picture that stands alone: what a view draws, with the words around it that the page has elsewhere. It has a size
 * of its own, whatever the screen's, so that it is readable where it is posted.
 *
 *     Memory in use, GPU_0_bfc                         title
 *     profile.tar.gz: staircase.xplane.pb              files
 *     window peak 8.27 GiB (8,881,995,814 bytes) …     facts, as many lines as they need
 *     ■ user code  ■ before the capture                legend
 *     ┌──────────────────────────────────────────┐
 *     │ what the view draws                      │     pictures, one below the other
 *     └──────────────────────────────────────────┘
 *     Highwater 0.1.0-1a2b3c4                captured …
 */

import type { ColorRole, DisplayItem, DisplayList, TextMeasurer, TextStyle } from '../layout/display-list.ts';
import { shortenedMiddle } from '../layout/shorten.ts';
import { formatQuantity } from '../model/format.ts';
import type { CssPixels } from '../model/units.ts';

export interface FigureLegend {
  fill: ColorRole;
  opacity?: number;
  words: string;
}

/** What is said of the whole file, whichever of its views is drawn. */
export interface FigureContext {
  /** As dropped. */
  files: readonly string[];
  /** The numbers people come for, exact, and where they were taken. */
  facts: readonly string[];
  /** When the capture was taken; null where the file does not say. */
  captured: string | null;
  /** Version and build of the page. */
  build: string;
}

/** What one view adds. */
export interface FigureContent {
  title: string;
  /** What is shown of it: the range, the moment, what is left out. */
  notes: readonly string[];
  legend: readonly FigureLegend[];
  /** One below the other, each of the given width. */
  draw: (width: CssPixels, measure: TextMeasurer) => readonly DisplayList[];
}

export interface Figure {
  width: CssPixels;
  height: CssPixels;
  /** For readers who cannot see it. */
  title: string;
  /** The words around the pictures, and the ground. */
  items: DisplayItem[];
  /** Each is cut off at its own edges, as a canvas cuts it. */
  pictures: { x: CssPixels; y: CssPixels; list: DisplayList }[];
}

/** Laid out as narrow as the column of an issue, so that its texts are not shrunk there. */
export const FIGURE_WIDTH: CssPixels = 900;
/** … and shown at 1,200 pixels where there is room. */
export const FIGURE_SCALE = 4 / 3;

const MARGIN: CssPixels = 16;
const LINE: CssPixels = 17;
const GAP: CssPixels = 10;
const SWATCH: CssPixels = 10;
const BETWEEN_FACTS = '  ·  ';
const MOST_FILES = 10;

export function layoutFigure(context: FigureContext, content: FigureContent, measure: TextMeasurer): Figure {
  const inner = FIGURE_WIDTH - 2 * MARGIN;
  const items: DisplayItem[] = [];
  let y = MARGIN + 13;
  const line = (text: string, color: ColorRole, style: TextStyle): void => {
    const fitting = shortenedMiddle(text, inner, measure, style);
    items.push({ kind: 'text', x: MARGIN, y, text: fitting, style, color, anchor: 'start' });
    y += LINE;
  };
  line(content.title, 'ink', 'title');
  y += 3;
  for (const text of joined(filesShown(context.files), inner, measure)) line(text, 'ink', 'label');
  for (const text of joined(context.facts, inner, measure)) line(text, 'ink-secondary', 'label');
  for (const text of joined(content.notes, inner, measure)) line(text, 'ink-secondary', 'label');
  y = legendRows(content.legend, y, inner, measure, items);
  y += GAP - 13;
  const lists = content.draw(inner, measure);
  const pictures = lists.map((list) => {
    const placed = { x: MARGIN, y, list };
    y += list.height;
    return placed;
  });
  y += GAP + 9;
  items.push(...footer(context, y, inner, measure));
  // Whole pixels at every scale that it is shown or painted in.
  const height = 3 * Math.ceil((y + MARGIN - 4) / 3);
  const ground: DisplayItem = { kind: 'rect', x: 0, y: 0, width: FIGURE_WIDTH, height, fill: 'background' };
  const sentences = [content.title, ...filesShown(context.files), ...lists.map((list) => list.title)];
  const title = sentences.filter((sentence) => sentence !== '').join('. ');
  return { width: FIGURE_WIDTH, height, title, items: [ground, ...items], pictures };
}

function filesShown(files: readonly string[]): string[] {
  const more = files.length - MOST_FILES;
  // One more takes no more room than to say that there is one more.
  if (more <= 1) return [...files];
  return [...files.slice(0, MOST_FILES), `and ${formatQuantity(more, 'more file')}`];
}

/** The facts in lines, none of them broken. */
function joined(facts: readonly string[], width: CssPixels, measure: TextMeasurer): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = last === undefined ? fact : last + BETWEEN_FACTS + fact;
    if (last !== undefined && measure(longer, 'label') <= width) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines;
}

/** Adds the entries to `items` in rows from `y` on; returns where the next line stands. */
function legendRows(
  legend: readonly FigureLegend[],
  y: CssPixels,
  width: CssPixels,
  measure: TextMeasurer,
  items: DisplayItem[],
): CssPixels {
  let x = MARGIN;
  let row = y;
  for (const { fill, opacity = 1, words } of legend) {
    const text = shortenedMiddle(words, width - SWATCH - 5, measure, 'label');
    const length = SWATCH + 5 + measure(text, 'label');
    if (x > MARGIN && x + length > MARGIN + width) [x, row] = [MARGIN, row + LINE];
    items.push({ kind: 'rect', x, y: row - 9, width: SWATCH, height: SWATCH, fill, opacity, radius: 2 });
    items.push({ kind: 'text', x: x + SWATCH + 5, y: row, text, style: 'label', color: 'ink', anchor: 'start' });
    x += length + 16;
  }
  return legend.length === 0 ? y : row + LINE;
}

function footer({ build, captured }: FigureContext, y: CssPixels, width: CssPixels, measure: TextMeasurer): DisplayItem[] {
  const left = `Highwater ${build}  ·  1 GiB = 1,024 MiB`;
  const item = { kind: 'text', y, style: 'label', color: 'ink-tertiary' } as const;
  const items: DisplayItem[] = [{ ...item, x: MARGIN, text: left, anchor: 'start' }];
  if (captured === null) return items;
  const room = width - measure(left, 'label') - GAP;
  const text = shortenedMiddle(`captured ${captured}`, room, measure, 'label');
  return [...items, { ...item, x: MARGIN + width, text, anchor: 'end' }];
}
