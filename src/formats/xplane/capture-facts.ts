/** What an XSpace says of the run, outside its memory events. */

import type { CaptureFacts, Device, Program } from '../../model/profile.ts';
import type { MemoryRows } from './memory-rows.ts';
import { MEMORY_ALLOCATION, METADATA_PLANE } from './names.ts';
import { programOf } from './metadata.ts';
import type { PlaneReader } from './plane.ts';
import type { SpaceFacts } from './space-facts.ts';
import { memoryIds } from './speculation.ts';

export function captureFacts(facts: SpaceFacts, planes: readonly PlaneReader[], rows: MemoryRows): CaptureFacts {
  const task = planes.filter(({ name }) => name === 'Task Environment');
  return {
    hosts: facts.hostnames,
    versions: versionsOf(planes.filter(({ name }) => name === METADATA_PLANE)),
    startNs: epochStat(task, 'profile_start_time'),
    stopNs: epochStat(task, 'profile_stop_time'),
    devices: planes.filter(({ isDevice }) => isDevice).map(deviceOf),
    planes: planes.map(({ name, lines, events }) => ({ name, lines: lines.length, events })),
    errors: facts.errors,
    warnings: facts.warnings,
    memoryEvents: memoryEventFacts(rows),
  };
}

export function programsOf(planes: readonly PlaneReader[]): Program[] {
  const programs = planes.flatMap((plane) =>
    plane.programs.map((draft) => programOf(draft, plane.statNames)).filter((program) => program !== null),
  );
  return programs.sort((a, b) => compareText(a.name, b.name) || compareIds(a.programId, b.programId));
}

/** Code point order, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareIds(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

function memoryEventFacts(rows: MemoryRows): CaptureFacts['memoryEvents'] {
  let allocations = 0;
  for (const { plane } of rows.planes) {
    for (const id of memoryIds(plane)) {
      if (plane.eventNames.get(id) === MEMORY_ALLOCATION) allocations += plane.countOf(id);
    }
  }
  const starts = new Set(rows.lines.flatMap(({ startsNs }) => startsNs));
  return {
    allocations,
    deallocations: rows.length - allocations,
    lines: rows.lines.length,
    lineStartsNs: [...starts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    equalTimestamps: rows.equalTimestamps,
  };
}

/** A stat of a plane by its name, references resolved; null where there is none. */
function planeStat(plane: PlaneReader, name: string): number | bigint | string | null {
  for (const { statId, value, reference } of plane.stats) {
    if (plane.statNames.get(statId) !== name) continue;
    return reference === null ? value : (plane.statNames.get(reference) ?? null);
  }
  return null;
}

function versionsOf(planes: readonly PlaneReader[]): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const plane of planes) {
    for (const name of plane.statNames.values()) {
      if (!name.endsWith('_version')) continue;
      const value = planeStat(plane, name);
      if (value !== null) versions[name] = String(value);
    }
  }
  return versions;
}

function epochStat(planes: readonly PlaneReader[], name: string): bigint | null {
  for (const plane of planes) {
    const value = planeStat(plane, name);
    if (typeof value === 'bigint') return value;
    if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  }
  return null;
}

/** GPU planes state `device_vendor` and `memory_size`, TPU planes `device_type_string` (xplane_schema.cc). */
function deviceOf(plane: PlaneReader): Device {
  const kind = planeStat(plane, 'device_type_string') ?? planeStat(plane, 'device_vendor');
  const memory = planeStat(plane, 'memory_size');
  return {
    plane: plane.name,
    kind: typeof kind === 'string' && kind !== '' ? kind : null,
    memoryBytes: typeof memory === 'number' && memory > 0 ? memory : null,
  };
}
