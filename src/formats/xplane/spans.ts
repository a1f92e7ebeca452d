/**
 * Host events that enclose memory events. Only those are kept: a trace holds millions of spans, and a few thousand of
 * them have an allocation beneath. While a line is read, a stack holds the spans that are open; a span gets a row in
 * the table when a candidate (or a possible context link) is met under it, its open ancestors before it.
 *
 *     python  ├─ __call__ ───────────────────┤        stack at ▼: __call__, PjitFunction
 *                ├─ PjitFunction ──────┤              both get a row, __call__ first
 *                       ▼ MemoryAllocation
 */

import { Column32, ColumnDouble } from './segments.ts';

/** More link rows than this in the first pass, and the plane is read again by name. */
const MAX_LINK_ROWS = 8_000_000;

/** Kept spans of a plane. Parents come before their children. */
export class SpanTable {
  readonly metadataId = new Column32();
  /** Row of the enclosing kept span on the same line; -1 at the bottom. */
  readonly parent = new Column32();
  readonly line = new Column32();
  readonly start = new ColumnDouble();
  readonly duration = new ColumnDouble();
  /**
   * Integer stats of spans that have at least two: a TraceMe context is a pair (type, id), and its stats' names
   * (`_ct`, `_c`, `_pt`, `_p`) come after the events. One row a stat.
   */
  readonly linkSpan = new Column32();
  readonly linkStat = new Column32();
  readonly linkLow = new Column32();
  readonly linkHigh = new Column32();
  overBudget = false;

  get length(): number {
    return this.metadataId.length;
  }

  addLink(span: number, statId: number, low: number, high: number): void {
    if (this.linkSpan.length >= MAX_LINK_ROWS) {
      this.overBudget = true;
      return;
    }
    this.linkSpan.push(span);
    this.linkStat.push(statId);
    this.linkLow.push(low | 0);
    this.linkHigh.push(high | 0);
  }
}

/** The open spans of one line, read in order of their start. */
export class SpanStack {
  private depth = 0;
  /** Where the last opened span stands. */
  private last = -1;
  /** How many spans from the bottom are kept already. */
  private kept = 0;
  /** A span was opened that ends after the one beneath it, so that one beneath an open one may have ended. */
  private overlaps = false;
  private starts = new Float64Array(64);
  private ends = new Float64Array(64);
  private ids = new Int32Array(64);
  /** Row in the table, or -1 while the span is not kept. */
  private rows = new Int32Array(64);

  constructor(
    private readonly table: SpanTable,
    private readonly line: number,
  ) {}

  /** Opens a span; times are offsets within the line. */
  open(metadataId: number, start: number, duration: number): void {
    while (this.depth > 0 && this.ends[this.depth - 1] <= start) this.depth--;
    const end = start + duration;
    if (this.depth === this.starts.length) this.grow();
    if (this.depth === 0) this.overlaps = false;
    else if (end > this.ends[this.depth - 1]) this.overlaps = true;
    let at = this.depth++;
    // Of two spans that start together the longer one encloses the other, whichever was written first.
    while (at > 0 && this.starts[at - 1] === start && this.ends[at - 1] < end && this.rows[at - 1] < 0) {
      this.starts[at] = this.starts[at - 1];
      this.ends[at] = this.ends[at - 1];
      this.ids[at] = this.ids[at - 1];
      this.rows[at] = this.rows[at - 1];
      at--;
    }
    this.starts[at] = start;
    this.ends[at] = end;
    this.ids[at] = metadataId;
    this.rows[at] = -1;
    this.last = at;
    if (this.kept > at) this.kept = at;
  }

  /** Row of the span that was opened last, kept from now on. */
  keepLast(): number {
    return this.keep(this.last + 1, this.starts[this.last]);
  }

  /** Row of the innermost span open at `time`, kept from now on with all that enclose it; -1 where none is open. */
  keepOpen(time: number): number {
    // An instant at the very end of a span counts as within it: the span's end was stamped later, on the same tick.
    while (this.depth > 0 && this.ends[this.depth - 1] < time) this.depth--;
    return this.keep(this.depth, time);
  }

  private keep(depth: number, time: number): number {
    let first = 0;
    let parent = -1;
    if (!this.overlaps) {
      first = Math.min(this.kept, depth);
      if (first > 0) parent = this.rows[first - 1];
    }
    for (let i = first; i < depth; i++) {
      // A span that overlaps its neighbour without enclosing it can end beneath one that is still open.
      if (this.ends[i] < time) continue;
      if (this.rows[i] < 0) {
        this.rows[i] = this.table.length;
        this.table.metadataId.push(this.ids[i]);
        this.table.parent.push(parent);
        this.table.line.push(this.line);
        this.table.start.push(this.starts[i]);
        this.table.duration.push(this.ends[i] - this.starts[i]);
      }
      parent = this.rows[i];
    }
    this.kept = Math.max(first, depth);
    return parent;
  }

  private grow(): void {
    this.starts = doubled(this.starts, new Float64Array(this.starts.length * 2));
    this.ends = doubled(this.ends, new Float64Array(this.ends.length * 2));
    this.ids = doubled(this.ids, new Int32Array(this.ids.length * 2));
    this.rows = doubled(this.rows, new Int32Array(this.rows.length * 2));
  }
}

function doubled<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
