/** Numbers and names as they stand in the sentences of this room. */

import { plainText } from '../model/plain-text.ts';
import type { Bytes } from '../model/units.ts';

/** `64 GiB`: for limits, which are round numbers. */
export function sizeText(bytes: Bytes): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return `${Number(bytes.toFixed(1))} ${units[unit]}`;
}

const MAX_NAME_LENGTH = 1024;

/**
 * A member's name as a path that can be shown: what is unseen becomes `�`, empty steps and `.` go, backslashes
 * of Windows archives become slashes. `..` and drive letters stay: a path here is text, nothing is ever opened by it.
 */
export function displayPath(name: string): string {
  const slashed = name.includes('/') ? name : name.replaceAll('\\', '/');
  const path = plainText(slashed)
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
  return path.length > MAX_NAME_LENGTH ? `…${path.slice(-MAX_NAME_LENGTH)}` : path;
}
