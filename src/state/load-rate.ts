/** How fast a load goes. */

import type { Bytes } from '../model/units.ts';

/** Before this much time has passed, the rate says more about the start than about the load. */
const SETTLED_MS = 150;

export interface RateSample {
  phase: string;
  bytesRead: Bytes;
  /** Milliseconds, from any fixed origin. */
  now: number;
}

/**
 * Bytes a second since the current phase began; 0 until that can be told. A second pass reads from the start, so each
 * phase is measured on its own.
 */
export class LoadRate {
  private start: RateSample | null = null;

  add(sample: RateSample): number {
    if (this.start === null || this.start.phase !== sample.phase) {
      this.start = sample;
      return 0;
    }
    const milliseconds = sample.now - this.start.now;
    if (milliseconds < SETTLED_MS) return 0;
    return Math.max(0, ((sample.bytesRead - this.start.bytesRead) / milliseconds) * 1000);
  }
}
