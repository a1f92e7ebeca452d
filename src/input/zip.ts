/**
 * zip over a source that can be read anywhere: the members in the directory's order, each opened in its turn.
 */

import { RefusalError } from '../model/problems.ts';
import { containerOf, CONTAINER_HEAD_BYTES } from './container.ts';
import type { InflateBudget, WalkLimits } from './limits.ts';
import { readBytes } from './read.ts';
import { replacedBytes } from './recognise/text-damage.ts';
import { displayPath } from './text.ts';
import type { ByteSource } from './types.ts';
import type { ZipMember } from './zip-directory.ts';
import { readZipDirectory } from './zip-directory.ts';
import type { ZipEvents } from './zip-events.ts';
import { SMALL_BYTES, STORED, unreadableMember, ZipMemberReader } from './zip-member.ts';
import { salvageZip } from './zip-salvage.ts';

/** More refusals of members than this are one sentence. */
const SAID_MEMBERS = 20;
/** How much of a zip without a directory is looked at for damage by a copy in text mode. */
const LOOKED_AT_BYTES = 65536;

/**
 * Goes through a zip. Throws `RefusalError` where there is nothing that could be read, and whatever the consumers
 * throw.
 */
export async function readZip(
  source: ByteSource,
  events: ZipEvents,
  limits: WalkLimits,
  budget: InflateBudget,
): Promise<void> {
  const members = await readZipDirectory(source, limits);
  if (members === null) {
    const damage = replacedBytes(await readBytes(source, 0, LOOKED_AT_BYTES));
    if (damage) throw new RefusalError(damage.code, damage.reason);
    await salvageZip(source, events, budget);
    return;
  }
  const reader = new ZipMemberReader(source, budget);
  const unread: string[] = [];
  for (const member of members) {
    if (member.withoutFile) continue;
    const refusal = unreadableMember(member);
    const name = displayPath(member.name);
    if (!refusal) await readMember(member, name, reader, events);
    else if (unread.push(name) <= SAID_MEMBERS) events.refused(name, refusal);
    events.reached(Math.min(source.size, member.offset + member.compressedBytes));
  }
  if (unread.length > SAID_MEMBERS) {
    events.failed({
      code: 'unreadable',
      reason:
        `${unread.length - SAID_MEMBERS} more members are encrypted, or compressed in ways that cannot be read here. ` +
        'Unpack the archive and drop the profile itself.',
    });
  }
}

async function readMember(
  member: ZipMember,
  name: string,
  reader: ZipMemberReader,
  events: ZipEvents,
): Promise<void> {
  const { window } = reader;
  const start = await reader.dataStart(member);
  if (start === null) {
    events.refused(name, {
      code: member.offset >= window.size ? 'truncated' : 'damaged',
      reason:
        `The zip is damaged: this member should begin at byte ${member.offset}, but does not. ` +
        'Copy or download the archive again.',
    });
    return;
  }
  const end = start + member.compressedBytes;
  if (member.method === STORED && member.compressedBytes > SMALL_BYTES && end <= window.size) {
    // Stored containers of some size are opened where they lie: no copy, and the native stream can start over.
    const head = await window.read(start, start + CONTAINER_HEAD_BYTES);
    if (containerOf(head)) {
      await events.nested(name, member.modified, window.source.slice(start, end));
      return;
    }
  }
  const consumer = events.member(name, member.modified);
  if (!consumer) return;
  const failure = await reader.push(member, start, consumer);
  if (failure) await consumer.fail(failure);
  else await consumer.end();
}
