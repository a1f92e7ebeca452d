/**
 * A writer of zip bytes for tests, with what real archives do differently: descriptors behind the data, zip64 fields,
 * wrong sizes in local headers, comments, junk before the archive. It shares no code with the reader but the checksum.
 */

import { deflateRaw } from 'pako';
import { crc32 } from '../../model/crc32.ts';
import { bytesOf, littleEndian } from './bytes.ts';
import { joinedBytes } from '../../model/joined-bytes.ts';

export interface ZipFile {
  name: string;
  body?: Uint8Array;
  /** 8 deflated (default), 0 stored; any other number is written over deflated data. */
  method?: number;
  /** Checksum and sizes stand behind the data, and are 0 in the local header. */
  descriptor?: 'marked' | 'unmarked';
  /** Sizes and offset stand in the zip64 extra field. */
  zip64?: boolean;
  encrypted?: boolean;
  /** What the local header says instead of the sizes. */
  localSizes?: number;
  /** The checksum that is written, where it is not to be the right one. */
  crc?: number;
  /** Bytes of extra field in the local header only. */
  localExtra?: number;
  /** Unix mode: `0o120777` is a link. */
  mode?: number;
}

export interface ZipOptions {
  comment?: string;
  /** Bytes before the archive, which its offsets do not count. */
  junkBefore?: Uint8Array;
  junkAfter?: Uint8Array;
  /** Writes the end record in its zip64 form. */
  zip64End?: boolean;
}

const FULL = 0xffffffff;

export function zipOf(files: readonly ZipFile[], options: ZipOptions = {}): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const body = file.body ?? new Uint8Array(0);
    const data = file.method === 0 ? body : deflateRaw(body);
    const local = localPart(file, body, data);
    locals.push(local);
    entries.push(directoryEntry(file, body, data.length, offset));
    offset += local.length;
  }
  const directory = joinedBytes(entries);
  return joinedBytes([
    options.junkBefore ?? new Uint8Array(0),
    ...locals,
    directory,
    endRecords(files.length, directory.length, offset, options),
    options.junkAfter ?? new Uint8Array(0),
  ]);
}

/** Version, flags, method, time, date: what local header and directory entry share. */
function common(file: ZipFile): Uint8Array<ArrayBuffer> {
  const flags = 0x800 | (file.encrypted ? 1 : 0) | (file.descriptor ? 8 : 0);
  return littleEndian([2, 45], [2, flags], [2, file.method ?? 8], [2, 0x6000], [2, 0x5821]);
}

function localPart(file: ZipFile, body: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = bytesOf(file.name);
  const crc = file.crc ?? crc32(body);
  const stated = (size: number): number => (file.descriptor ? 0 : (file.localSizes ?? (file.zip64 ? FULL : size)));
  const extra = joinedBytes([
    file.zip64 ? littleEndian([2, 1], [2, 16], [8, body.length], [8, data.length]) : new Uint8Array(0),
    file.localExtra ? littleEndian([2, 0x9999], [2, file.localExtra], [file.localExtra, 0]) : new Uint8Array(0),
  ]);
  const mark = file.descriptor === 'marked' ? littleEndian([4, 0x08074b50]) : new Uint8Array(0);
  const descriptor = joinedBytes([mark, littleEndian([4, crc], [4, data.length], [4, body.length])]);
  return joinedBytes([
    littleEndian([4, 0x04034b50]),
    common(file),
    littleEndian([4, file.descriptor ? 0 : crc], [4, stated(data.length)], [4, stated(body.length)]),
    littleEndian([2, name.length], [2, extra.length]),
    name,
    extra,
    data,
    file.descriptor ? descriptor : new Uint8Array(0),
  ]);
}

function directoryEntry(file: ZipFile, body: Uint8Array, compressed: number, offset: number): Uint8Array<ArrayBuffer> {
  const name = bytesOf(file.name);
  const extra = file.zip64
    ? littleEndian([2, 1], [2, 24], [8, body.length], [8, compressed], [8, offset])
    : new Uint8Array(0);
  const stated = (value: number): number => (file.zip64 ? FULL : value);
  return joinedBytes([
    littleEndian([4, 0x02014b50], [1, 45], [1, 3]),
    common(file),
    littleEndian([4, file.crc ?? crc32(body)], [4, stated(compressed)], [4, stated(body.length)]),
    littleEndian([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
    littleEndian([4, (file.mode ?? 0o100644) * 65536], [4, stated(offset)]),
    name,
    extra,
  ]);
}

function endRecords(files: number, size: number, offset: number, options: ZipOptions): Uint8Array<ArrayBuffer> {
  const comment = bytesOf(options.comment ?? '');
  const end = (count: number, bytes: number, at: number): Uint8Array<ArrayBuffer> =>
    joinedBytes([
      littleEndian([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, bytes], [4, at]),
      littleEndian([2, comment.length]),
      comment,
    ]);
  if (!options.zip64End) return end(files, size, offset);
  return joinedBytes([
    littleEndian([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
    littleEndian([8, files], [8, files], [8, size], [8, offset]),
    littleEndian([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
    end(0xffff, FULL, FULL),
  ]);
}
