/**
 * The raw steps of the visible range, asked for when the picture is coarser than the screen. The coarse picture stays
 * until they come, and a range that holds too many is not asked for twice.
 */

import { covers } from '../../layout/readings.ts';
import type { CurveWindow } from '../../model/curve.ts';
import { sameRange } from '../../model/time-range.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import type { Questions } from '../../worker/protocol.ts';

/** So many steps are drawn from scratch in well under a frame (2 ms), and take 6 MB. */
const MOST_STEPS = 250_000;
/** A zoom or pan goes through many ranges; only the one it rests on is worth a question. */
const REST_MS = 90;

export type AskWindow = (ask: Questions['window']['ask']) => Promise<Questions['window']['answer'] | null>;

export class WindowLoader {
  private readonly ask: AskWindow;
  private readonly listeners = new Set<() => void>();
  private window: CurveWindow | null = null;
  private allocator: AllocatorIndex = -1;
  private asked: TimeRange | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: AskWindow) {
    this.ask = ask;
  }

  /** The steps that are there; they belong to the allocator last shown. For `useSyncExternalStore`. */
  readonly current = (): CurveWindow | null => this.window;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Forgets the steps of another allocator. */
  show(allocator: AllocatorIndex): void {
    if (allocator === this.allocator) return;
    this.allocator = allocator;
    this.asked = null;
    clearTimeout(this.timer);
    if (this.window === null) return;
    this.window = null;
    this.changed();
  }

  /** Asks for the steps of the range, once it has rested. */
  want(range: TimeRange): void {
    if (covers(this.window, range.from, range.to)) return;
    if (this.asked !== null && sameRange(this.asked, range)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(range), REST_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.allocator = -1;
    this.listeners.clear();
  }

  private async load(range: TimeRange): Promise<void> {
    const { allocator } = this;
    this.asked = range;
    // One range's length to either side, so that a pan does not wait; without them where that is too much.
    const length = range.to - range.from;
    for (const margin of [length, 0]) {
      const window = { allocator, from: range.from - margin, to: range.to + margin, limit: MOST_STEPS };
      const answer = await this.ask(window);
      if (answer === null || allocator !== this.allocator) return;
      if ('tooManySteps' in answer) continue;
      this.window = answer;
      this.changed();
      return;
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
