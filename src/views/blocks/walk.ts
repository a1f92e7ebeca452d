/** Going from block to block by keys, and what keys do with the block that is selected. Knows nothing of the picture. */

import { moveBlock } from '../../layout/blocks-hit.ts';
import type { BlockMove } from '../../layout/blocks-hit.ts';
import { nameOfRow, rowOfName } from '../../model/allocation-name.ts';
import type { BlocksAnswer } from '../../model/blocks.ts';
import { clampRange, revealInRange } from '../../model/time-range.ts';
import { shownAllocator } from '../../state/app-state.ts';
import type { AppStore } from '../../state/store.ts';
import { AwaitedKeys } from '../canvas/awaited-keys.ts';
import { changeRange } from '../canvas/visible-range.ts';
import type { BlocksAction } from './blocks-keys.ts';

/** Picoseconds to either side of a lifetime that is shown, where a tenth of it is less. */
const LEAST_MARGIN = 1000;

export type WalkAction = Extract<BlocksAction, { kind: 'move' | 'go-to-start' | 'show-lifetime' | 'deselect' }>;

export class BlocksWalk {
  private readonly store: AppStore;
  private readonly onMove: () => void;
  private readonly keys = new AwaitedKeys();
  private answer: BlocksAnswer | null = null;

  /** `onMove` is told of every move that took place. */
  constructor(store: AppStore, onMove: () => void) {
    this.store = store;
    this.onMove = onMove;
  }

  /** The blocks to walk on, null until they are there: a move that was asked for before takes place now. */
  show(answer: BlocksAnswer | null): void {
    this.answer = answer;
    this.keys.retry();
  }

  /** The focus has left, or other blocks are meant by now. */
  forget(): void {
    this.keys.forget();
  }

  run(action: WalkAction): void {
    switch (action.kind) {
      case 'move':
        this.keys.run(() => this.move(action.move));
        return;
      case 'go-to-start':
        this.keys.runAfter(() => this.goToStart());
        return;
      case 'show-lifetime':
        this.keys.runAfter(() => this.showLifetime());
        return;
      case 'deselect':
        this.keys.forget();
        this.store.getState().selectAllocation(null);
    }
  }

  /** False until the blocks of the shown allocator are there. */
  private move(move: BlockMove): boolean {
    const { answer } = this;
    const state = this.store.getState();
    const shown = shownAllocator(state);
    if (shown === null || answer?.allocator !== shown.index) return false;
    const cursor = state.view.cursor ?? shown.summary.peak.time;
    const block = moveBlock(answer, rowOfName(answer.blocks, state.view.selected), move, cursor);
    if (block < 0) return true;
    state.selectAllocation(nameOfRow(answer.blocks, block));
    this.onMove();
    const start = answer.blocks.start[block];
    const end = answer.blocks.end[block];
    changeRange(this.store, ({ range, whole }) => {
      // A block that is seen already, be it the middle of it, moves nothing.
      const isSeen = start <= range.to && !(end < range.from);
      return isSeen ? range : revealInRange(range, start, whole);
    });
    return true;
  }

  private goToStart(): boolean {
    const { view, setCursor } = this.store.getState();
    if (view.selected !== null && view.selected.start !== null) setCursor(view.selected.start);
    return true;
  }

  private showLifetime(): boolean {
    const { selected } = this.store.getState().view;
    if (selected === null) return true;
    changeRange(this.store, ({ whole }) => {
      const from = selected.start ?? whole.from;
      const to = selected.end ?? whole.to;
      const margin = Math.max(LEAST_MARGIN, (to - from) / 10);
      return clampRange({ from: from - margin, to: to + margin }, whole);
    });
    return true;
  }
}
