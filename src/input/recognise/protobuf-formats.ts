/**
 * The protobuf messages that are profiles or programs, told from all others by their schema: xplane.proto and hlo.proto
 * (openxla/xla), profile.proto (google/pprof), and the memory usage report that `--xla_dump_hlo_as_proto` writes.
 */

import type { FieldRule, HeadField, MessageRule } from './protobuf-head.ts';
import { headFields, headText, keepRules, keepsRule, leadingFields } from './protobuf-head.ts';
import type { FormatFound } from './verdict.ts';

const message = (fields: Readonly<Record<number, FieldRule>>, open = true): MessageRule => ({ fields, open });

const X_STAT = message({ 1: 'varint', 2: 'fixed64', 3: 'varint', 4: 'varint', 5: 'bytes', 6: 'bytes', 7: 'varint' });
const X_EVENT = message({ 1: 'varint', 2: 'varint', 3: 'varint', 4: X_STAT, 5: 'varint' });
const X_LINE = message({
  1: 'varint',
  2: 'bytes',
  3: 'varint',
  4: X_EVENT,
  9: 'varint',
  10: 'varint',
  11: 'bytes',
});
const X_EVENT_METADATA = message({ 1: 'varint', 2: 'bytes', 3: 'bytes', 4: 'bytes', 5: X_STAT, 6: 'packed' });
const X_STAT_METADATA = message({ 1: 'varint', 2: 'bytes', 3: 'bytes' });
const X_PLANE = message({
  1: 'varint',
  2: 'text',
  3: X_LINE,
  4: message({ 1: 'varint', 2: X_EVENT_METADATA }),
  5: message({ 1: 'varint', 2: X_STAT_METADATA }),
  6: X_STAT,
});

const X_SPACE = message({ 1: X_PLANE, 2: 'text', 3: 'text', 4: 'text' });

const VALUE_TYPE = message({ 1: 'varint', 2: 'varint' }, false);
const PPROF = message({
  1: VALUE_TYPE,
  2: message({ 1: 'packed', 2: 'packed', 3: message({ 1: 'varint', 2: 'varint', 3: 'varint', 4: 'varint' }) }),
  3: message({ 1: 'varint', 2: 'varint', 3: 'varint', 4: 'varint', 5: 'varint', 6: 'varint' }),
  4: message({
    1: 'varint',
    2: 'varint',
    3: 'varint',
    4: message({ 1: 'varint', 2: 'varint', 3: 'varint' }),
    5: 'varint',
  }),
  5: message({ 1: 'varint', 2: 'varint', 3: 'varint', 4: 'varint', 5: 'varint' }),
  6: 'bytes',
  7: 'varint',
  8: 'varint',
  9: 'varint',
  10: 'varint',
  11: VALUE_TYPE,
  12: 'varint',
  13: 'packed',
  14: 'varint',
  15: 'varint',
});

const HLO_INSTRUCTION = message({ 1: 'text', 2: 'text', 3: 'bytes', 7: 'bytes', 35: 'varint', 36: 'packed' });
const HLO_COMPUTATION = message({ 1: 'text', 2: HLO_INSTRUCTION, 4: 'bytes', 5: 'varint', 6: 'varint' });
const HLO_MODULE = message({ 1: 'text', 2: 'text', 3: HLO_COMPUTATION, 4: 'bytes', 5: 'varint', 6: 'varint' });

const MEMORY_REPORT_SPACE = message({
  1: 'varint',
  2: 'varint',
  3: message({ 1: 'varint', 2: 'varint', 3: 'varint', 4: 'fixed64', 5: 'text', 6: 'text' }),
});

