/**
 * The directory of a zip (APPNOTE.TXT 6.3.10), which stands at its end and is what counts: local headers may lack
 * sizes or carry wrong ones.
 *
 *     [junk] [local header][data][descriptor] … [directory] [zip64 end][zip64 locator] [end][comment] [junk]
 *
 * Offsets count from the start of the archive, which is not that of the file where something stands before it
 * (self-extracting archives): the directory lies right before its end records, so the difference tells.
 */

import { RefusalError } from '../model/problems.ts';
import { nameText, startsWith, uint16, uint32, uint64 } from './bytes.ts';
import type { WalkLimits } from './limits.ts';
import { readBytes } from './read.ts';
import { sizeText } from './text.ts';
import type { ByteSource } from './types.ts';

export interface ZipMember {
  name: string;
  /** Milliseconds since 1970; 0 where unknown. */
  modified: number;
  method: number;
  encrypted: boolean;
  /** A folder or a symbolic link. */
  withoutFile: boolean;
  crc: number;
  compressedBytes: number;
  bytes: number;
  /** Of the local header, from the start of the file. */
  offset: number;
}

export const LOCAL_HEADER = [0x50, 0x4b, 0x03, 0x04];
export const LOCAL_HEADER_BYTES = 30;
const ENTRY = [0x50, 0x4b, 0x01, 0x02];
const ENTRY_BYTES = 46;
const END = [0x50, 0x4b, 0x05, 0x06];
const END_BYTES = 22;
const ZIP64_LOCATOR = [0x50, 0x4b, 0x06, 0x07];
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END = [0x50, 0x4b, 0x06, 0x06];
/** The longest comment, the end record, and some room for bytes that a transfer added. */
const SEARCHED_BYTES = 65535 + END_BYTES + 4096;

interface EndRecord {
  /** Where the end records begin, and so the directory ends. */
  at: number;
  directoryBytes: number;
  directoryOffset: number;
}

/** The last 22 bytes are an end record without a comment: a zip, whatever stands at the start. */
export async function endsAsZip(source: ByteSource): Promise<boolean> {
  if (source.size < END_BYTES) return false;
  return startsWith(await readBytes(source, source.size - END_BYTES, source.size), END);
}

/**
 * The members, in the directory's order. Null where there is no directory: the archive is cut, or no zip. Throws
 * `RefusalError` for a split archive (`unreadable`), a directory beyond the limit (`too-large`), an unreadable source.
 */
export async function readZipDirectory(source: ByteSource, limits: WalkLimits): Promise<ZipMember[] | null> {
  const searchedFrom = Math.max(0, source.size - SEARCHED_BYTES);
  const tail = await readBytes(source, searchedFrom, source.size);
  for (const at of endCandidates(tail)) {
    const end = await readEnd(source, tail, at, searchedFrom);
    if (end === null) continue;
    const start = end.at - end.directoryBytes;
    if (start < 0) continue;
    if (end.directoryBytes > limits.zipDirectoryBytes) {
      throw new RefusalError(
        'too-large',
        `The directory of this zip is larger than ${sizeText(limits.zipDirectoryBytes)}: it names more files than ` +
          'can be gone through here. Unpack it and drop only the profile.',
      );
    }
    const directory = await readBytes(source, start, end.at);
    // A directory without members is as empty as one may be; any other has to begin with an entry.
    if (directory.length > 0 && !startsWith(directory, ENTRY)) continue;
    const shift = Math.max(0, start - end.directoryOffset);
    // The end of a zip that was a member of this one, which is cut: the outer directory is gone.
    if (shift > 0 && startsWith(await readBytes(source, 0, 4), LOCAL_HEADER)) continue;
    return readEntries(directory, shift);
  }
  return null;
}

/** Where an end record may stand: first those whose comment ends with the file, then any other, last ones first. */
function endCandidates(tail: Uint8Array): number[] {
  const fitting: number[] = [];
  const others: number[] = [];
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== END[0] || !startsWith(tail, END, at)) continue;
    (commentFits(tail, at) ? fitting : others).push(at);
  }
  return [...fitting, ...others];
}

function commentFits(tail: Uint8Array, at: number): boolean {
  return at + END_BYTES + uint16(tail, at + 20) === tail.length;
}

