/** Walks the fields of one small protobuf message. Hot paths drive `readVarint` themselves. */

import { CUT, readVarint, skipField, varint, WIRE_BYTES, WIRE_VARINT } from './varint.ts';

export type OnVarint = (field: number, low: number, high: number) => void;
export type OnBytes = (field: number, start: number, end: number) => void;

/** Calls back for each varint and each length-delimited field. Returns false where the bytes make no sense. */
export function readMessage(
  bytes: Uint8Array,
  start: number,
  end: number,
  onVarint: OnVarint,
  onBytes?: OnBytes,
): boolean {
  let position = start;
  while (position < end) {
    position = readVarint(bytes, position, end);
    if (position === CUT) return false;
    const field = varint.low >>> 3;
    const wireType = varint.low & 7;
    const value = position;
    position = skipField(wireType, bytes, position, end);
    if (position === CUT || field === 0) return false;
    if (wireType === WIRE_VARINT) {
      onVarint(field, varint.low, varint.high);
    } else if (wireType === WIRE_BYTES && onBytes !== undefined) {
      onBytes(field, readVarint(bytes, value, end), position);
    }
  }
  return true;
}

/** Calls back for each varint of a packed field. Returns false where the bytes make no sense. */
export function readPacked(
  bytes: Uint8Array,
  start: number,
  end: number,
  onVarint: (low: number, high: number) => void,
): boolean {
  let position = start;
  while (position < end) {
    position = readVarint(bytes, position, end);
    if (position === CUT) return false;
    onVarint(varint.low, varint.high);
  }
  return true;
}
