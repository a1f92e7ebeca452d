import type { Bytes } from './units.ts';

/** `17179869184`, `16GiB`, `16 GB`, `16.5 g`: a bare letter is binary, as allocators print it. Null for anything else. */
export function parseBytes(text: string): Bytes | null {
  const match = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(?:([kmgt])(i?b)?|b|bytes)?\s*$/i.exec(text.replaceAll(',', ''));
  if (match === null) return null;
  const power = match[2] === undefined ? 0 : 'kmgt'.indexOf(match[2].toLowerCase()) + 1;
  const base = match[3]?.toLowerCase() === 'b' ? 1000 : 1024;
  const bytes = Math.round(Number(match[1]) * base ** power);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
}
