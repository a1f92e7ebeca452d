import type { CandidateTable } from './candidates.ts';
import { Column32, ColumnDouble } from './segments.ts';
import type { SpanStack, SpanTable } from './spans.ts';

/**
 * A line whose events are not in order of time, in the second pass: its events are held until the line ends, sorted,
 * and then run through the stack as if they had been written in order.
 */
export class DeferredLine {
  private readonly offset = new ColumnDouble();
  private readonly duration = new ColumnDouble();
  /** Metadata id of a span. */
  private readonly id = new Column32();
  /** Row of a candidate; -1 for a span. */
  private readonly row = new Column32();
  private readonly links = new Map<number, { stat: number; low: number; high: number }[]>();

  span(metadataId: number, offset: number, duration: number): void {
    this.add(metadataId, offset, duration, -1);
  }

  candidate(offset: number, row: number): void {
    this.add(0, offset, 0, row);
  }

  /** An integer stat of the span that was added last. */
  link(stat: number, low: number, high: number): void {
    const last = this.offset.length - 1;
    const list = this.links.get(last);
    if (list) list.push({ stat, low, high });
    else this.links.set(last, [{ stat, low, high }]);
  }

  /** Longer spans first where starts are equal, spans before instants, file order last. */
  replay(stack: SpanStack, candidates: CandidateTable, spans: SpanTable): void {
    const { offset, duration } = this;
    const order = new Uint32Array(offset.length).map((_, i) => i);
    order.sort((a, b) => offset.get(a) - offset.get(b) || duration.get(b) - duration.get(a) || a - b);
    for (const event of order) {
      const row = this.row.get(event);
      if (row >= 0) {
        candidates.span.set(row, stack.keepOpen(offset.get(event)));
        continue;
      }
      stack.open(this.id.get(event), offset.get(event), duration.get(event));
      const links = this.links.get(event);
      if (!links) continue;
      const span = stack.keepLast();
      for (const { stat, low, high } of links) spans.addLink(span, stat, low, high);
    }
  }

  private add(metadataId: number, offset: number, duration: number, row: number): void {
    this.id.push(metadataId);
    this.offset.push(offset);
    this.duration.push(duration);
    this.row.push(row);
  }
}
