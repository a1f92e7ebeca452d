/** The marks of the visible range: asked for once the range rests; the old ones stay until the new ones are there. */

import type { Lanes } from '../../model/lanes.ts';
import type { AllocatorIndex, CssPixels } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import type { Questions } from '../../worker/protocol.ts';

type LanesAsk = Questions['lanes']['ask'];

export type AskLanes = (ask: LanesAsk) => Promise<Lanes | null>;

/** A zoom or pan goes through many ranges; only the one it rests on is worth a question. */
const REST_MS = 90;

export class LanesLoader {
  private readonly ask: AskLanes;
  private readonly listeners = new Set<() => void>();
  private lanes: Lanes | null = null;
  private wanted: LanesAsk | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: AskLanes) {
    this.ask = ask;
  }

  /** Null until the first answer. */
  readonly current = (): Lanes | null => this.lanes;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  want(allocator: AllocatorIndex, range: TimeRange, pixels: CssPixels): void {
    // Half a range to either side, so that a pan does not run into nothing.
    const margin = (range.to - range.from) / 2;
    const ask = { allocator, from: range.from - margin, to: range.to + margin, pixels: Math.round(pixels) * 2 };
    const { wanted } = this;
    if (wanted?.allocator === allocator && wanted.from === ask.from && wanted.to === ask.to && wanted.pixels === ask.pixels) {
      return;
    }
    this.wanted = ask;
    clearTimeout(this.timer);
    // The first lanes are waited for by nobody's gesture.
    this.timer = setTimeout(() => void this.load(ask), this.lanes === null ? 0 : REST_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.wanted = null;
    this.listeners.clear();
  }

  private async load(ask: LanesAsk): Promise<void> {
    const lanes = await this.ask(ask);
    if (lanes === null || this.wanted !== ask) return;
    this.lanes = lanes;
    for (const listener of this.listeners) listener();
  }
}
