/**
 * The numbers of an incident's pictures: the space and what is in it, allocations as boxes, the pool's map,
 * rematerialization.
 */

import type {
  AllocationsPicture,
  IncidentPictures,
  MapPicture,
  PartKind,
  SpacePicture,
} from '../../model/oom-incident.ts';
import type { CompileReport, PeakBuffer, SpaceAllocation, StatedSize, TorchReport } from '../../model/oom.ts';
import type { Bytes } from '../../model/units.ts';
import type { IncidentFacts } from './facts.ts';
import { kernelParts } from './kernel-parts.ts';
import { outsideTorch, torchUnallocated } from './torch.ts';
import { derived, errorOf, minus, plus } from './sizes.ts';

/** Pictures for which the text has the numbers. */
export function picturesOf(facts: IncidentFacts): IncidentPictures {
  const pictures: IncidentPictures = {};
  const space = spaceOf(facts);
  if (space) pictures.space = space;
  const allocations = allocationsOf(facts);
  if (allocations) pictures.allocations = allocations;
  const map = mapOf(facts);
  if (map) pictures.map = map;
  const { remat } = facts;
  if (remat)
    pictures.remat = { original: remat.original ?? null, reached: remat.reached ?? null, budget: remat.budget };
  return pictures;
}

type Parts = SpacePicture['parts'];

function spaceOf(facts: IncidentFacts): SpacePicture | null {
  const { compile, scoped, runtime, assignment } = facts;
  if (compile) return compileSpace(compile);
  if (scoped?.requested) {
    const name = (scoped.space ?? 'memory').replace(/^[a-z]mem|hbm$/, (space) => space.toUpperCase());
    return {
      name: scoped.family === 'F18' ? `Scoped ${name}` : name,
      capacity: scoped.limit ?? scoped.capacity ?? null,
      parts: [{ name: scoped.tag ?? scoped.shape ?? 'the allocation', kind: 'request', size: scoped.requested }],
    };
  }
  if (runtime) {
    const free = runtime.free ? [{ name: 'free', kind: 'free' as const, size: runtime.free }] : [];
    return {
      name: 'HBM',
      capacity: null,
      parts: [{ name: 'requested', kind: 'request', size: runtime.requested }, ...free],
    };
  }
  if (facts.torch) return torchSpace(facts.torch);
  const pool = poolSpace(facts);
  if (pool) return pool;
  const stats = assignment?.stats;
  if (!stats) return null;
  const parts: Parts = [];
  add(parts, 'arguments', 'arguments', stats.parameter);
  add(parts, 'constants', 'constant', stats.constant);
  add(parts, 'temp arena', 'temporary', stats.preallocatedTemp);
  add(parts, 'outputs', 'output', stats.maybeLiveOut);
  return parts.length > 0 ? { name: 'Memory of the program', capacity: facts.pool.limit ?? null, parts } : null;
}

function torchSpace(torch: TorchReport): SpacePicture | null {
  const parts: Parts = [];
  add(parts, 'tensors of PyTorch', 'in-use', torch.allocated);
  add(parts, 'kept by PyTorch', 'reserved', torchUnallocated(torch));
  add(parts, 'outside of PyTorch', 'program', outsideTorch(torch));
  add(parts, 'free', 'free', torch.free);
  return parts.length > 0 ? { name: 'The device', capacity: torch.total ?? null, parts } : null;
}

function compileSpace(compile: CompileReport): SpacePicture {
  const kernel = compile.family === 'F17' ? kernelParts(compile) : null;
  if (kernel !== null) return { name: compile.space.toUpperCase(), capacity: compile.capacity ?? null, parts: kernel };
  const parts: Parts = [];
  const rows = compile.programRequirement?.rows ?? {};
  const usage = compile.hbmUsage ?? {};
  add(parts, 'reserved', 'reserved', usage['reserved']);
  add(parts, 'arguments', 'arguments', usage['arguments']);
  add(parts, 'TensorCore', 'program', compile.tensorcore);
  add(parts, 'SparseCore', 'temporary', compile.sparsecore);
  const named = Object.entries(rows).filter(([, size]) => size.bytes > 0);
  for (const [name, size] of named)
    add(parts, name.replaceAll('_', ' ').replace('hlo', 'HLO'), name === 'hlo_temp' ? 'temporary' : 'program', size);
  if (named.length === 0) add(parts, 'program', 'program', usage['program'] ?? compile.used);
  return { name: compile.space.toUpperCase(), capacity: compile.capacity ?? null, parts };
}

