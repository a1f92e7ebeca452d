/**
 * A text in a PNG picture: what a downloaded picture carries its view in, and what is read back when it is dropped.
 *
 * PNG (W3C, third edition, sections 5.2, 5.3 and 11.3.3) is a signature and chunks: length, type, data, and the CRC-32
 * of type and data, all numbers with the greatest byte first. Text stands in `iTXt` chunks: keyword, 0, whether it is
 * compressed, 0, language, 0, keyword in that language, 0, the text. Ours is written uncompressed, because the part of
 * a link that is long is compressed already; tools that write a picture anew may compress it, or make it a `tEXt`.
 */

import { crc32 } from '../model/crc32.ts';
import { inflateAtMost } from './inflate-at-most.ts';
import { isPng, PNG_SIGNATURE } from './is-png.ts';

export const PNG_KEYWORD = 'Highwater';

/** Length, type and checksum. */
const AROUND = 12;
const HEADER_END = PNG_SIGNATURE.length + AROUND + 13;
/** A link is 8,000 characters; what is more than this many bytes is none. */
const LONGEST_TEXT = 2 ** 20;
/** A picture has a few hundred chunks. */
const MOST_CHUNKS = 100_000;

/** The picture with the text in a chunk after its header; throws `RangeError` where that is no PNG. */
export function withPngText(png: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  if (!isPng(png) || typeAt(png, PNG_SIGNATURE.length) !== 'IHDR') throw new RangeError('This is no PNG picture.');
  const encoder = new TextEncoder();
  const keyword = encoder.encode(PNG_KEYWORD);
  const content = encoder.encode(text);
  // The keyword's end, no compression, its method, two empty texts.
  const data = Uint8Array.of(...keyword, 0, 0, 0, 0, 0);
  const chunk = new Uint8Array(AROUND + data.length + content.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length + content.length);
  chunk.set(encoder.encode('iTXt'), 4);
  chunk.set(data, 8);
  chunk.set(content, 8 + data.length);
  const end = chunk.length - 4;
  view.setUint32(end, crc32(chunk.subarray(4, end)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, HEADER_END));
  whole.set(chunk, HEADER_END);
  whole.set(png.subarray(HEADER_END), HEADER_END + chunk.length);
  return whole;
}

/**
 * The text of the first chunk with our keyword; null where there is none, or none that is whole. Never throws, and
 * takes time by the length of the bytes alone: a length that points beyond them ends the reading.
 */
export function readPngText(png: Uint8Array): string | null {
  if (!isPng(png)) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let at = PNG_SIGNATURE.length;
  for (let chunk = 0; chunk < MOST_CHUNKS && at + AROUND <= png.length; chunk++) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > png.length) return null;
    const type = typeAt(png, at);
    if (type === 'iTXt' || type === 'tEXt' || type === 'zTXt') {
      const data = png.subarray(at + 8, end);
      const isWhole = length <= LONGEST_TEXT && crc32(png.subarray(at + 4, end)) === view.getUint32(end);
      const text = isWhole ? textOf(type, data) : null;
      if (text !== null) return text;
    }
    at = end + 4;
  }
  return null;
}

function textOf(type: 'iTXt' | 'tEXt' | 'zTXt', data: Uint8Array): string | null {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 0 || decoded(data.subarray(0, keywordEnd)) !== PNG_KEYWORD) return null;
  let at = keywordEnd + 1;
  if (type === 'tEXt') return decoded(data.subarray(at));
  if (type === 'zTXt') return data[at] === 0 ? inflated(data.subarray(at + 1)) : null;
  const isCompressed = data[at] === 1;
  at += 2;
  for (let text = 0; text < 2; text++) {
    const end = data.indexOf(0, at);
    if (end < 0) return null;
    at = end + 1;
  }
  return isCompressed ? inflated(data.subarray(at)) : decoded(data.subarray(at));
}

function inflated(data: Uint8Array): string | null {
  const bytes = inflateAtMost(data, LONGEST_TEXT);
  return bytes === null ? null : decoded(bytes);
}

/** Null where it is not UTF-8. A fragment is ASCII, whatever the chunk's own alphabet. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function typeAt(png: Uint8Array, at: number): string {
  return String.fromCharCode(...png.subarray(at + 4, at + 8));
}