/** Null where the bytes at `at` only look like an end record. */
async function readEnd(
  source: ByteSource,
  tail: Uint8Array,
  at: number,
  tailStart: number,
): Promise<EndRecord | null> {
  const end = {
    at: tailStart + at,
    directoryBytes: uint32(tail, at + 12),
    directoryOffset: uint32(tail, at + 16),
  };
  const locator = at - ZIP64_LOCATOR_BYTES;
  const disk = uint16(tail, at + 4);
  if (locator >= 0 && startsWith(tail, ZIP64_LOCATOR, locator)) {
    const zip64 = await readZip64End(source, uint64(tail, locator + 8), tailStart + locator);
    if (zip64) return zip64;
  }
  if (disk !== 0 && disk !== 0xffff) {
    if (!commentFits(tail, at)) return null;
    throw new RefusalError(
      'unreadable',
      `This is part ${disk + 1} of a zip that was split into several files. Join them (zip -s 0 split.zip --out ` +
        'whole.zip) and drop the result.',
    );
  }
  return end;
}

/** The zip64 record lies where the locator says or, behind junk at the start of the file, right before the locator. */
async function readZip64End(source: ByteSource, stated: number, locatorAt: number): Promise<EndRecord | null> {
  for (const at of [stated, locatorAt - 56]) {
    if (at < 0 || at + 56 > locatorAt) continue;
    const record = await readBytes(source, at, at + 56);
    if (!startsWith(record, ZIP64_END)) continue;
    return { at, directoryBytes: uint64(record, 40), directoryOffset: uint64(record, 48) };
  }
  return null;
}

/** `shift` is how far the archive begins behind the start of the file. A damaged entry ends the list. */
function readEntries(directory: Uint8Array, shift: number): ZipMember[] {
  const members: ZipMember[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && startsWith(directory, ENTRY, at)) {
    const nameBytes = uint16(directory, at + 28);
    const extraBytes = uint16(directory, at + 30);
    const extraAt = at + ENTRY_BYTES + nameBytes;
    const next = extraAt + extraBytes + uint16(directory, at + 32);
    if (next > directory.length) break;
    members.push(readEntry(directory.subarray(at, next), nameBytes, extraBytes, shift));
    at = next;
  }
  return members;
}

function readEntry(entry: Uint8Array, nameBytes: number, extraBytes: number, shift: number): ZipMember {
  const name = nameText(entry.subarray(ENTRY_BYTES, ENTRY_BYTES + nameBytes));
  const extra = entry.subarray(ENTRY_BYTES + nameBytes, ENTRY_BYTES + nameBytes + extraBytes);
  const unixMode = entry[5] === 3 ? uint16(entry, 40) : 0;
  const member: ZipMember = {
    name,
    modified: dosTime(uint16(entry, 14), uint16(entry, 12)),
    method: uint16(entry, 10),
    encrypted: (entry[8] & 1) !== 0,
    withoutFile: name.endsWith('/') || (unixMode & 0xf000) === 0xa000,
    crc: uint32(entry, 16),
    compressedBytes: uint32(entry, 20),
    bytes: uint32(entry, 24),
    offset: uint32(entry, 42),
  };
  readExtra(extra, member);
  member.offset += shift;
  return member;
}

const FULL = 0xffffffff;

/** Extra fields that matter: 1 = 64-bit sizes (only those that are full in the entry), 0x5455 = time in UTC. */
export function readExtra(extra: Uint8Array, member: ZipMember): void {
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = uint16(extra, at);
    const field = extra.subarray(at + 4, at + 4 + uint16(extra, at + 2));
    at += 4 + uint16(extra, at + 2);
    if (id === 1) {
      let value = 0;
      const next = (): number => uint64(field, 8 * value++);
      if (member.bytes === FULL && field.length >= 8) member.bytes = next();
      if (member.compressedBytes === FULL && field.length >= 8 * (value + 1)) member.compressedBytes = next();
      if (member.offset === FULL && field.length >= 8 * (value + 1)) member.offset = next();
    } else if (id === 0x5455 && field.length >= 5 && field[0] & 1) {
      member.modified = uint32(field, 1) * 1000;
    }
  }
}

/** DOS keeps local time in steps of two seconds, without saying where "local" was. */
export function dosTime(date: number, time: number): number {
  if (date === 0) return 0;
  const local = new Date(
    1980 + (date >>> 9),
    ((date >>> 5) & 15) - 1,
    date & 31,
    time >>> 11,
    (time >>> 5) & 63,
    (time & 31) * 2,
  );
  return Math.max(0, local.getTime());
}
