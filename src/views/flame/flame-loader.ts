/**
 * Keeps the flame tree in step with the timeline: asks once for all that changes together, the newest question wins, and
 * the old tree stays until the new one is there.
 *
 * It does not wait for a frame to ask: the worker mostly answers before the next one, which then shows the cursor and its
 * flame together.
 */

import type { FlameAnswer } from '../../model/flame.ts';
import type { AppState } from '../../state/app-state.ts';
import type { Questions } from '../../worker/protocol.ts';
import type { FlameAsk } from './flame-query.ts';
import { flameAsk, sameAsk } from './flame-query.ts';

export interface LoadedFlame {
  answer: FlameAnswer;
  isWindowPeak: boolean;
}

export interface FlameLoad {
  /** Null until the first answer, and after another allocator was chosen. */
  flame: LoadedFlame | null;
  isWaiting: boolean;
  /** The newest question was not answered: the worker refused it. */
  hasFailed: boolean;
}

export type AskFlame = (ask: Questions['flame']['ask']) => Promise<FlameAnswer | null>;

/** Calls back once, when what changes together has changed; what it returns takes that back. */
export type Soon = (callback: () => void) => () => void;

interface Store {
  getState: () => AppState;
  subscribe: (listener: () => void) => () => void;
}

export class FlameLoader {
  private readonly ask: AskFlame;
  private readonly store: Store;
  private readonly soon: Soon;
  private readonly listeners = new Set<() => void>();
  private load: FlameLoad = { flame: null, isWaiting: true, hasFailed: false };
  private asked: FlameAsk | null = null;
  private cancelAsk: (() => void) | null = null;

  constructor(ask: AskFlame, store: Store, soon: Soon) {
    this.ask = ask;
    this.store = store;
    this.soon = soon;
  }

  readonly current = (): FlameLoad => this.load;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Follows the store until the returned function is called. */
  start(): () => void {
    const stop = this.store.subscribe(() => this.follow());
    this.follow();
    return () => {
      stop();
      this.cancelAsk?.();
      this.cancelAsk = null;
      this.asked = null;
    };
  }

  private follow(): void {
    if (this.cancelAsk !== null) return;
    const wanted = flameAsk(this.store.getState());
    if (wanted === null || (this.asked !== null && sameAsk(wanted, this.asked))) return;
    this.cancelAsk = this.soon(() => {
      this.cancelAsk = null;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    const wanted = flameAsk(this.store.getState());
    if (wanted === null || (this.asked !== null && sameAsk(wanted, this.asked))) return;
    const isOther = this.asked !== null && this.asked.allocator !== wanted.allocator;
    this.asked = wanted;
    this.set({ flame: isOther ? null : this.load.flame, isWaiting: true, hasFailed: false });
    const { allocator, query, isWindowPeak } = wanted;
    const answer = await this.ask({ allocator, query });
    // A later question is on its way, or nobody listens any more.
    if (this.asked !== wanted) return;
    if (answer === null) this.set({ flame: null, isWaiting: false, hasFailed: true });
    else this.set({ flame: { answer, isWindowPeak }, isWaiting: false, hasFailed: false });
  }

  private set(load: FlameLoad): void {
    this.load = load;
    for (const listener of this.listeners) listener();
  }
}
