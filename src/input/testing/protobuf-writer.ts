/** Protobuf bytes for tests, field by field. */

import { bytesOf } from './bytes.ts';
import { joinedBytes } from '../../model/joined-bytes.ts';

export function varint(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}

/** A number becomes a varint, text and bytes a length-delimited field, a list a sub-message. */
export type FieldValue = number | string | Uint8Array | readonly Field[];
export type Field = readonly [number: number, value: FieldValue];

export function messageOf(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  return joinedBytes(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return joinedBytes([varint(number * 8), varint(value)]);
      const payload = payloadOf(value);
      return joinedBytes([varint(number * 8 + 2), varint(payload.length), payload]);
    }),
  );
}

function payloadOf(value: string | Uint8Array | readonly Field[]): Uint8Array {
  if (typeof value === 'string') return bytesOf(value);
  return value instanceof Uint8Array ? value : messageOf(value);
}
