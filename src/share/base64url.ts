/** Bytes as characters that an address may hold. */

import { Unfit } from './checked.ts';

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Throws `Unfit`. A last character that makes no whole byte is passed over: the text was cut there. */
export function fromBase64Url(encoded: string): Uint8Array {
  if (!/^[\w-]*$/.test(encoded)) throw new Unfit();
  const whole = encoded.length % 4 === 1 ? encoded.slice(0, -1) : encoded;
  const binary = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
