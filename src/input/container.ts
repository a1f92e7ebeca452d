/** Which container a run of bytes is, by its first block; names prove nothing (`memory.prof` is gzip, too). */

import { nameText, startsWith, uint16 } from './bytes.ts';
import { isTarHeader, TAR_BLOCK } from './tar-header.ts';

export type ContainerKind = 'gzip' | 'zip' | 'tar';

/** Bytes that `containerOf` wants to see; fewer where the run is shorter. */
export const CONTAINER_HEAD_BYTES = TAR_BLOCK;

const GZIP = [0x1f, 0x8b, 0x08];
const ZIP_STARTS = [
  [0x50, 0x4b, 0x03, 0x04], // a member
  [0x50, 0x4b, 0x05, 0x06], // the end: an archive without members
  [0x50, 0x4b, 0x07, 0x08], // the mark of a split archive that fitted into one part
];

/** Null where `head` is the start of something that holds no files: a profile, or anything else. */
export function containerOf(head: Uint8Array): ContainerKind | null {
  if (startsWith(head, GZIP)) return 'gzip';
  if (ZIP_STARTS.some((start) => startsWith(head, start))) return isOfficeDocument(head) ? null : 'zip';
  return isTarHeader(head) ? 'tar' : null;
}

/** Documents of office programs are zips, too; their parts are of no use to anybody here. */
export function isOfficeDocument(head: Uint8Array): boolean {
  const firstMember = nameText(head.subarray(30, 30 + uint16(head, 26)));
  return /^(\[Content_Types\]\.xml|mimetype|docProps\/|_rels\/|xl\/|word\/|ppt\/)/.test(firstMember);
}
