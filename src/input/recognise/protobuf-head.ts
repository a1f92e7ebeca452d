/**
 * Protobuf messages seen through their first bytes only: whether what is there keeps to a schema. A plain decoder
 * accepts nearly anything (of 17 files that are no profile, it takes 7 for one), so a schema here also says which
 * fields a message may have, of which wire type, and is followed into sub-messages.
 */

/** How a field must be written. `packed` takes packed and single varints; `text` must be UTF-8. */
export type FieldRule = 'varint' | 'fixed64' | 'bytes' | 'text' | 'packed' | MessageRule;

export interface MessageRule {
  fields: Readonly<Record<number, FieldRule>>;
  /** Whether fields that are not listed may occur: newer writers add some. */
  open: boolean;
}

export interface HeadField {
  number: number;
  wire: number;
  /** Of the payload, up to what the head holds. */
  start: number;
  end: number;
  /** The payload goes on behind the head. */
  isCut: boolean;
}

/** Highest field number taken for one that a newer version added. */
const MAX_FIELD_NUMBER = 128;
/** Longest field believed in: XLA and protobuf stop at 2 GiB, damaged lengths are mostly far beyond. */
const MAX_FIELD_BYTES = 2 ** 36;

/**
 * The fields of a message that lies in `head` from `start` to `end`; with `isCut` it goes on behind the head, so that
 * a field that breaks off there is no fault. Null where the bytes are no protobuf message.
 */
export function headFields(head: Uint8Array, start: number, end: number, isCut: boolean): HeadField[] | null {
  const fields: HeadField[] = [];
  return readFields(head, { start, end, isCut }, fields) ? fields : null;
}

/** The fields of a message up to the first bytes that are none, or up to the end of the head. */
export function leadingFields(head: Uint8Array): HeadField[] {
  const fields: HeadField[] = [];
  readFields(head, { start: 0, end: head.length, isCut: true }, fields);
  return fields;
}

/** Adds the fields one by one. False where bytes are met that are none. */
function readFields(
  head: Uint8Array,
  { start, end, isCut }: { start: number; end: number; isCut: boolean },
  fields: HeadField[],
): boolean {
  const cursor = { at: start };
  while (cursor.at < end) {
    const tag = readVarint(head, cursor, end);
    if (tag === null) return isCut && cursor.at === end;
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (number === 0 || number > 2 ** 29) return false;
    const payload = cursor.at;
    let length: number | null = wire === 1 ? 8 : 4;
    if (wire === 0) {
      if (readVarint(head, cursor, end) === null) return isCut && cursor.at === end;
      length = cursor.at - payload;
      cursor.at = payload;
    } else if (wire === 2) {
      length = readVarint(head, cursor, end);
      if (length === null) return isCut && cursor.at === end;
    } else if (wire !== 1 && wire !== 5) {
      return false;
    }
    const fieldEnd = cursor.at + length;
    if (fieldEnd > end && (!isCut || length > MAX_FIELD_BYTES)) return false;
    fields.push({ number, wire, start: cursor.at, end: Math.min(fieldEnd, end), isCut: fieldEnd > end });
    cursor.at = fieldEnd;
  }
  return true;
}

/** Advances the cursor; null for one that is longer than ten bytes or breaks off (the cursor is then at `end`). */
function readVarint(head: Uint8Array, cursor: { at: number }, end: number): number | null {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    if (cursor.at >= end) return null;
    const byte = head[cursor.at++];
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return value;
  }
  cursor.at = Number.NaN;
  return null;
}

/** Whether all that the head holds of a field keeps to `rule`. */
export function keepsRule(head: Uint8Array, field: HeadField, rule: FieldRule): boolean {
  if (rule === 'varint') return field.wire === 0;
  if (rule === 'fixed64') return field.wire === 1;
  if (rule === 'packed') return field.wire === 0 || (field.wire === 2 && isPacked(head, field));
  if (field.wire !== 2) return false;
  if (rule === 'bytes') return true;
  if (rule === 'text') return headText(head, field) !== null;
  const fields = headFields(head, field.start, field.end, field.isCut);
  return fields !== null && keepRules(head, fields, rule);
}

/** The same for all fields of a message. The depth of recursion is that of the rules, never of the data. */
export function keepRules(head: Uint8Array, fields: readonly HeadField[], rule: MessageRule): boolean {
  return fields.every((field) => {
    const expected = rule.fields[field.number];
    if (expected === undefined) return rule.open && field.number <= MAX_FIELD_NUMBER;
    return keepsRule(head, field, expected);
  });
}

function isPacked(head: Uint8Array, field: HeadField): boolean {
  let length = 0;
  for (let i = field.start; i < field.end; i++) {
    length = head[i] < 128 ? 0 : length + 1;
    if (length > 9) return false;
  }
  return length === 0 || field.isCut;
}

/** The text of a field; null where it is not UTF-8. A character that breaks off at the end of the head is left out. */
export function headText(head: Uint8Array, field: HeadField): string | null {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return decoder.decode(head.subarray(field.start, field.end), { stream: field.isCut });
  } catch {
    return null;
  }
}
