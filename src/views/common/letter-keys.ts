/** Keys that are one character: they can be turned off, for people whose speech or switches would set them off. */

import { remember, remembered } from './remembered.ts';

const REMEMBERED_AS = 'letter-keys';

let works = remembered(REMEMBERED_AS) !== 'off';

export function letterKeysWork(): boolean {
  return works;
}

export function setLetterKeys(work: boolean): void {
  works = work;
  remember(REMEMBERED_AS, work ? null : 'off');
}

/** Whether typing goes into a field, where a letter is a letter. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/**
 * Holds such keys back before any view sees them while they are off, and calls what belongs to those that work
 * everywhere, such as `?`. The space bar presses buttons and is no such key. Ends with the returned function.
 */
export function watchLetterKeys(everywhere: Readonly<Record<string, () => void>>): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.key === ' ' || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!works) {
      event.stopImmediatePropagation();
    } else if (Object.hasOwn(everywhere, event.key)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      everywhere[event.key]();
    }
  };
  addEventListener('keydown', listen, { capture: true });
  return () => removeEventListener('keydown', listen, { capture: true });
}
