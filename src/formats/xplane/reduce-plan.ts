/**
 * What of a trace a reduced profile keeps, decided when all of it has been read once: memory events, the host events
 * that enclose them or handed their work on (TraceMe contexts), launches of programs, steps, and the device's lanes of
 * steps and programs. Kernels and host events without memory are left out.
 */

import { Contexts } from './contexts.ts';
import { DISPATCH } from './marks.ts';
import { IN_USE_STAT, METADATA_PLANE, STEP_NUMBER_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import type { SpanTable } from './spans.ts';
import { memoryIds } from './speculation.ts';

export interface PlanePlan {
  /** Every byte of it is kept: the plane of HLO protos. */
  isWhole: boolean;
  memoryIds: ReadonlySet<number>;
  /** By the line's ordinal. */
  lines: readonly LinePlan[];
}

export interface LinePlan {
  /** Every event of it is kept: one a step or a program. */
  isWhole: boolean;
  /** Null where none is kept. */
  spans: KeptSpans | null;
}

/** The plan of one plane; its columns of memory events are used up by this. */
export function planOf(plane: PlaneReader): PlanePlan {
  const ids = readableMemoryIds(plane);
  const rows = rowsByLine(plane, neededSpans(plane, ids));
  plane.candidates.clear();
  return {
    isWhole: plane.name === METADATA_PLANE,
    memoryIds: ids,
    lines: plane.lines.map((_, line) => ({
      isWhole: plane.isLane(line),
      spans: rows[line].length === 0 ? null : new KeptSpans(plane.spans, rows[line]),
    })),
  };
}

/** None where the file was cut before the names of their numbers: to a reader, such events say nothing of memory. */
function readableMemoryIds(plane: PlaneReader): Set<number> {
  return [...plane.statNames.values()].includes(IN_USE_STAT) ? memoryIds(plane) : new Set();
}

/** 1 for each span that is kept, with all that enclose it. */
function neededSpans(plane: PlaneReader, ids: ReadonlySet<number>): Uint8Array {
  const { spans, candidates } = plane;
  const needed = new Uint8Array(spans.length);
  const waiting: number[] = [];
  const need = (span: number): void => {
    for (let at = span; at >= 0 && needed[at] === 0; at = spans.parent.get(at)) {
      needed[at] = 1;
      waiting.push(at);
    }
  };
  for (let row = 0; row < candidates.length; row++) {
    if (ids.has(candidates.metadataId.get(row))) need(candidates.span.get(row));
  }
  const launches = new Set<number>();
  for (const [id, name] of plane.eventNames) if (DISPATCH.test(name)) launches.add(id);
  for (let span = 0; span < spans.length; span++) if (launches.has(spans.metadataId.get(span))) need(span);
  for (let row = 0; row < spans.linkSpan.length; row++) {
    if (plane.statNames.get(spans.linkStat.get(row)) === STEP_NUMBER_STAT) need(spans.linkSpan.get(row));
  }
  const contexts = new Contexts(plane);
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    if (contexts.consumes[span] === 1) need(contexts.firstProducerOf(span));
  }
  return needed;
}

function rowsByLine({ lines, spans }: PlaneReader, needed: Uint8Array): number[][] {
  const rows: number[][] = lines.map(() => []);
  for (let span = 0; span < needed.length; span++) if (needed[span] === 1) rows[spans.line.get(span)].push(span);
  return rows;
}

/**
 * The kept spans of one line, found again among its events by what they say: their place in the file is not known, for
 * a line's events may be out of order. Two events that say the same are kept both, as both enclose the same.
 */
export class KeptSpans {
  private readonly rows: Uint32Array;
  /** Where the last one was found: the next is near as a rule. */
  private last = 0;

  constructor(
    private readonly spans: SpanTable,
    rows: readonly number[],
  ) {
    const { start } = spans;
    this.rows = Uint32Array.from(rows).sort((a, b) => start.get(a) - start.get(b));
  }

  has(metadataId: number, start: number, duration: number): boolean {
    const { rows, spans } = this;
    // As `SpanStack` has computed it, which matters above 2^53.
    const kept = start + duration - start;
    for (let i = this.firstAt(start); i < rows.length && spans.start.get(rows[i]) === start; i++) {
      if (spans.metadataId.get(rows[i]) === metadataId && spans.duration.get(rows[i]) === kept) return true;
    }
    return false;
  }

  /** Index of the first row that starts at `start` or later. */
  private firstAt(start: number): number {
    const { last } = this;
    if (this.isBefore(last - 1, start) && !this.isBefore(last, start)) return last;
    if (this.isBefore(last, start) && !this.isBefore(last + 1, start)) return (this.last = last + 1);
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(middle, start)) low = middle + 1;
      else high = middle;
    }
    return (this.last = low);
  }

  private isBefore(index: number, start: number): boolean {
    return index < 0 || (index < this.rows.length && this.spans.start.get(this.rows[index]) < start);
  }
}
