/**
 * Which format a run of bytes is, from its first bytes; or in one sentence why it cannot serve, and what to do next.
 *
 * Names decide nothing that the bytes say: a `memory.prof` may be a pprof, a pickle, a web page or a pointer of Git
 * LFS. They break ties, and say what somebody believed that a damaged file is.
 */

import type { RefusalCode } from '../model/problems.ts';
import { utf16Of } from '../model/utf16.ts';
import { containerOf } from './container.ts';
import { TAR_BLOCK } from './tar-header.ts';
import { jsonFormat } from './recognise/json-formats.ts';
import { knownByMagic } from './recognise/magic.ts';
import { damagedPprof, protobufFormat } from './recognise/protobuf-formats.ts';
import { replacedBytes, undoableDamage } from './recognise/text-damage.ts';
import { lfsPointer, textFormat } from './recognise/text-formats.ts';
import { otherProtobuf } from './recognise/tool-protos.ts';
import type { FormatFound, OtherFile } from './recognise/verdict.ts';

export type { FormatFound, RecognisedFormat } from './recognise/verdict.ts';

/** How many bytes `recognise` makes use of. */
export const HEAD_BYTES = 65536;

export type Recognised = ({ kind: 'format' } & FormatFound) | { kind: 'refusal'; code: RefusalCode; reason: string };

/**
 * `head` is the start of the bytes, up to `HEAD_BYTES`; `size` the number of all bytes, null where it is not known;
 * `path` the name, with folders or archives before it.
 */
export function recognise(head: Uint8Array, path: string, size: number | null): Recognised {
  const found = look(head.subarray(0, HEAD_BYTES), path, size);
  return 'format' in found ? { kind: 'format', ...found } : { kind: 'refusal', ...found };
}

function look(head: Uint8Array, path: string, size: number | null): FormatFound | OtherFile {
  if (size === 0 || head.length === 0) {
    return {
      code: 'empty-file',
      reason: 'This file is empty (0 bytes): the capture or the copy did not finish. Take or copy it again.',
    };
  }
  const isWhole = size === null ? head.length < HEAD_BYTES : size <= head.length;
  const other = knownByMagic(head, path) ?? unopenedContainer(head) ?? replacedBytes(head);
  if (other) return other;
  const text = textOf(head);
  if (text !== null) return lfsPointer(text) ?? jsonFormat(text, path, isWhole) ?? textFormat(text, path, isWhole);
  return (
    protobufFormat(head, path, isWhole) ??
    undoableDamage(head, (undone) => protobufFormat(undone, path, isWhole)) ??
    otherProtobuf(head, path, isWhole) ??
    damagedPprof(head) ??
    unknownBytes(head, path, isWhole)
  );
}

/** Containers are opened before; one that comes here lies too deep, or came by another way. */
function unopenedContainer(head: Uint8Array): OtherFile | null {
  const kind = containerOf(head);
  return kind && { code: 'unreadable', reason: `This is a ${kind} archive. Unpack it and drop the profile in it.` };
}

/** The head as text; null where it is binary. UTF-16 is what redirecting the output of a program gives on Windows. */
function textOf(head: Uint8Array): string | null {
  const utf16 = utf16Of(head);
  if (utf16 !== null) return new TextDecoder(utf16).decode(head);
  // Before any decoding: nearly every profile has such a byte among its first.
  if (head.some(isBinaryByte)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    // Logs mix encodings. What has no control characters and few odd bytes is text all the same.
    const text = new TextDecoder().decode(head);
    const odd = text.length - text.replaceAll('\uFFFD', '').length;
    return odd * 50 > text.length ? null : text;
  }
}

/** Control characters, but for those in the output of terminals: bell, backspace, white space, escape. */
function isBinaryByte(byte: number): boolean {
  return byte < 7 || (byte > 13 && byte < 32 && byte !== 27);
}

/** Blocks of zeros are all that tar writes where it was given no file; that they are one only the name says. */
const TAR_NAME = /\.(?:tar|tgz)(?:\.gz)?(?:\/[^/]*)?$/i;

function unknownBytes(head: Uint8Array, path: string, isWhole: boolean): OtherFile {
  if (head.every((byte) => byte === 0)) {
    if (isWhole && head.length >= 2 * TAR_BLOCK && head.length % TAR_BLOCK === 0 && TAR_NAME.test(path))
      return { code: 'no-profile-in-archive', reason: 'This archive holds no files.' };
    return {
      code: 'damaged',
      reason:
        'This file begins with nothing but zero bytes: the disk was full, or the copy did not finish. Copy it again.',
    };
  }
  if (/\.xplane\.pb$/i.test(path)) {
    return {
      code: 'damaged',
      reason:
        'This file is named like an XLA profile, but its first bytes are not those of one: it is damaged, or was ' +
        'encrypted or compressed in an unknown way. Copy it again, in binary mode.',
    };
  }
  return {
    code: 'unknown-format',
    reason:
      'These bytes are of no format that is known here. Drop the .xplane.pb of a jax.profiler trace, a memory.prof, ' +
      'or an archive of them.',
  };
}
