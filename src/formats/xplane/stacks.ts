/**
 * Call stacks of memory events, from the spans that enclose them.
 *
 * A runtime thread has no Python frames of its own. Where one of its spans consumes a TraceMe context, the span that
 * produced it, usually on the Python thread, stands for its caller:
 *
 *     python            __call__ > PjitFunction(f) > Execute {_pt 5, _p 23}
 *     py_xla_execute    EnqueueExecution {_ct 5, _c 23} > Build buffer allocations > MemoryAllocation
 */

import type { FrameTable, StackTable } from '../../model/profile.ts';
import { parseFrameName } from './frame-names.ts';
import { CONSUMER_STAT, CONSUMER_TYPE_STAT, PRODUCER_STAT, PRODUCER_TYPE_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import type { SpanTable } from './spans.ts';
import type { StringTable } from './string-table.ts';

const UNBUILT = -2;
/** Frames above this many cannot be told apart by a stack's key; real files have thousands. */
const MAX_FRAMES = 1 << 21;
/** Threads that a stack may cross: real ones cross one or two. */
const MAX_HOPS = 8;

export interface PlaneStacks {
  /** The stack of a kept span; -1 for -1. */
  stackOf: (span: number) => number;
  /** The span that called another: on its line, else where its line's work was produced; -1 for none. Asked last. */
  callerOf: (span: number) => number;
}

export class StackBuilder {
  private readonly parent: number[] = [];
  private readonly frame: number[] = [];
  private readonly byKey = new Map<number, number>();
  private readonly frameByName = new Map<string, number>();
  private readonly frameNames: string[] = [];

  constructor(private readonly strings: StringTable) {}

  /** The stacks of a plane's kept spans; those that nobody asks for are not made. */
  forPlane(plane: PlaneReader): PlaneStacks {
    const { spans } = plane;
    const built = new Int32Array(spans.length).fill(UNBUILT);
    const linked = new Uint8Array(spans.length);
    const producers = new Map<number, number>();
    const producerOf = contextLinks(plane);
    const frameById = new Map<number, number>();
    const frameOf = (span: number): number => {
      const id = spans.metadataId.get(span);
      let frame = frameById.get(id);
      if (frame === undefined) {
        frame = this.frameOf(plane.eventNames.get(id) ?? '(unnamed)');
        frameById.set(id, frame);
      }
      return frame;
    };

    /** The span and those that enclose it on its line, up to the first that `isKnown` accepts; the outermost first. */
    const enclosing = (span: number, isKnown: (at: number) => boolean): number[] => {
      const chain = [span];
      for (let at = spans.parent.get(span); at >= 0 && !isKnown(at); at = spans.parent.get(at)) chain.push(at);
      return chain.reverse();
    };
    const isBuilt = (span: number): boolean => built[span] !== UNBUILT;

    const stackOf = (span: number, hops: number): number => {
      if (span < 0) return -1;
      if (isBuilt(span)) return built[span];
      const outer = spans.parent.get(span);
      const isOuterBuilt = outer < 0 || isBuilt(outer);
      for (const at of isOuterBuilt ? [span] : enclosing(span, isBuilt)) {
        const parent = spans.parent.get(at);
        // The stack until a context says more; it also ends contexts that lead back to themselves.
        built[at] = this.intern(parent < 0 ? -1 : built[parent], frameOf(at));
        linked[at] = parent < 0 ? 0 : linked[parent];
        const producer = linked[at] === 0 && hops < MAX_HOPS ? producerOf(at) : -1;
        if (producer < 0) continue;
        linked[at] = 1;
        let stack = stackOf(producer, hops + 1);
        const chain = enclosing(at, () => false);
        for (const own of chain) stack = this.intern(stack, frameOf(own));
        built[at] = stack;
        producers.set(chain[0], producer);
      }
      return built[span];
    };
    return {
      stackOf: (span) => stackOf(span, 0),
      callerOf: (span) => {
        const parent = spans.parent.get(span);
        return parent >= 0 ? parent : (producers.get(span) ?? -1);
      },
    };
  }

  finish(): { stacks: StackTable; frames: FrameTable } {
    const length = this.frameNames.length;
    const frames: FrameTable = {
      length,
      function: new Int32Array(length),
      file: new Int32Array(length),
      line: new Int32Array(length),
      definitionLine: new Int32Array(length),
      kind: new Uint8Array(length),
    };
    for (const [index, name] of this.frameNames.entries()) {
      const parsed = parseFrameName(name);
      frames.function[index] = this.strings.intern(parsed.function);
      frames.file[index] = parsed.file === null ? -1 : this.strings.intern(parsed.file);
      frames.definitionLine[index] = parsed.definitionLine;
      frames.kind[index] = parsed.kind;
    }
    const stacks = { length: this.parent.length, parent: Int32Array.from(this.parent), frame: Int32Array.from(this.frame) };
    return { stacks, frames };
  }

  private frameOf(name: string): number {
    let frame = this.frameByName.get(name);
    if (frame === undefined) {
      frame = Math.min(this.frameNames.length, MAX_FRAMES - 1);
      if (frame === this.frameNames.length) this.frameNames.push(name);
      this.frameByName.set(name, frame);
    }
    return frame;
  }

  private intern(parent: number, frame: number): number {
    const key = (parent + 1) * MAX_FRAMES + frame;
    let stack = this.byKey.get(key);
    if (stack === undefined) {
      stack = this.parent.length;
      this.parent.push(parent);
      this.frame.push(frame);
      this.byKey.set(key, stack);
    }
    return stack;
  }
}

/** A function that gives the span on another line that produced the context which a span consumes; -1 for none. */
function contextLinks(plane: PlaneReader): (span: number) => number {
  const consumed = contextsOf(plane, CONSUMER_TYPE_STAT, CONSUMER_STAT);
  if (consumed.size === 0) return () => -1;
  const wanted = new Set(consumed.values());
  const producers = new Map<string, number>();
  for (const [span, context] of contextsOf(plane, PRODUCER_TYPE_STAT, PRODUCER_STAT)) {
    if (wanted.has(context) && !producers.has(context)) producers.set(context, span);
  }
  const { line } = plane.spans;
  return (span) => {
    const context = consumed.get(span);
    const producer = context === undefined ? undefined : producers.get(context);
    return producer === undefined || line.get(producer) === line.get(span) ? -1 : producer;
  };
}

/** Spans that carry both stats of a context, with the context as a text. */
function contextsOf(plane: PlaneReader, typeStat: string, idStat: string): Map<number, string> {
  const { spans, statNames } = plane;
  const typeIds = idsOf(statNames, typeStat);
  const idIds = idsOf(statNames, idStat);
  const contexts = new Map<number, string>();
  let row = 0;
  while (row < spans.linkSpan.length) {
    const span = spans.linkSpan.get(row);
    let type: string | null = null;
    let id: string | null = null;
    for (; row < spans.linkSpan.length && spans.linkSpan.get(row) === span; row++) {
      const stat = spans.linkStat.get(row);
      if (typeIds.has(stat)) type = valueText(spans, row);
      else if (idIds.has(stat)) id = valueText(spans, row);
    }
    if (type !== null && id !== null) contexts.set(span, `${type}/${id}`);
  }
  return contexts;
}

function valueText(spans: SpanTable, row: number): string {
  return `${spans.linkHigh.get(row)}:${spans.linkLow.get(row)}`;
}

function idsOf(statNames: ReadonlyMap<number, string>, name: string): Set<number> {
  const ids = new Set<number>();
  for (const [id, statName] of statNames) if (statName === name) ids.add(id);
  return ids;
}
