/**
 * A zip without its directory: a download that was cut. The members are found one behind the other by their local
 * headers, which is enough for all that were whole, unless a stored one keeps its length in the directory only.
 */

import { formatExactBytes } from '../model/format.ts';
import { nameText, startsWith, uint16, uint32 } from './bytes.ts';
import type { ByteConsumer, ByteTarget, Failure } from './consumer.ts';
import { Inflater } from './inflater.ts';
import type { InflateBudget } from './limits.ts';
import { forEachPiece, readBytes } from './read.ts';
import { displayPath } from './text.ts';
import type { ByteSource } from './types.ts';
import type { ZipMember } from './zip-directory.ts';
import { dosTime, LOCAL_HEADER, LOCAL_HEADER_BYTES, readExtra } from './zip-directory.ts';
import type { ZipEvents } from './zip-events.ts';
import { CheckedOutput, DEFLATED, rawInflating, unreadableMember, ZipMemberReader } from './zip-member.ts';

const DESCRIPTOR = [0x50, 0x4b, 0x07, 0x08];
const PK = [0x50, 0x4b];

interface LocalMember extends ZipMember {
  dataStart: number;
  /** Checksum and sizes stand behind the data. */
  sizesFollow: boolean;
}

/** Reads what is there, then calls `events.failed`. Throws what `readZip` throws. */
export async function salvageZip(source: ByteSource, events: ZipEvents, budget: InflateBudget): Promise<void> {
  const reader = new ZipMemberReader(source, budget);
  let position = 0;
  let files = 0;
  let next: number | null = 0;
  while (next !== null) {
    position = next;
    next = null;
    const member = await readLocalHeader(reader, position);
    if (!member) break;
    const name = displayPath(member.name);
    const refusal = unreadableMember(member);
    if (refusal) events.refused(name, refusal);
    const consumer = refusal || member.withoutFile ? null : events.member(name, member.modified);
    if (!member.sizesFollow) {
      if (consumer) {
        const failure = await reader.push(member, member.dataStart, consumer);
        if (failure) await consumer.fail(failure);
        else await consumer.end();
      }
      const end = member.dataStart + member.compressedBytes;
      if (end <= source.size) next = end;
    } else if (member.method === DEFLATED && !refusal) {
      next = await pushOfUnknownSize(member, source, consumer, budget);
    } else if (consumer) {
      await consumer.fail(missing('its length stood in the part that is missing'));
    }
    if (next !== null) files++;
    events.reached(next ?? source.size);
  }
  const read = files === 0 ? 'no file in it is whole' : `${files === 1 ? '1 file was' : `${files} files were`} read`;
  events.failed({
    code: 'truncated',
    reason:
      `This zip has no directory at its end, so it was cut or damaged (at byte ${position} of ${source.size}); ` +
      `${read}. Copy or download it again.`,
  });
}

function missing(what: string): Failure {
  return { code: 'truncated', reason: `The zip ends within this member: ${what}. Copy or download the archive again.` };
}

async function readLocalHeader(reader: ZipMemberReader, at: number): Promise<LocalMember | null> {
  const fixed = await reader.window.read(at, at + LOCAL_HEADER_BYTES);
  if (fixed.length < LOCAL_HEADER_BYTES || !startsWith(fixed, LOCAL_HEADER)) return null;
  const nameEnd = at + LOCAL_HEADER_BYTES + uint16(fixed, 26);
  const dataStart = nameEnd + uint16(fixed, 28);
  const name = nameText(await reader.window.read(at + LOCAL_HEADER_BYTES, nameEnd));
  const flags = uint16(fixed, 6);
  const member: LocalMember = {
    name,
    modified: dosTime(uint16(fixed, 12), uint16(fixed, 10)),
    method: uint16(fixed, 8),
    encrypted: (flags & 1) !== 0,
    withoutFile: name.endsWith('/'),
    crc: uint32(fixed, 14),
    compressedBytes: uint32(fixed, 18),
    bytes: uint32(fixed, 22),
    offset: at,
    dataStart,
    sizesFollow: (flags & 8) !== 0 && uint32(fixed, 18) === 0,
  };
  readExtra(await reader.window.read(nameEnd, dataStart), member);
  return member;
}

/** Gives the position behind the member's descriptor; null where the data are cut or damaged. */
async function pushOfUnknownSize(
  member: LocalMember,
  source: ByteSource,
  consumer: ByteConsumer | null,
  budget: InflateBudget,
): Promise<number | null> {
  const inflater = new Inflater('raw');
  // Also what nobody wants has to be inflated: only that tells where the next member begins.
  const wanted: ByteTarget = {
    full: false,
    push: (bytes) => (consumer && !consumer.full ? consumer.push(bytes) : undefined),
  };
  const out = new CheckedOutput(wanted, budget);
  const inflating = rawInflating(inflater, out);
  let taken = 0;
  await forEachPiece(source.slice(member.dataStart, source.size), {
    get full() {
      return inflating.full;
    },
    async push(bytes) {
      await inflating.push(bytes);
      taken += bytes.length - inflater.unused;
    },
  });
  if (!inflater.ended) {
    const came = `${formatExactBytes(out.bytes)} came out`;
    await consumer?.fail(
      inflater.error === null
        ? missing(came)
        : { code: 'damaged', reason: `This member of the zip is damaged (${inflater.error}; ${came}).` },
    );
    return null;
  }
  const descriptor = await readDescriptor(source, member.dataStart + taken);
  const failure = descriptor && out.compare({ crc: descriptor.crc, bytes: out.bytes }, false);
  if (failure) await consumer?.fail(failure);
  else await consumer?.end();
  return descriptor?.end ?? null;
}

/**
 * Checksum and sizes behind the data, with or without a mark, with sizes of 4 or 8 bytes: whichever has something of
 * the archive, or the end of the file, right behind it.
 */
async function readDescriptor(source: ByteSource, at: number): Promise<{ crc: number; end: number } | null> {
  const bytes = await readBytes(source, at, at + 26);
  const mark = startsWith(bytes, DESCRIPTOR) ? 4 : 0;
  if (bytes.length < mark + 12) return null;
  const length = [mark + 12, mark + 20].find((end) => end === bytes.length || startsWith(bytes, PK, end));
  return { crc: uint32(bytes, mark), end: at + (length ?? mark + 12) };
}
