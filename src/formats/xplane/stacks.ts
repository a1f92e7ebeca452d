/**
 * Call stacks of memory events, from the spans that enclose them.
 *
 * A runtime thread has no Python frames of its own. Where one of its spans consumes a TraceMe context, the span that
 * produced it, usually on the Python thread, stands for its caller:
 *
 *     python            __call__ > PjitFunction(f) > Execute {_pt 5, _p 23}
 *     py_xla_execute    EnqueueExecution {_ct 5, _c 23} > Build buffer allocations > MemoryAllocation
 */

import { PairTable } from '../../model/pair-table.ts';
import type { FrameTable, StackTable } from '../../model/profile.ts';
import { Contexts } from './contexts.ts';
import { parseFrameName } from './frame-names.ts';
import type { PlaneReader } from './plane.ts';
import type { SpanTable } from './spans.ts';
import type { StringTable } from './string-table.ts';

const UNBUILT = -2;
/** Threads that a stack may cross: real ones cross one or two. */
const MAX_HOPS = 8;

/** All stacks and frames of a profile, each once. */
export class StackBuilder {
  /** A stack is the pair of its caller's stack and its own frame. */
  private readonly pairs = new PairTable();
  private readonly frameByName = new Map<string, number>();
  private readonly frameNames: string[] = [];

  constructor(private readonly strings: StringTable) {}

  frameOf(name: string): number {
    let frame = this.frameByName.get(name);
    if (frame === undefined) {
      frame = this.frameNames.length;
      this.frameNames.push(name);
      this.frameByName.set(name, frame);
    }
    return frame;
  }

  /** The stack of a frame called from another stack; -1 is no caller. */
  intern(parent: number, frame: number): number {
    return this.pairs.intern(parent, frame);
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
    const { pairs } = this;
    const stacks: StackTable = {
      length: pairs.length,
      parent: pairs.first.slice(0, pairs.length),
      frame: pairs.second.slice(0, pairs.length),
    };
    return { stacks, frames };
  }
}

/** The stacks of one plane's kept spans; those that nobody asks for are not made. */
export class PlaneStacks {
  private readonly spans: SpanTable;
  private readonly built: Int32Array;
  /** Spans whose stack goes on at a producer on another line. */
  private readonly linked: Uint8Array;
  /** By the span at the bottom of a line: the producer at which its callers go on. */
  private readonly producers = new Map<number, number>();
  private readonly contexts: Contexts;
  private readonly frames: PlaneFrames;
  /** Spans that wait for their callers' stacks: a stack of its own, shared by the few calls of `stackOf` in each other. */
  private readonly waiting: number[] = [];

  constructor(
    plane: PlaneReader,
    private readonly builder: StackBuilder,
  ) {
    this.spans = plane.spans;
    this.built = new Int32Array(plane.spans.length).fill(UNBUILT);
    this.linked = new Uint8Array(plane.spans.length);
    this.contexts = new Contexts(plane);
    this.frames = new PlaneFrames(plane, builder);
  }

  /** The stack of a kept span; -1 for -1. */
  stackOf(span: number, hops = 0): number {
    if (span < 0) return -1;
    const { built, waiting, spans } = this;
    const base = waiting.length;
    for (let at = span; at >= 0 && built[at] === UNBUILT; at = spans.parent.get(at)) waiting.push(at);
    while (waiting.length > base) this.build(waiting.pop() ?? 0, hops);
    return built[span];
  }

  /** The span that called another: on its line, else where its line's work was produced; -1 for none. */
  callerOf(span: number): number {
    const parent = this.spans.parent.get(span);
    return parent >= 0 ? parent : (this.producers.get(span) ?? -1);
  }

  /** Its callers on the line have their stacks already. */
  private build(span: number, hops: number): void {
    const parent = this.spans.parent.get(span);
    // The stack until a context says more; it also ends contexts that lead back to themselves.
    this.built[span] = this.builder.intern(parent < 0 ? -1 : this.built[parent], this.frames.of(span));
    if (parent >= 0 && this.linked[parent] === 1) this.linked[span] = 1;
    else if (this.contexts.consumes[span] === 1 && hops < MAX_HOPS) this.link(span, hops);
  }

  /** Puts the callers of the consumed context beneath the span and all that enclose it. */
  private link(span: number, hops: number): void {
    const producer = this.contexts.producerOf(span);
    if (producer < 0) return;
    this.linked[span] = 1;
    let stack = this.stackOf(producer, hops + 1);
    const chain: number[] = [];
    for (let at = span; at >= 0; at = this.spans.parent.get(at)) chain.push(at);
    this.producers.set(chain[chain.length - 1], producer);
    for (let i = chain.length - 1; i >= 0; i--) stack = this.builder.intern(stack, this.frames.of(chain[i]));
    this.built[span] = stack;
  }
}

/** Ids below this are looked up in an array; real files number their names from 1. */
const MAX_SMALL_ID = 1 << 16;

/** Frames by the metadata id of a span. */
class PlaneFrames {
  private readonly small = new Int32Array(MAX_SMALL_ID).fill(-1);
  private readonly large = new Map<number, number>();

  constructor(
    private readonly plane: PlaneReader,
    private readonly builder: StackBuilder,
  ) {}

  of(span: number): number {
    const id = this.plane.spans.metadataId.get(span);
    const isSmall = id >= 0 && id < MAX_SMALL_ID;
    const known = isSmall ? this.small[id] : (this.large.get(id) ?? -1);
    if (known >= 0) return known;
    const frame = this.builder.frameOf(this.plane.eventNames.get(id) ?? '(unnamed)');
    if (isSmall) this.small[id] = frame;
    else this.large.set(id, frame);
    return frame;
  }
}
