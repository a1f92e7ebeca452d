/** Answers a flame query. */

import {
  NODE_BEFORE_CAPTURE,
  NODE_CLASS,
  NODE_JAX,
  NODE_PROGRAM,
  NODE_RESERVED,
  NODE_RUNTIME,
  NODE_SIZE,
  NODE_UNKNOWN,
  NODE_USER,
  type FlameAnswer,
  type FlameQuery,
} from '../../model/flame.ts';
import type { BeforeCaptureTrees } from '../../model/before-capture.ts';
import { formatExactBytes } from '../../model/format.ts';
import { at, type AllocationTable, type Profile } from '../../model/profile.ts';
import type { AllocatorIndex, Bytes, EventIndex, StackIndex } from '../../model/units.ts';
import { classOfStack } from './allocation-class.ts';
import { sumAllocations } from './allocation-sums.ts';
import { select } from './selection.ts';
import { frameName, stackFrames, type StackFrames } from './stack-frames.ts';
import { FlameTreeBuilder } from './tree-builder.ts';

/**
 * `inUseBefore` is what the allocator held before its first event; `named`, where a dump names it, are trees of the same
 * bytes. They hold as long as all of it is alive: of a rest nobody knows which part it is.
 */
export function flame(
  profile: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  inUseBefore: Bytes,
  query: FlameQuery,
  named: BeforeCaptureTrees | null = null,
): FlameAnswer {
  const { events } = profile;
  const selection = select(profile, allocations, allocator, query.what);
  const builder = new FlameTreeBuilder(rootName(query));
  const place = placer(profile, builder, query);
  const sums = sumAllocations(profile, allocations, selection.allocations, query);
  let known = 0;
  for (let group = 0; group < sums.length; group++) {
    const { start, bytes, count, oldest, newest } = sums;
    known += sums.held[group];
    builder.addAmount(place(start[group]), bytes[group], count[group], oldest[group], newest[group]);
  }
  const { event } = selection;
  if (event === null) return { query, tree: builder.finish(), moment: null, inUse: 0, reserved: 0 };
  const inUse = event < 0 ? inUseBefore : events.inUse[event];
  const reserved = event < 0 ? 0 : at(events.reserved, event);
  const before = inUse - known;
  if (before > 0) {
    const node = builder.child(0, NODE_BEFORE_CAPTURE, 'before the capture', null);
    const tree = before === inUseBefore && query.foldsInternals ? named?.[query.grouping] : undefined;
    if (tree === undefined) builder.addAmount(node, before, 0, NaN, NaN);
    else builder.graft(node, tree);
  }
  if (reserved > 0) builder.addAmount(builder.child(0, NODE_RESERVED, 'reserved', null), reserved, 0, NaN, NaN);
  const moment = event < 0 ? events.time[0] : events.time[event];
  return { query, tree: builder.finish(), moment, inUse, reserved };
}

function rootName({ what }: FlameQuery): string {
  switch (what.kind) {
    case 'alive':
      return 'alive at the cursor';
    case 'alive-at-peak':
      return 'alive at the peak of the range';
    case 'allocated':
      return 'allocated in the range';
    case 'retained':
      return 'allocated in the range and not freed in it';
  }
}

/** Where an allocation stands in the tree, by its first event. */
function placer(profile: Profile, builder: FlameTreeBuilder, query: FlameQuery): (start: EventIndex) => number {
  const { stack, held } = profile.events;
  const frames = stackFrames(profile);
  switch (query.grouping) {
    case 'stack': {
      const nodeOf = stackNodes(profile, builder, frames, query.foldsInternals);
      return (start) => nodeOf(stack[start]);
    }
    case 'call-site':
      return (start) => {
        const site = stack[start] < 0 ? -1 : frames.callSite[stack[start]];
        const node = site < 0 ? builder.child(0, NODE_UNKNOWN, '(no user code)', null) : named(profile, builder, NODE_USER, site);
        return builder.child(node, NODE_SIZE, formatExactBytes(held[start]), null);
      };
    case 'program':
      return (start) => {
        const program = stack[start] < 0 ? -1 : frames.program[stack[start]];
        return program < 0
          ? builder.child(0, NODE_UNKNOWN, '(no program)', null)
          : named(profile, builder, NODE_PROGRAM, program);
      };
    case 'class': {
      const classOf = classOfStack(profile);
      return (start) => builder.child(0, NODE_CLASS, classOf(stack[start]), null);
    }
  }
}

function named(profile: Profile, builder: FlameTreeBuilder, kind: number, stack: StackIndex): number {
  const { name, file, definitionLine } = frameName(profile, stack);
  return builder.child(0, kind, name, file, definitionLine);
}

/** The node of a stack; folded frames lend their place to their caller. */
function stackNodes(
  profile: Profile,
  builder: FlameTreeBuilder,
  frames: StackFrames,
  foldsInternals: boolean,
): (stack: StackIndex) => number {
  const { parent } = profile.stacks;
  const nodes = new Int32Array(profile.stacks.length).fill(-1);
  const chain: StackIndex[] = [];
  return (stack) => {
    if (stack < 0) return builder.child(0, NODE_UNKNOWN, '(no call stack)', null);
    chain.length = 0;
    let at = stack;
    for (; at >= 0 && nodes[at] < 0; at = parent[at]) chain.push(at);
    let node = at < 0 ? 0 : nodes[at];
    for (let i = chain.length - 1; i >= 0; i--) {
      const kind = frames.kind[chain[i]];
      const isFolded = foldsInternals && (kind === NODE_JAX || kind === NODE_RUNTIME);
      if (!isFolded && !repeats(profile, chain[i])) {
        const { name, file, definitionLine } = frameName(profile, chain[i]);
        node = builder.child(node, kind, name, file, definitionLine);
      }
      nodes[chain[i]] = node;
    }
    // Where all of a stack is folded, its bytes still need a box of their own.
    return node === 0 ? builder.child(0, NODE_UNKNOWN, '(no user code)', null) : node;
  };
}

/** JAX writes two spans for one jitted call, one in the other. */
function repeats({ stacks }: Profile, stack: StackIndex): boolean {
  const parent = stacks.parent[stack];
  return parent >= 0 && stacks.frame[parent] === stacks.frame[stack];
}
