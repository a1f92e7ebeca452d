/**
 * The blocks of the visible range: asked for once the range rests, with half of it to either side so that a pan does
 * not run into nothing. The old ones stay, and are drawn where they lie, until the new ones are there.
 */

import { groupAllocations } from '../../layout/allocation-groups.ts';
import type { AllocationGroups, GivenColors } from '../../layout/allocation-groups.ts';
import type { BlocksAnswer, BlocksQuery } from '../../model/blocks.ts';
import type { AllocatorIndex, Picoseconds } from '../../model/units.ts';
import { DEFAULT_BLOCKS_VIEW } from '../../model/view-state.ts';
import type { BlockColoring, TimeRange } from '../../model/view-state.ts';
import type { Questions } from '../../worker/protocol.ts';

/**
 * With as many, a frame of a pan at 3,840 pixels takes 7 to 8 ms of the main thread in the slowest 5 % (Chromium's trace,
 * two cores shared with others), half of it for the blocks; with twice as many it took 9 to 10. A frame has 8 ms.
 */
const MOST_BLOCKS = 1000;
const MOST_POINTS = 30_000;
/** A zoom or pan goes through many ranges; only the one it rests on is worth a question. */
const REST_MS = 90;
/** Moves this many times coarser than the screen are drawn until the range rests, no longer. */
const COARSE = 1.5;

export type AskBlocks = (ask: Questions['blocks']['ask']) => Promise<BlocksAnswer | null>;

export interface BlocksLoad {
  /** Null until the first answer, and after another allocator was chosen. */
  answer: BlocksAnswer | null;
  groups: AllocationGroups;
  /** The newest question was not answered: the worker refused it. */
  hasFailed: boolean;
}

const NOTHING: BlocksLoad = { answer: null, groups: { groups: [], colors: [], given: new Map() }, hasFailed: false };

interface Wanted {
  allocator: AllocatorIndex;
  query: BlocksQuery;
}

export class BlocksLoader {
  private readonly ask: AskBlocks;
  private readonly listeners = new Set<() => void>();
  private load: BlocksLoad = NOTHING;
  private coloring: BlockColoring = DEFAULT_BLOCKS_VIEW.coloring;
  private wanted: Wanted | null = null;
  /** What the answer at hand was asked by. */
  private answered: Wanted | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: AskBlocks) {
    this.ask = ask;
  }

  /** For `useSyncExternalStore`. */
  readonly current = (): BlocksLoad => this.load;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  colorBy(coloring: BlockColoring): void {
    if (coloring === this.coloring) return;
    this.coloring = coloring;
    const { answer } = this.load;
    if (answer !== null) this.set({ ...this.load, groups: this.group(answer, new Map()) });
  }

  /** Called with every picture; asks only where the answer at hand does not do. Moves within `resolution` are one. */
  want(allocator: AllocatorIndex, range: TimeRange, whole: TimeRange, resolution: Picoseconds): void {
    if (this.answered !== null && this.answered.allocator !== allocator) {
      this.answered = null;
      this.set(NOTHING);
    }
    if (this.serves(range, resolution)) return;
    const margin = (range.to - range.from) / 2;
    const from = Math.max(whole.from, range.from - margin);
    const to = Math.min(whole.to, range.to + margin);
    const query = { from, to, resolution, maxBlocks: MOST_BLOCKS, maxPoints: MOST_POINTS };
    const wanted = { allocator, query };
    if (this.wanted !== null && sameWish(this.wanted, wanted)) return;
    this.wanted = wanted;
    clearTimeout(this.timer);
    // The first blocks are waited for by nobody's gesture.
    this.timer = setTimeout(() => void this.send(wanted), this.answered === null ? 0 : REST_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.wanted = null;
    this.listeners.clear();
  }

  /** The answer at hand covers the range, is as fine as the screen, and leaves out nothing that a closer one had. */
  private serves({ from, to }: TimeRange, resolution: Picoseconds): boolean {
    const { answer } = this.load;
    if (answer === null || this.answered === null) return false;
    const isFine = this.answered.query.resolution <= resolution * COARSE;
    const isWhole = answer.limitedBy === 'nothing' || answer.to - answer.from <= 2.2 * (to - from);
    return answer.from <= from && answer.to >= to && isFine && isWhole;
  }

  private async send(wanted: Wanted): Promise<void> {
    const answer = await this.ask(wanted);
    if (this.wanted !== wanted) return;
    this.wanted = null;
    if (answer !== null) this.answered = wanted;
    if (answer === null) this.set({ ...this.load, hasFailed: true });
    else this.set({ answer, groups: this.group(answer, this.load.groups.given), hasFailed: false });
  }

  /** Groups keep their colours from one answer to the next, while what they are groups by stays the same. */
  private group(answer: BlocksAnswer, given: GivenColors): AllocationGroups {
    return groupAllocations(answer.blocks, answer.origins, this.coloring, given);
  }

  private set(load: BlocksLoad): void {
    this.load = load;
    for (const listener of this.listeners) listener();
  }
}

function sameWish(a: Wanted, b: Wanted): boolean {
  const { from, to, resolution } = a.query;
  return a.allocator === b.allocator && from === b.query.from && to === b.query.to && resolution === b.query.resolution;
}
