/**
 * F6: the map of a pool that follows a BFC warning, after the dump where there is one. 100 characters: `*` in use, `x`
 * wasted by rounding, `_` free. It has no allocator's name, so it belongs to the message before it that has none yet.
 * Source: xla/tsl/framework/bfc_allocator.cc, RenderOccupancy.
 */

import type { Occupancy, PoolReport } from '../../model/oom.ts';
import type { Found } from './family.ts';
import type { RepairedText } from './repair/repaired-text.ts';

const CELLS = 100;
/** A whole map is one also where lost line breaks put words on either side of it. */
const MAP = /(?<![*x_\w])[*x_]{8,}(?![*x_\w])|(?<![*x_])[*x_]{100}(?![*x_])/g;
const MAP_REST = /^\s*([*x_]{1,99})\s*$/;
const NO_MEMORY = /<allocator contains no memory>/;
/** A short row of underscores is a rule of Markdown unless the message is right above it. */
const MIN_ALONE = 80;
/** A full dump lies between the message and its map. */
const MAX_DISTANCE = 20_000;

interface MapLine {
  index: number;
  cells: string;
}

/** Gives every map to the BFC report that it belongs to. */
export function attachMaps(text: RepairedText, found: readonly Found[]): void {
  const pools = found
    .filter((one): one is Found<PoolReport> => one.report.family === 'F3' || one.report.family === 'F3b')
    .map((one) => ({ one, line: text.indexAt(one.end) }))
    .sort((a, b) => a.one.start - b.one.start);
  if (pools.length === 0) return;
  for (const map of mapLines(text)) {
    const before = pools.filter(({ line }) => line <= map.index && map.index - line < MAX_DISTANCE);
    const waiting = before.filter(({ one }) => one.report.occupancy === undefined);
    const nearest = before[before.length - 1];
    if (nearest === undefined || waiting.length === 0) continue;
    if (map.cells.length < MIN_ALONE && map.index - nearest.line > 4) continue;
    // Two devices that fail at once write their messages first and their maps later.
    const rivals = waiting.filter(({ line }) => nearest.line - line < 40);
    const [owner] = rivals;
    if (owner === undefined) continue;
    owner.one.report.occupancy = occupancyOf(map.cells);
    const names = [...new Set(rivals.map(({ one }) => one.report.allocator))];
    if (names.length > 1) owner.one.report.occupancyOwner = `ambiguous: ${names.join(' or ')}`;
  }
}

function mapLines(text: RepairedText): MapLine[] {
  const maps: MapLine[] = [];
  for (let i = 0; i < text.lines.length; i++) {
    const { text: line, prefix } = text.lines[i];
    if (NO_MEMORY.test(line)) maps.push({ index: i, cells: '' });
    for (const match of line.matchAll(MAP)) {
      const isLast = line.slice(match.index + match[0].length).trim() === '';
      // Elsewhere than at the end of a line only a whole map is one: its line break is lost.
      if (!isLast && match[0].length < MIN_ALONE) continue;
      if (!/[*x]/.test(match[0]) && !/bfc_allocator\.cc/.test(prefix)) continue;
      maps.push({ index: i, cells: isLast ? withRest(text, i, match[0]) : match[0] });
    }
  }
  return maps;
}

/** Wrapped: the rest of a map stands alone on the next lines. */
function withRest(text: RepairedText, index: number, start: string): string {
  let cells = start;
  for (let i = index + 1; cells.length < CELLS && i < text.lines.length; i++) {
    const rest = MAP_REST.exec(text.lines[i].text)?.[1];
    if (rest === undefined || cells.length + rest.length > CELLS) break;
    cells += rest;
  }
  return cells;
}

/** Counts the cells of a map; fewer than 100 mean that it was cut. */
export function occupancyOf(map: string): Occupancy {
  const cells = map.length;
  const star = countOf(map, '*');
  const x = countOf(map, 'x');
  const runs = (map.match(/_+/g) ?? []).map((run) => run.length);
  return {
    cells,
    star,
    x,
    free: cells - star - x,
    usedPct: cells === 0 ? 0 : Math.round(((star + x) / cells) * 1000) / 10,
    largestFreeRun: Math.max(0, ...runs),
    freeRuns: runs.length,
    complete: cells === CELLS || cells === 0,
    map,
  };
}

function countOf(map: string, cell: string): number {
  let count = 0;
  for (const one of map) if (one === cell) count++;
  return count;
}
