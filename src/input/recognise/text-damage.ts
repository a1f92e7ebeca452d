/** Binary files that went through a copy made for text. What they were can be told; the bytes cannot be had back. */

import { startsWith } from '../bytes.ts';
import type { FormatFound, OtherFile } from './verdict.ts';

const ADVICE = 'The original is not damaged: copy it again in binary mode (or inside a zip) and drop that.';

const REPLACED: OtherFile = {
  code: 'text-mode-damage',
  reason:
    'This file was copied as if it were text: bytes that are not UTF-8 were replaced (by EF BF BD) and are lost. ' +
    ADVICE,
};

/** From this share of all bytes on, replacement characters in a binary file are no text of its own. */
const MIN_SHARE = 0.05;

/** Bytes that are no UTF-8 were replaced by U+FFFD, in a file that also holds bytes no text has. */
export function replacedBytes(head: Uint8Array): OtherFile | null {
  // gzip cannot hide: its second byte is always replaced.
  if (startsWith(head, [0x1f, 0xef, 0xbf, 0xbd])) return REPLACED;
  let replaced = 0;
  let controls = 0;
  for (let i = 0; i < head.length; i++) {
    const byte = head[i];
    if (byte === 0xef && head[i + 1] === 0xbf && head[i + 2] === 0xbd) replaced++;
    else if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  }
  const isFrequent = replaced >= 8 && replaced * 3 >= head.length * MIN_SHARE;
  return isFrequent && controls * 100 >= head.length ? REPLACED : null;
}

/**
 * The two kinds of damage that can be undone to see what was there: each line feed made two bytes, and each byte taken
 * for a character of Latin-1 and written as UTF-8. `recognise` says what the undone head would be.
 */
export function undoableDamage(
  head: Uint8Array,
  recognise: (undone: Uint8Array) => FormatFound | null,
): OtherFile | null {
  const found = recognise(withoutCarriageReturns(head));
  if (found) {
    const what = `This was ${found.title}, but was copied as text: its line ends were changed.`;
    return { code: 'text-mode-damage', reason: `${what} ${ADVICE}` };
  }
  const latin1 = asLatin1(head);
  const was = latin1 && (startsWith(latin1, [0x1f, 0x8b]) ? { title: 'a gzip file' } : recognise(latin1));
  if (!was) return null;
  const what = `This was ${was.title}, but was saved as text: its bytes were written as characters.`;
  return { code: 'text-mode-damage', reason: `${what} ${ADVICE}` };
}

function withoutCarriageReturns(head: Uint8Array): Uint8Array {
  return head.filter((byte, i) => byte !== 13 || head[i + 1] !== 10);
}

/** The bytes whose Latin-1 characters the head shows; null where it holds others, or none beyond ASCII. */
function asLatin1(head: Uint8Array): Uint8Array | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
  if (text.length === head.length || /[^\0-\u00ff]/u.test(text)) return null;
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
