/**
 * A plane's tables of names, its own facts, and the programs that hang on event metadata (xplane.proto, hlo.proto).
 */

import type { Program } from '../../model/profile.ts';
import { FieldCursor } from '../protobuf/field-cursor.ts';
import { bigUint64, int64 } from '../protobuf/varint.ts';
import { idKey } from './id-key.ts';
import { doubleOf } from './segments.ts';

/** A plane-level or metadata-level stat, decoded whole. */
export interface NamedValue {
  statId: number;
  /** Null for bytes. */
  value: number | bigint | string | null;
  /** For references: the id of the stat metadata whose name is the value. */
  reference: number | null;
  /** Extent of a bytes value within the buffer that was read. */
  start: number;
  stop: number;
}

/** XStatMetadata of one map entry (1 key, 2 value {1 id, 2 name}). Null where the entry is damaged. */
export function readStatMetadata(bytes: Uint8Array, start: number, end: number): { id: number; name: string } | null {
  const entry = new FieldCursor(bytes, start, end);
  let id = 0;
  let name = '';
  while (entry.next()) {
    if (entry.number === 1 && entry.isVarint) id = idKey(entry.low, entry.high);
    if (entry.number === 2 && entry.isBytes) {
      const value = entry.message();
      while (value.next()) if (value.number === 2 && value.isBytes) name = value.text();
      if (value.damaged) return null;
    }
  }
  return entry.damaged ? null : { id, name };
}

export interface EventMetadata {
  id: number;
  /** The key as an unsigned number: the program id of old HLO entries. */
  key: bigint;
  name: string;
  stats: NamedValue[];
}

/** XEventMetadata of one map entry (1 key, 2 value {1 id, 2 name, 5 stats}); stats only where `withStats`. */
export function readEventMetadata(
  bytes: Uint8Array,
  start: number,
  end: number,
  withStats: boolean,
): EventMetadata | null {
  const entry = new FieldCursor(bytes, start, end);
  const result: EventMetadata = { id: 0, key: 0n, name: '', stats: [] };
  while (entry.next()) {
    if (entry.number === 1 && entry.isVarint) {
      result.id = idKey(entry.low, entry.high);
      result.key = bigUint64(entry.low, entry.high);
    }
    if (entry.number === 2 && entry.isBytes) {
      const value = entry.message();
      while (value.next()) {
        if (!value.isBytes) continue;
        if (value.number === 2) result.name = value.text();
        if (value.number === 5 && withStats) {
          const stat = readStat(bytes, value.start, value.stop);
          if (stat) result.stats.push(stat);
        }
      }
      if (value.damaged) return null;
    }
  }
  return entry.damaged ? null : result;
}

/** One XStat outside the hot path. Integers above 2^53 become BigInts; uint64 and int64 keep their sign. */
export function readStat(bytes: Uint8Array, start: number, end: number): NamedValue | null {
  const field = new FieldCursor(bytes, start, end);
  const stat: NamedValue = { statId: 0, value: null, reference: null, start: 0, stop: 0 };
  while (field.next()) {
    switch (field.number) {
      case 1:
        stat.statId = idKey(field.low, field.high);
        break;
      case 2:
        stat.value = doubleOf(field.low, field.high);
        break;
      case 3: {
        const value = bigUint64(field.low, field.high);
        stat.value = value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
        break;
      }
      case 4: {
        const value = int64(field.low, field.high);
        stat.value = Number.isSafeInteger(value) ? value : BigInt.asIntN(64, bigUint64(field.low, field.high));
        break;
      }
      case 5:
        if (field.isBytes) stat.value = field.text();
        break;
      case 6:
        stat.start = field.start;
        stat.stop = field.stop;
        break;
      case 7:
        stat.reference = idKey(field.low, field.high);
        break;
      default:
    }
  }
  return field.damaged ? null : stat;
}

/** What an HloProto says at its top: HloProto {1 hlo_module {1 name}, 3 buffer_assignment}. */
export function readProgramHead(proto: Uint8Array): { name: string; hasBufferAssignment: boolean } {
  const field = new FieldCursor(proto, 0, proto.length);
  let name = '';
  let hasBufferAssignment = false;
  while (field.next()) {
    if (!field.isBytes) continue;
    if (field.number === 1) {
      const module = field.message();
      while (module.next()) {
        if (module.number !== 1 || !module.isBytes) continue;
        name = module.text();
        break;
      }
    }
    if (field.number === 3) hasBufferAssignment = field.stop > field.start;
  }
  return { name, hasBufferAssignment };
}

/** Stat names that hold an HloProto: the second one is of old libtpu. */
const HLO_PROTO_STATS = new Set(['Hlo Proto', 'HLO Proto', 'hlo_proto']);

/** A program still waiting for its stats' names, which follow it in the file. */
export interface ProgramDraft {
  entry: string;
  key: bigint;
  /** Bytes-valued stats, each kept outside the heap, and the integer ones. */
  protos: { statId: number; head: ReturnType<typeof readProgramHead>; bytes: number; blob: Blob }[];
  numbers: { statId: number; value: bigint }[];
}

/**
 * A draft turned into a program once stat names are known; null where it holds no HLO proto (symbol maps and the like).
 * The id is the stat `program_id`, else the number at the end of the entry's name, else its key (xplane_hlo_fixer.cc).
 */
export function programOf(draft: ProgramDraft, statNames: ReadonlyMap<number, string>): Program | null {
  const proto = draft.protos.find(({ statId }) => HLO_PROTO_STATS.has(statNames.get(statId) ?? ''));
  if (!proto) return null;
  const stated = draft.numbers.find(({ statId }) => statNames.get(statId) === 'program_id');
  const inName = /\((\d+)\)$/.exec(draft.entry);
  return {
    entry: draft.entry,
    name: proto.head.name,
    programId: stated ? BigInt.asUintN(64, stated.value).toString() : (inName?.[1] ?? draft.key.toString()),
    protoBytes: proto.bytes,
    hasBufferAssignment: proto.head.hasBufferAssignment,
    proto: proto.blob,
  };
}
