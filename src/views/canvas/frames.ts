/**
 * Drawing once a frame, however often it is asked for, and no more in one frame than it has time for.
 *
 * A range that moves asks for the curve, the lanes under it, the blocks and the minimap at once. Drawn in one frame they
 * would hold the page up for longer than the frame lasts, so what has no time left waits for the next frame, where it
 * comes first: under load each picture follows a little later, and the page answers as before.
 */

/** Milliseconds of drawing in a frame of 16: events, style and layout, and the browser's own painting have the rest. */
const FRAME_BUDGET_MS = 3;

/** Whose drawings share the frames. */
export class FrameLoop {
  /** In the order in which they asked. */
  private readonly waiting: FrameScheduler[] = [];
  private pending = 0;
  private isDrawing = false;

  add(scheduler: FrameScheduler): void {
    if (!this.waiting.includes(scheduler)) this.waiting.push(scheduler);
    this.askForFrame();
  }

  remove(scheduler: FrameScheduler): void {
    const at = this.waiting.indexOf(scheduler);
    if (at >= 0) this.waiting.splice(at, 1);
  }

  private askForFrame(): void {
    if (this.pending !== 0 || this.isDrawing || this.waiting.length === 0) return;
    this.pending = requestAnimationFrame(() => this.drawWaiting());
  }

  private drawWaiting(): void {
    this.pending = 0;
    this.isDrawing = true;
    const start = performance.now();
    // What a drawing asks for is drawn in the same frame too, but nothing twice.
    const drawn = new Set<FrameScheduler>();
    const next = (): FrameScheduler | undefined => this.waiting.find((scheduler) => !drawn.has(scheduler));
    try {
      for (let scheduler = next(); scheduler !== undefined; scheduler = next()) {
        if (drawn.size > 0 && !scheduler.fitsAfter(performance.now() - start)) break;
        drawn.add(scheduler);
        this.remove(scheduler);
        scheduler.drawNow();
      }
    } finally {
      this.isDrawing = false;
      this.askForFrame();
    }
  }
}

const PAGE = new FrameLoop();

export class FrameScheduler {
  /** What the last drawing took. */
  private lastTook = 0;
  private readonly draw: () => void;
  private readonly loop: FrameLoop;

  /** All pictures of the page share one loop. */
  constructor(draw: () => void, loop = PAGE) {
    this.draw = draw;
    this.loop = loop;
  }

  request(): void {
    this.loop.add(this);
  }

  cancel(): void {
    this.loop.remove(this);
  }

  /** Whether there is time for it in a frame of which others took so many milliseconds. */
  fitsAfter(spent: number): boolean {
    return spent + this.lastTook <= FRAME_BUDGET_MS;
  }

  drawNow(): void {
    const start = performance.now();
    this.draw();
    this.lastTook = performance.now() - start;
  }
}
