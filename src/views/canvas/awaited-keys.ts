/**
 * Keys, and buttons, that are pressed before what they act on is there. On a slow machine, or in a large profile, that is
 * every first key: one that does nothing is pressed again, one that works a moment later is not.
 */

/** Does what a key means; false where what it acts on is not there yet. */
export type KeyAct = () => boolean;

export class AwaitedKeys {
  private waiting: KeyAct[] = [];

  /** Does it now or, in place of all that waits, as soon as it can be done. */
  run(act: KeyAct): void {
    this.waiting = act() ? [] : [act];
  }

  /** Does it after what waits; now where nothing does. For keys that act on what an earlier one leads to. */
  runAfter(act: KeyAct): void {
    if (this.waiting.length === 0) act();
    else this.waiting.push(act);
  }

  /** Tries again: to be called whenever something came that keys act on. */
  retry(): void {
    while (this.waiting.length > 0 && this.waiting[0]()) this.waiting.shift();
  }

  /** To be called where it would surprise to see it done: the person is elsewhere by now. */
  forget(): void {
    this.waiting = [];
  }
}
