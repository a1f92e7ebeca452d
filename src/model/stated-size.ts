/** How a size that a text states is written on the screen, in pictures and in sentences. */

import { formatBytes, formatExactBytes } from './format.ts';
import type { StatedSize } from './oom.ts';

const UNIT_NAMES: Record<string, string> = { K: 'KiB', M: 'MiB', G: 'GiB', T: 'TiB', P: 'PiB', E: 'EiB' };

/** With the digits that the text has, and a binary unit: `96.30 MiB` for `96.30M`. */
export function statedSizeText(size: StatedSize): string {
  const printed = /^(-?[\d.]+)([KMGTPE])/.exec(size.text ?? '');
  if (printed?.[1] !== undefined && printed[2] !== undefined) return `${printed[1]} ${UNIT_NAMES[printed[2]]}`;
  return size.exact && Math.abs(size.bytes) < 1024 ? formatExactBytes(size.bytes) : formatBytes(size.bytes);
}

/** The same, with the exact bytes where they are known: `2.69 GiB (2,885,681,152 bytes)`. */
export function statedSizeBoth(size: StatedSize): string {
  const rounded = statedSizeText(size);
  return size.exact && Math.abs(size.bytes) >= 1024 ? `${rounded} (${formatExactBytes(size.bytes)})` : rounded;
}

/** `± 6.12 MiB`, and nothing for an exact size. */
export function statedErrorText(size: StatedSize): string {
  return size.pm === undefined || size.pm === 0 ? '' : `± ${formatBytes(size.pm)}`;
}
