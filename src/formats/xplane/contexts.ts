/**
 * TraceMe contexts: which span's work another thread goes on with. A producer carries a type and an id (`_pt`, `_p`), a
 * consumer the same two (`_ct`, `_c`). There can be a pair for every launch of a program, so both are kept in columns.
 */

import { CONSUMER_STAT, CONSUMER_TYPE_STAT, PRODUCER_STAT, PRODUCER_TYPE_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import type { SpanTable } from './spans.ts';

const ABSENT = -1;
/** Rows that are looked through before they are searched. */
const NEAR_ROWS = 16;

export class Contexts {
  private readonly spans: SpanTable;
  private readonly isType: (stat: number) => boolean;
  private readonly isId: (stat: number) => boolean;
  private readonly consumers: KeyTable;
  private lastRow = 0;
  /** Spans that consume a context. */
  readonly consumes: Uint8Array;

  constructor({ spans, statNames }: PlaneReader) {
    this.spans = spans;
    this.isType = hasName(statNames, CONSUMER_TYPE_STAT);
    this.isId = hasName(statNames, CONSUMER_STAT);
    this.consumes = new Uint8Array(spans.length);
    let count = 0;
    eachContext(spans, this.isType, this.isId, (span) => {
      this.consumes[span] = 1;
      count++;
    });
    this.consumers = new KeyTable(count);
    if (count === 0) return;
    eachContext(spans, this.isType, this.isId, (_, type, low, high) => this.consumers.add(type, low, high));
    const isProducerType = hasName(statNames, PRODUCER_TYPE_STAT);
    const isProducerId = hasName(statNames, PRODUCER_STAT);
    eachContext(spans, isProducerType, isProducerId, (span, type, low, high) => {
      this.consumers.produce(type, low, high, span);
    });
  }

  /** The span on another line whose work a consuming span goes on with; -1 for none. */
  producerOf(span: number): number {
    const { line } = this.spans;
    const producer = this.firstProducerOf(span);
    return producer >= 0 && line.get(producer) !== line.get(span) ? producer : ABSENT;
  }

  /** The first span on any line that produces the context that a span consumes; -1 for none. */
  firstProducerOf(span: number): number {
    let producer = ABSENT;
    readContext(this.spans, this.rowsOf(span), this.isType, this.isId, (type, idLow, idHigh) => {
      producer = this.consumers.producer(type, idLow, idHigh);
    });
    return producer;
  }

  /** First row of a span. Stacks are asked for in the order of spans, so the next one is near as a rule. */
  private rowsOf(span: number): number {
    const { linkSpan } = this.spans;
    const end = Math.min(linkSpan.length, this.lastRow + NEAR_ROWS);
    for (let row = this.lastRow; row < end && linkSpan.get(row) <= span; row++) {
      if (linkSpan.get(row) === span && (row === 0 || linkSpan.get(row - 1) < span)) return (this.lastRow = row);
    }
    let low = 0;
    let high = linkSpan.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (linkSpan.get(middle) < span) low = middle + 1;
      else high = middle;
    }
    return (this.lastRow = low);
  }
}

/** Calls back for every span that has both stats. Rows of one span follow each other, spans in ascending order. */
function eachContext(
  spans: SpanTable,
  isType: (stat: number) => boolean,
  isId: (stat: number) => boolean,
  found: (span: number, type: number, low: number, high: number) => void,
): void {
  let row = 0;
  while (row < spans.linkSpan.length) {
    const span = spans.linkSpan.get(row);
    row = readContext(spans, row, isType, isId, (type, low, high) => found(span, type, low, high));
  }
}

/** Reads the rows of one span from the first on; returns the row after them. */
function readContext(
  { linkSpan, linkStat, linkLow, linkHigh }: SpanTable,
  first: number,
  isType: (stat: number) => boolean,
  isId: (stat: number) => boolean,
  found: (type: number, low: number, high: number) => void,
): number {
  let type = ABSENT;
  let idRow = ABSENT;
  let row = first;
  const span = row < linkSpan.length ? linkSpan.get(row) : ABSENT;
  for (; row < linkSpan.length && linkSpan.get(row) === span; row++) {
    if (isType(linkStat.get(row))) type = linkLow.get(row);
    else if (isId(linkStat.get(row))) idRow = row;
  }
  if (type !== ABSENT && idRow !== ABSENT) found(type, linkLow.get(idRow), linkHigh.get(idRow));
  return row;
}

function hasName(statNames: ReadonlyMap<number, string>, name: string): (stat: number) => boolean {
  const ids = [...statNames].filter(([, statName]) => statName === name).map(([id]) => id);
  // One id as a rule: then the test is one comparison.
  return ids.length === 1 ? (stat) => stat === ids[0] : (stat) => ids.includes(stat);
}

/** Words of an entry: type, low and high half of the id, and the producing span + 2 (1 for none known, 0 for no entry). */
const ENTRY_WORDS = 4;

/** Contexts that somebody consumes, with the span that produces each: open addressing, an entry in one cache line. */
class KeyTable {
  private readonly mask: number;
  private readonly entries: Int32Array;

  constructor(count: number) {
    let capacity = 16;
    while (capacity < count * 2) capacity *= 2;
    this.mask = capacity - 1;
    this.entries = new Int32Array(capacity * ENTRY_WORDS);
  }

  add(type: number, low: number, high: number): void {
    const { entries } = this;
    const at = this.find(type, low, high);
    if (entries[at + 3] !== 0) return;
    entries[at] = type;
    entries[at + 1] = low;
    entries[at + 2] = high;
    entries[at + 3] = 1;
  }

  /** The first producer of a context counts. */
  produce(type: number, low: number, high: number, span: number): void {
    const at = this.find(type, low, high);
    if (this.entries[at + 3] === 1) this.entries[at + 3] = span + 2;
  }

  producer(type: number, low: number, high: number): number {
    const stored = this.entries[this.find(type, low, high) + 3];
    return stored >= 2 ? stored - 2 : ABSENT;
  }

  private find(type: number, low: number, high: number): number {
    const { entries, mask } = this;
    let mixed = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ Math.imul(high, 0x297a2d39) ^ Math.imul(type, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const at = slot * ENTRY_WORDS;
      if (entries[at + 3] === 0) return at;
      if (entries[at + 1] === low && entries[at + 2] === high && entries[at] === type) return at;
      slot = (slot + 1) & mask;
    }
  }
}
