/**
 * The map of a pool that the allocator prints as 100 characters: cells in use, cells that rounding wastes, free cells,
 * the longest free run outlined, and the request at the same scale where the size of the pool is known.
 */

import type { MapPicture } from '../model/oom-incident.ts';
import { formatBytes, formatExactBytes } from '../model/format.ts';
import type { CssPixels } from '../model/units.ts';
import type { ColorRole, DisplayItem, DisplayList } from './display-list.ts';
import { fitted, LINE_HEIGHT, MARGIN, onGround, text, type OomPictureInput } from './oom-frame.ts';

const TOP: CssPixels = 10;
const CELL_HEIGHT: CssPixels = 26;
const GAP: CssPixels = 1;
const COLORS: Record<string, ColorRole> = { '*': 'in-use', x: 'reserved', _: 'line' };

interface Run {
  start: number;
  length: number;
}

/** The picture of a map. A map that was cut has fewer than 100 cells and is drawn as long as it is. */
export function layoutOomMap({ picture, width, measure }: OomPictureInput<MapPicture>): DisplayList {
  const items: DisplayItem[] = [];
  const { cells } = picture;
  const inner = Math.max(1, width - 2 * MARGIN);
  const cellWidth = inner / Math.max(100, cells.length);
  const xOf = (cell: number): CssPixels => MARGIN + cell * cellWidth;
  for (let i = 0; i < cells.length; i++) {
    const fill = COLORS[cells.charAt(i)] ?? 'line';
    items.push({ kind: 'rect', x: xOf(i), y: TOP, width: Math.max(0.5, cellWidth - GAP), height: CELL_HEIGHT, fill });
  }
  const longest = longestFreeRun(cells);
  if (longest) {
    const right = xOf(longest.start + longest.length) - GAP;
    const points = Float32Array.of(
      xOf(longest.start),
      TOP,
      right,
      TOP,
      right,
      TOP + CELL_HEIGHT,
      xOf(longest.start),
      TOP + CELL_HEIGHT,
      xOf(longest.start),
      TOP,
    );
    items.push({ kind: 'path', points, stroke: 'accent', strokeWidth: 2 });
  }
  let y = TOP + CELL_HEIGHT + 18;
  if (picture.bytesPerCell !== null && picture.bytesPerCell > 0) {
    const requestCells = picture.request / picture.bytesPerCell;
    const start = Math.max(0, Math.min(longest?.start ?? 0, 100 - requestCells));
    const barWidth = Math.min(width - MARGIN - xOf(start), requestCells * cellWidth);
    items.push({ kind: 'rect', x: xOf(start), y: y - 10, width: barWidth, height: 8, fill: 'peak', radius: 2 });
    y += LINE_HEIGHT;
  }
  const lines = sentences(picture, longest);
  for (const line of lines) {
    items.push(text(MARGIN, y, fitted(line, inner, measure), 'ink-secondary'));
    y += LINE_HEIGHT;
  }
  return onGround(width, y, `${picture.allocator}: ${lines.join(' ')}`, items);
}

function sentences(picture: MapPicture, longest: Run | null): string[] {
  const { cells, bytesPerCell } = picture;
  const free = cells.length - cells.replaceAll('_', '').length;
  const ofPool = bytesPerCell === null ? '' : ` (one cell is ${formatBytes(bytesPerCell)})`;
  const lines = [
    `${cells.length - free} of ${cells.length} cells in use${ofPool}, ${free} free, the longest run ` +
      `${longest?.length ?? 0}.`,
  ];
  const needs =
    bytesPerCell === null || bytesPerCell === 0 ? '' : `, ${Math.ceil(picture.request / bytesPerCell)} cells`;
  lines.push(`The request is ${formatBytes(picture.request)} (${formatExactBytes(picture.request)})${needs}.`);
  if (cells.length < 100) lines.push(`The map is cut: ${100 - cells.length} of its 100 cells are missing.`);
  if (picture.owner !== '')
    lines.push(`Whose map this is is not certain: ${picture.owner.replace(/^ambiguous: /, '')}.`);
  return lines;
}

function longestFreeRun(cells: string): Run | null {
  let best: Run | null = null;
  for (const match of cells.matchAll(/_+/g)) {
    if (best === null || match[0].length > best.length) best = { start: match.index, length: match[0].length };
  }
  return best;
}
