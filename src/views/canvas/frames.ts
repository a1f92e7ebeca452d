/** Drawing once a frame, however often it is asked for. */

export class FrameScheduler {
  private pending = 0;
  private readonly draw: () => void;

  constructor(draw: () => void) {
    this.draw = draw;
  }

  request(): void {
    if (this.pending !== 0) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  cancel(): void {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
  }
}