/** Planes as xplane_schema.cc of XLA names them. */
const PLANE_NAME = /^(\/host:|\/device:|\/virtualdevice:|#Chip|Host CPUs$|Syscalls$|Task Environment)/;

/**
 * The format of a message by its first bytes; null where it is none of these. `isWhole`: nothing follows the head. The
 * name counts only for an XSpace of which nothing but messages to the user is seen.
 */
export function protobufFormat(head: Uint8Array, path: string, isWhole: boolean): FormatFound | null {
  // A file that was cut breaks off like the head of a longer one, and is recognised: its reader says what is missing.
  const fields = headFields(head, 0, head.length, true);
  if (isXSpace(head, fields, path)) return { format: 'xplane', title: 'an XLA profile (XSpace)' };
  if (fields === null || fields.length === 0) return null;
  if (isPprof(head, fields)) return { format: 'pprof', title: 'a pprof profile' };
  if (isHlo(head, fields)) return { format: 'hlo', title: 'an XLA program (HLO)' };
  if (isWhole && isMemoryReport(head, fields)) {
    return { format: 'xla-memory-report', title: 'a memory usage report of an XLA dump' };
  }
  return null;
}

/** XSpace: 1 planes, 2 errors, 3 warnings, 4 hostnames. */
function isXSpace(head: Uint8Array, fields: HeadField[] | null, path: string): boolean {
  // A plane with a name of XLA's is enough, also where something behind it is damaged: its reader will name that.
  const start = fields ?? fieldsBeforeDamage(head);
  if (start.some((field) => field.number <= 4 && field.wire !== 2)) return false;
  const planes = start.filter((field) => field.number === 1);
  if (planes.some((plane) => hasPlaneName(head, plane))) return true;
  if (fields === null || !keepRules(head, fields, X_SPACE)) return false;
  if (planes.some((plane) => hasTraceData(head, plane))) return true;
  return /xplane/i.test(path) && fields.length > 0 && fields.every((field) => isPlainText(head, field));
}

/** What can be read of a message before its first fault, looking at ever shorter beginnings. */
function fieldsBeforeDamage(head: Uint8Array): HeadField[] {
  let length = head.length;
  while (length > 16) {
    length >>= 1;
    const fields = headFields(head, 0, length, true);
    if (fields !== null) return fields;
  }
  return [];
}

function hasPlaneName(head: Uint8Array, plane: HeadField): boolean {
  const fields = planeFields(head, plane);
  const name = fields.find((field) => field.number === 2);
  if (!name || name.wire !== 2 || !PLANE_NAME.test(headText(head, name) ?? '')) return false;
  // Also DeviceStepStats of RunMetadata names a device so, but in its first field, and as text.
  return fields.every((field) => field.number !== 1 || field.wire === 0);
}

/** The fields of a plane up to its name, or all that can be read where it comes late. */
function planeFields(head: Uint8Array, plane: HeadField): HeadField[] {
  const fields = headFields(head, plane.start, plane.end, plane.isCut);
  if (fields !== null) return fields;
  // Something in it is damaged; id and name stand in its first bytes.
  return headFields(head, plane.start, Math.min(plane.end, plane.start + 96), true) ?? [];
}

/** Lines or names of events: what a plane of an unknown name has to show. */
function hasTraceData(head: Uint8Array, plane: HeadField): boolean {
  const fields = headFields(head, plane.start, plane.end, plane.isCut) ?? [];
  return fields.some((field) => (field.number === 3 || field.number === 4) && field.end - field.start >= 4);
}

function isPlainText(head: Uint8Array, field: HeadField): boolean {
  const text = headText(head, field);
  return text !== null && text !== '' && !/[\p{Cc}]/u.test(text.replaceAll(/[\n\r\t]/g, ''));
}

function isPprof(head: Uint8Array, fields: readonly HeadField[]): boolean {
  if (!keepRules(head, fields, PPROF)) return false;
  const has = (...numbers: number[]): boolean => fields.some((field) => numbers.includes(field.number));
  const firstString = fields.find((field) => field.number === 6);
  // String 0 is always "".
  if (firstString && (firstString.wire !== 2 || firstString.end > firstString.start || firstString.isCut)) return false;
  const strings = fields.filter((field) => field.number === 6).length;
  return (has(1) && has(2, 4, 5, 6)) || (has(2) && has(4, 5)) || (has(4) && has(5)) || strings >= 4;
}

/**
 * A pprof profile of less than a head, with other bytes behind it or damaged on its way: its reader says where. It has
 * to begin with sample types, samples and what they refer to, because the field numbers are small everywhere.
 */
export function damagedPprof(head: Uint8Array): FormatFound | null {
  const fields = leadingFields(head);
  const fault = fields.findIndex((field) => !keepRules(head, [field], PPROF));
  const kept = fault < 0 ? fields : fields.slice(0, fault);
  const has = (number: number): boolean => kept.some((field) => field.number === number);
  const isLikely = isPprof(head, kept) && has(1) && has(2) && (has(4) || has(5));
  return isLikely ? { format: 'pprof', title: 'a pprof profile' } : null;
}

/** HloProto { 1 module, 3 buffer assignment }, or a module by itself. */
function isHlo(head: Uint8Array, fields: readonly HeadField[]): boolean {
  const first = fields.find((field) => field.number === 1);
  if (!first || first.wire !== 2) return false;
  const inside = headFields(head, first.start, first.end, first.isCut);
  if (inside && isHloModule(head, inside)) return fields.every((field) => field.number !== 3 || field.wire === 2);
  return isHloModule(head, fields);
}

function isHloModule(head: Uint8Array, fields: readonly HeadField[]): boolean {
  if (!keepRules(head, fields, HLO_MODULE)) return false;
  const opcode = descend(head, fields, [3, 2, 2]);
  return opcode !== null && /^[a-z][a-z0-9-]*$/.test(headText(head, opcode) ?? '');
}

function isMemoryReport(head: Uint8Array, fields: readonly HeadField[]): boolean {
  if (!fields.every((field) => field.number === 1 && keepsRule(head, field, MEMORY_REPORT_SPACE))) return false;
  return descend(head, fields, [1, 3, 6]) !== null;
}

/** The first field of the first field … by numbers; null where one is missing. */
function descend(head: Uint8Array, fields: readonly HeadField[], path: readonly number[]): HeadField | null {
  let level: readonly HeadField[] = fields;
  let found: HeadField | null = null;
  for (const number of path) {
    found = level.find((field) => field.number === number && field.wire === 2) ?? null;
    if (!found) return null;
    level = headFields(head, found.start, found.end, found.isCut) ?? [];
  }
  return found;
}
