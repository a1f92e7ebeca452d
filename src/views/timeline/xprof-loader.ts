/** The curve as XProf draws it, asked for when somebody wants to see it, and kept for the allocator. */

import type { StraightCurve } from '../../layout/straight-line.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import type { Questions } from '../../worker/protocol.ts';

export type XprofAnswer = Questions['xprof']['answer'];

export type AskXprof = (ask: Questions['xprof']['ask']) => Promise<XprofAnswer | null>;

export class XprofLoader {
  private readonly ask: AskXprof;
  private readonly listeners = new Set<() => void>();
  private allocator: AllocatorIndex | null = null;
  private curve: XprofAnswer | null = null;

  constructor(ask: AskXprof) {
    this.ask = ask;
  }

  /** Null until it is there; never that of another allocator. */
  readonly current = (): (StraightCurve & XprofAnswer) | null => this.curve;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  want(allocator: AllocatorIndex): void {
    if (allocator !== this.allocator) void this.load(allocator);
  }

  private async load(allocator: AllocatorIndex): Promise<void> {
    this.allocator = allocator;
    this.show(null);
    const curve = await this.ask({ allocator });
    if (allocator !== this.allocator) return;
    // Refused or overtaken: the next one who wants it asks again.
    if (curve === null) this.allocator = null;
    else this.show(curve);
  }

  private show(curve: XprofAnswer | null): void {
    if (curve === this.curve) return;
    this.curve = curve;
    for (const listener of this.listeners) listener();
  }
}