function poolSpace(facts: IncidentFacts): SpacePicture | null {
  const { pool, needed, mapped, asyncPool } = facts;
  if (asyncPool?.total && asyncPool.free && needed) {
    const used = minus(asyncPool.total, asyncPool.free);
    return {
      name: 'GPU',
      capacity: asyncPool.total,
      parts: [inUse(used), { name: 'requested', kind: 'request', size: needed }],
    };
  }
  if (!needed || !pool.limit) return null;
  const name = facts.pools[0]?.allocator ?? facts.dump?.allocator ?? 'pool';
  if (pool.inUse)
    return {
      name,
      capacity: pool.limit,
      parts: [inUse(pool.inUse), { name: 'requested', kind: 'request', size: needed }],
    };
  const occupancy = mapped?.occupancy;
  if (!occupancy) return null;
  const cell = pool.limit.bytes / occupancy.cells;
  // Stars overestimate by up to one cell at each end of a piece.
  const error = Math.round(cell * 2 * Math.max(1, occupancy.freeRuns)) + errorOf(pool.limit);
  const used = derived(Math.round(cell * (occupancy.cells - occupancy.free)), error);
  return { name, capacity: pool.limit, parts: [inUse(used), { name: 'requested', kind: 'request', size: needed }] };
}

function inUse(size: StatedSize): Parts[number] {
  return { name: 'in use', kind: 'in-use', size };
}

function add(parts: Parts, name: string, kind: PartKind, size: StatedSize | undefined): void {
  if (size && size.bytes > 0) parts.push({ name, kind, size });
}

function allocationsOf(facts: IncidentFacts): AllocationsPicture | null {
  const { compile, assignment } = facts;
  const listed = compile?.allocations?.flatMap(boxOfAllocation) ?? [];
  if (compile && listed.length > 0) {
    return {
      name: `Largest allocations in ${compile.space.toUpperCase()}`,
      capacity: compile.capacity ?? null,
      boxes: listed,
    };
  }
  const buffers = assignment?.peakBuffers?.flatMap(boxOfBuffer) ?? [];
  return buffers.length > 0 ? { name: 'Largest buffers at the peak', capacity: null, boxes: buffers } : null;
}

type Box = AllocationsPicture['boxes'][number];

function boxOfAllocation(allocation: SpaceAllocation): Box[] {
  const { size, paddingExtra, unpadded } = allocation;
  if (!size) return [];
  const padding = paddingExtra?.bytes ?? (unpadded ? Math.max(0, size.bytes - unpadded.bytes) : 0);
  return [
    {
      name:
        allocation.tag ??
        allocation.opName ??
        allocation.xlaLabel ??
        allocation.type ??
        `allocation ${allocation.n ?? ''}`,
      size,
      shape: allocation.shape ?? '',
      source: sourceOf(allocation),
      padding: rounded(padding, size),
      kind: allocation.type === 'HLO temp' ? 'temporary' : allocation.type === 'reserved' ? 'reserved' : 'program',
    },
  ];
}

/** A difference of two rounded numbers that is within their error is none. */
function rounded(padding: Bytes, size: StatedSize): Bytes {
  return padding <= 2 * errorOf(size) ? 0 : padding;
}

function boxOfBuffer(buffer: PeakBuffer): Box[] {
  const { size } = buffer;
  if (!size) return [];
  return [
    {
      name: buffer.opName ?? buffer.label ?? (buffer.entryParameter ? 'argument' : `buffer ${buffer.n ?? ''}`),
      size,
      shape: buffer.shape ?? '',
      source: sourceOf(buffer),
      padding: 0,
      kind: buffer.entryParameter ? 'arguments' : 'temporary',
    },
  ];
}

function sourceOf(entry: { sourceFile?: string; sourceLine?: number }): string {
  if (entry.sourceFile === undefined) return '';
  return entry.sourceLine === undefined ? entry.sourceFile : `${entry.sourceFile}:${entry.sourceLine}`;
}

function mapOf(facts: IncidentFacts): MapPicture | null {
  const { mapped, needed, pool } = facts;
  const occupancy = mapped?.occupancy;
  if (!mapped || !occupancy || !needed) return null;
  return {
    allocator: mapped.allocator,
    cells: occupancy.map,
    request: needed.bytes,
    bytesPerCell: pool.limit && occupancy.complete ? Math.round(pool.limit.bytes / occupancy.cells) : null,
    owner: mapped.occupancyOwner ?? '',
  };
}

/** What all parts of a space take together. */
export function totalOf(space: SpacePicture): StatedSize {
  return plus(...space.parts.filter((part) => part.kind !== 'free').map((part) => part.size));
}
