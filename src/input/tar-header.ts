/**
 * One 512-byte block of tar that describes a member: POSIX ustar (IEEE 1003.1 "pax Interchange Format"), GNU tar
 * (`tar.h` of GNU tar) and the headers before both, which have no magic.
 *
 *     0 name[100]  100 mode[8]  108 uid[8]  116 gid[8]  124 size[12]  136 mtime[12]  148 checksum[8]  156 type[1]
 *     157 linkname[100]  257 magic[6] version[2]  …  345 prefix[155]
 */

import { nameText, startsWith, untilZero } from './bytes.ts';

export const TAR_BLOCK = 512;

const MAGIC_AT = 257;
const USTAR = [0x75, 0x73, 0x74, 0x61, 0x72];

export interface TarHeader {
  name: string;
  /** Bytes of the body that follows; NaN where the field cannot be read. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  /** One character, `0` for a regular file. */
  type: string;
  /** GNU `S` members: another block of the map of holes follows the header. */
  sparseMapGoesOn: boolean;
}

/**
 * Whether a block is a header: its checksum must be that of its bytes. Without the magic of ustar or GNU tar (archives
 * from before 1988) the name must also be text, since a checksum over mostly zeros is met by chance now and then.
 */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < TAR_BLOCK || block[0] === 0) return false;
  // Digits, spaces and zeros: a look at each byte spares decoding for what is no header, which is nearly everything.
  for (let at = 148; at < 156; at++) if (!isOctalByte(block[at])) return false;
  const stated = tarNumber(block.subarray(148, 156));
  if (!Number.isFinite(stated)) return false;
  const { unsigned, signed } = checksums(block);
  // Some old writers added the bytes as signed characters.
  if (stated !== unsigned && stated !== signed) return false;
  return hasTarMagic(block) || /^[^\p{Cc}\uFFFD]+$/u.test(nameText(untilZero(block.subarray(0, 100))));
}

/** `ustar`, which POSIX and GNU headers share. */
export function hasTarMagic(block: Uint8Array): boolean {
  return startsWith(block, USTAR, MAGIC_AT);
}

/** Reads a block for which `isTarHeader` holds. */
export function readTarHeader(block: Uint8Array): TarHeader {
  let name = nameText(untilZero(block.subarray(0, 100)));
  // GNU headers (`ustar` and a space) keep times where POSIX has the prefix.
  if (hasTarMagic(block) && block[MAGIC_AT + 5] === 0 && block[345] !== 0) {
    name = `${nameText(untilZero(block.subarray(345, 500)))}/${name}`;
  }
  const modified = tarNumber(block.subarray(136, 148)) * 1000;
  const type = block[156] === 0 ? '0' : String.fromCharCode(block[156]);
  return {
    name,
    size: tarNumber(block.subarray(124, 136)),
    modified: Number.isFinite(modified) && modified > 0 ? modified : 0,
    // Before ustar, a directory was a file whose name ends in a slash.
    type: type === '0' && name.endsWith('/') ? '5' : type,
    sparseMapGoesOn: block[482] !== 0,
  };
}

/** A checksum is at most 130,560 and never binary. */
function isOctalByte(byte: number): boolean {
  return byte === 0 || byte === 32 || (byte >= 0x30 && byte <= 0x37);
}

/** The sum of all bytes, the checksum's own field read as spaces. */
function checksums(block: Uint8Array): { unsigned: number; signed: number } {
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < TAR_BLOCK; i++) {
    const byte = i >= 148 && i < 156 ? 32 : block[i];
    unsigned += byte;
    signed += byte < 128 ? byte : byte - 256;
  }
  return { unsigned, signed };
}

/**
 * A number field: octal digits between spaces and zeros, or, where the first bit is set, a binary number (GNU, for
 * what octal cannot hold). NaN where it is neither, negative, or beyond 2^53.
 */
export function tarNumber(field: Uint8Array): number {
  if (field[0] & 0x80) {
    let value = field[0] & 0x7f;
    for (let i = 1; i < field.length; i++) value = value * 256 + field[i];
    return field[0] !== 0xff && Number.isSafeInteger(value) ? value : Number.NaN;
  }
  const digits = nameText(untilZero(field)).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN;
}

/** A record of a pax header that matters here; every other is passed over. */
export interface PaxRecords {
  path?: string;
  size?: number;
  /** GNU tar writes sparse files as ordinary ones with these records and a map of holes before the data. */
  sparse?: boolean;
}

/**
 * The records `length key=value\n` of a pax header, laid over those that hold already. An empty value takes a record
 * away. What is not a record ends the list.
 */
export function readPaxRecords(body: Uint8Array, before: PaxRecords): PaxRecords {
  const records: PaxRecords = { ...before };
  let at = 0;
  while (at < body.length) {
    const space = body.indexOf(32, at);
    const length = space < 0 ? Number.NaN : Number(nameText(body.subarray(at, space)));
    if (!Number.isInteger(length) || length <= space - at || at + length > body.length) break;
    const record = nameText(body.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    apply(records, record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

function apply(records: PaxRecords, key: string, value: string): void {
  if (key === 'path') {
    if (value === '') delete records.path;
    else records.path = value;
  } else if (key === 'size') {
    if (/^\d+$/.test(value)) records.size = Number(value);
    else delete records.size;
  } else if (key.startsWith('GNU.sparse.')) {
    records.sparse = true;
  }
}
