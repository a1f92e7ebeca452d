/**
 * A writer of tar bytes for tests: ustar with prefix, pax and GNU long names, base-256 sizes, members without a file.
 * It follows the layout in `tar-header.ts` and shares no code with the reader.
 */

import { bytesOf } from './bytes.ts';
import { joinedBytes } from '../../model/joined-bytes.ts';

export interface TarMember {
  name: string;
  body?: Uint8Array;
  /** `0` file (default), `5` folder, `2` link, `S` sparse …; empty for the zero byte of old archives. */
  type?: string;
  /** How a name beyond 100 characters is written. */
  longName?: 'ustar' | 'pax' | 'gnu';
  /** Records of a pax header before the member. */
  pax?: Record<string, string>;
  /** Writes the size as a binary number. */
  base256?: boolean;
  /** Seconds since 1970. */
  modified?: number;
  magic?: 'ustar' | 'gnu' | 'none';
}

/** A whole archive, with the two zero blocks at its end unless `endMark` is false. */
export function tarOf(members: readonly TarMember[], endMark = true): Uint8Array<ArrayBuffer> {
  return joinedBytes([...members.map(tarMember), new Uint8Array(endMark ? 1024 : 0)]);
}

/** Header, body and padding, with the headers for a long name before them. */
export function tarMember(member: TarMember): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const records = { ...member.pax, ...(member.longName === 'pax' ? { path: member.name } : {}) };
  if (Object.keys(records).length > 0) parts.push(block({ name: 'PaxHeader', type: 'x' }, paxBody(records)));
  if (member.longName === 'gnu') {
    parts.push(block({ name: '././@LongLink', type: 'L' }, bytesOf(`${member.name}\0`)));
  }
  parts.push(block(member, member.body ?? new Uint8Array(0)));
  return joinedBytes(parts);
}

/** The body of a pax header: `length key=value\n`, the length counting itself. */
export function paxBody(records: Record<string, string>): Uint8Array<ArrayBuffer> {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = bytesOf(` ${key}=${value}\n`);
    let length = rest.length + 1;
    while (String(length).length + rest.length !== length) length++;
    return joinedBytes([bytesOf(String(length)), rest]);
  });
  return joinedBytes(lines);
}

function block(member: TarMember, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(512);
  const put = (at: number, text: string): void => header.set(bytesOf(text), at);
  let { name } = member;
  if (member.longName === 'ustar') {
    const split = name.lastIndexOf('/', 154);
    put(345, name.slice(0, split));
    name = name.slice(split + 1);
  }
  header.set(bytesOf(name).subarray(0, 100), 0);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  if (member.base256) {
    header[124] = 0x80;
    for (let i = 0, rest = body.length; i < 8; i++, rest = Math.floor(rest / 256)) header[135 - i] = rest % 256;
  } else {
    put(124, `${body.length.toString(8).padStart(11, '0')}\0`);
  }
  put(136, `${(member.modified ?? 0).toString(8).padStart(11, '0')}\0`);
  put(148, '        ');
  put(156, member.type ?? '0');
  if (member.magic === 'gnu') put(257, 'ustar  \0');
  else if (member.magic !== 'none') put(257, 'ustar\x0000');
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return joinedBytes([header, body, new Uint8Array((512 - (body.length % 512)) % 512)]);
}
