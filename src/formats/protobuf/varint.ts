/**
 * Protobuf wire types and varints (protobuf.dev, "Encoding"). Written by hand because this runs for every field of
 * large files: a general reader allocates a Long for each 64-bit value, or costs a call for each byte.
 */

export const WIRE_VARINT = 0;
export const WIRE_FIXED64 = 1;
export const WIRE_BYTES = 2;
export const WIRE_FIXED32 = 5;

/**
 * The last varint read, as two unsigned halves. One shared object instead of a result per call: reading allocates
 * nothing, and 64-bit addresses and ids keep all their bits.
 */
export const varint = { low: 0, high: 0 };

/** Returned by the readers below where the bytes end inside the value or it has more than ten bytes. */
export const CUT = -1;

/** Reads a varint of up to 64 bits into `varint`. Returns the position after it, or `CUT`. */
export function readVarint(bytes: Uint8Array, position: number, end: number): number {
  let low = 0;
  let high = 0;
  let shift = 0;
  while (position < end) {
    const byte = bytes[position++];
    const payload = byte & 0x7f;
    if (shift < 28) {
      low |= payload << shift;
    } else if (shift === 28) {
      low |= payload << 28;
      high |= payload >>> 4;
    } else {
      high |= payload << (shift - 32);
    }
    if (byte < 0x80) {
      varint.low = low >>> 0;
      varint.high = high >>> 0;
      return position;
    }
    shift += 7;
    if (shift > 63) return CUT;
  }
  return CUT;
}

/** Number of two halves read as int64. Exact up to 2^53. */
export function int64(low: number, high: number): number {
  return (high | 0) * 4294967296 + low;
}

/** Number of two halves read as uint64. Exact up to 2^53. */
export function uint64(low: number, high: number): number {
  return high * 4294967296 + low;
}

/** Two halves read as uint64, exact at any size. For ids and epoch times, never per event. */
export function bigUint64(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** Two halves read as int64, exact at any size. For times and ids, never per sample. */
export function bigInt64(low: number, high: number): bigint {
  return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}

/** Longest field that any buffer here can hold. */
const MAX_LENGTH = 0x7fffffff;

/**
 * The varint just read as the length of a field that has to lie in a buffer. As an int32, so that the positions made
 * from it stay int32 too: one double among them, and the engine keeps them all as doubles. Too long a length becomes
 * the longest one, which reaches beyond any buffer as well.
 */
export function fieldLength(): number {
  return varint.high !== 0 || varint.low > MAX_LENGTH ? MAX_LENGTH : varint.low | 0;
}

/** Returns the position after a field's value, or `CUT`: for fields that nobody reads. */
export function skipField(wireType: number, bytes: Uint8Array, position: number, end: number): number {
  switch (wireType) {
    case WIRE_VARINT:
      return readVarint(bytes, position, end);
    case WIRE_FIXED64:
      return position + 8 <= end ? position + 8 : CUT;
    case WIRE_FIXED32:
      return position + 4 <= end ? position + 4 : CUT;
    case WIRE_BYTES: {
      const start = readVarint(bytes, position, end);
      if (start === CUT) return CUT;
      const length = uint64(varint.low, varint.high);
      return start + length <= end ? start + length : CUT;
    }
    default:
      return CUT;
  }
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
