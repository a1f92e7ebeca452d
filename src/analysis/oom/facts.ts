/** The numbers of one failure, gathered from its reports and from what stands beside them. */

import type {
  ArgumentsReport,
  AssignmentReport,
  AsyncPoolReport,
  CompileReport,
  DriverReport,
  DumpReport,
  OomFamily,
  OomReport,
  PoolReport,
  RematReport,
  RuntimeReport,
  ScopedReport,
  StatedSize,
  TensorReport,
  TorchReport,
} from '../../model/oom.ts';
import type { MemoryStatement, OomContext } from '../../model/oom-text.ts';
import type { Bytes } from '../../model/units.ts';
import { derived, errorOf, minus } from './sizes.ts';

export interface IncidentFacts {
  reports: readonly OomReport[];
  /** The most precise statement of what was asked for. */
  request: StatedSize | undefined;
  /** What a pool must find: the request rounded up. */
  needed: StatedSize | undefined;
  pools: PoolReport[];
  /** The pool report that has a map. */
  mapped: PoolReport | undefined;
  dump: DumpReport | undefined;
  assignment: AssignmentReport | undefined;
  remat: RematReport | undefined;
  argumentLimit: ArgumentsReport | undefined;
  driver: DriverReport | undefined;
  asyncPool: AsyncPoolReport | undefined;
  tensor: TensorReport | undefined;
  compile: CompileReport | undefined;
  scoped: ScopedReport | undefined;
  runtime: RuntimeReport | undefined;
  torch: TorchReport | undefined;
  pool: PoolNumbers;
  /** Memory of the device as nvidia-smi or the driver states it. */
  deviceTotal: StatedSize | undefined;
  executable: string | undefined;
  context: OomContext;
  has(family: OomFamily): boolean;
}

export interface PoolNumbers {
  /** What the pool may become. */
  limit: StatedSize | undefined;
  /** How the limit is known. */
  limitFrom: string;
  /** The limit is an estimate, not a statement. */
  estimated: boolean;
  inUse: StatedSize | undefined;
  /** Free in the pool, and what it may still grow by. */
  free: StatedSize | undefined;
  largestFree: StatedSize | undefined;
}

/** The report types that a family may be of. */
type Of<F extends OomFamily, R = OomReport> = R extends { family: infer Own } ? (F extends Own ? R : never) : never;

function find<F extends OomFamily>(reports: readonly OomReport[], ...families: F[]): Of<F> | undefined {
  return reports.find((report): report is Of<F> => families.some((family) => family === report.family));
}

/** Gathers the facts of the reports of one failure. */
export function factsOf(
  reports: readonly OomReport[],
  context: OomContext,
  statements: readonly MemoryStatement[],
): IncidentFacts {
  const pools = reports.filter((report): report is PoolReport => ['F3', 'F3b', 'F4'].includes(report.family));
  const mapped = pools.find((pool) => pool.occupancy !== undefined && pool.occupancy.cells > 0);
  const request = bestRequest(reports);
  const rounded = pools.find((pool) => pool.roundedBytes !== undefined)?.roundedBytes;
  const facts: Omit<IncidentFacts, 'pool'> = {
    reports,
    request: request ?? (rounded === undefined ? undefined : derived(rounded, 0)),
    needed: rounded === undefined ? request : derived(rounded, 0),
    pools,
    mapped,
    dump: find(reports, 'F5'),
    assignment: find(reports, 'F7'),
    remat: find(reports, 'F22'),
    argumentLimit: find(reports, 'F23'),
    driver: find(reports, 'F9', 'F10'),
    asyncPool: find(reports, 'F11'),
    tensor: find(reports, 'F13'),
    compile: find(reports, 'F14', 'F15', 'F16', 'F17'),
    scoped: find(reports, 'F18', 'F19', 'F24'),
    runtime: find(reports, 'F20', 'F21'),
    torch: find(reports, 'TORCH'),
    deviceTotal: deviceTotal(reports, context),
    executable: reports.find((report) => report.executable !== undefined)?.executable,
    context,
    has: (family) => reports.some((report) => report.family === family),
  };
  return { ...facts, pool: poolNumbers(facts, statements) };
}

/** The message says that memory ran out, and nothing else. */
export function isUnsized(report: OomReport): boolean {
  if (report.family === 'F1') return report.requested === undefined;
  return report.family === 'F9' && report.requested === undefined && report.where === undefined && !report.library;
}

/** An exact number beats a rounded one. */
function bestRequest(reports: readonly OomReport[]): StatedSize | undefined {
  const sizes = reports.flatMap((report) => ('requested' in report && report.requested ? [report.requested] : []));
  return sizes.find((size) => size.exact) ?? sizes[0];
}

function deviceTotal(reports: readonly OomReport[], context: OomContext): StatedSize | undefined {
  const async = find(reports, 'F11')?.total;
  if (async) return async;
  const driver = find(reports, 'F9')?.total;
  if (driver) return driver;
  const torch = find(reports, 'TORCH')?.total;
  if (torch) return torch;
  return context.nvidiaSmiTotalMib === undefined ? undefined : derived(context.nvidiaSmiTotalMib * 2 ** 20, 2 ** 19);
}

function poolNumbers(facts: Omit<IncidentFacts, 'pool'>, statements: readonly MemoryStatement[]): PoolNumbers {
  const { dump, asyncPool } = facts;
  const stats = dump?.stats ?? asyncPool?.stats ?? {};
  const stat = (name: string): StatedSize | undefined => {
    const value = stats[name];
    return typeof value === 'object' ? value : undefined;
  };
  const counters = soleMemoryStats(statements);
  const limit = dump?.limit ?? stat('Limit') ?? counters.get('bytes_limit');
  const estimate = limit ? null : estimatedLimit(facts);
  const inUse = stat('InUse') ?? dump?.sumInUse;
  return {
    limit: limit ?? estimate?.limit,
    limitFrom: limit
      ? dump?.limit || stat('Limit')
        ? 'stated by the allocator'
        : 'bytes_limit of memory_stats()'
      : (estimate?.from ?? ''),
    estimated: estimate !== null,
    inUse,
    free: freeOf(dump, limit, inUse) ?? asyncPool?.free,
    largestFree: largestFree(dump, stat('LargestFreeBlock')),
  };
}

function freeOf(
  dump: DumpReport | undefined,
  limit: StatedSize | undefined,
  inUse: StatedSize | undefined,
): StatedSize | undefined {
  if (!dump) return undefined;
  if (dump.free && dump.available)
    return derived(dump.free.bytes + dump.available.bytes, errorOf(dump.free) + errorOf(dump.available));
  return limit && inUse ? minus(limit, inUse) : undefined;
}

/** The chunk list gives the largest free one only where it is whole: all regions are accounted for. */
function largestFree(dump: DumpReport | undefined, stated: StatedSize | undefined): StatedSize | undefined {
  if (dump?.largestFree) return dump.largestFree;
  const { chunks, regions } = dump ?? {};
  if (chunks && regions) {
    const whole = regions.reduce((sum, region) => sum + region, 0);
    if (chunks.inUseBytes + chunks.freeBytes === whole) return derived(chunks.largestFree, 0);
  }
  const listed = dump?.freeChunksInBin?.map((chunk) => chunk.size).toSorted((a, b) => b.bytes - a.bytes)[0];
  return stated && stated.bytes > 0 ? stated : listed;
}

/** Counters of the text's one dictionary; with several devices nothing says which is ours. */
function soleMemoryStats(statements: readonly MemoryStatement[]): Map<string, StatedSize> {
  const dictionaries = statements.filter((statement) => statement.kind === 'memory-stats');
  const [only] = dictionaries;
  if (only === undefined) return new Map();
  const limits = new Set(dictionaries.map(({ rows }) => rows.find((row) => row.name === 'bytes_limit')?.size.bytes));
  const rows =
    dictionaries.length === 1
      ? only.rows
      : limits.size === 1
        ? only.rows.filter((row) => row.name === 'bytes_limit')
        : [];
  return new Map(rows.map((row) => [row.name, row.size]));
}

/** Of the memory of the device, what JAX reserves unless told otherwise (jax docs, gpu_memory_allocation). */
export const DEFAULT_FRACTION = 0.75;
/** What the scheduler of XLA:GPU leaves to temporaries of the memory that is left after arguments and outputs. */
export const SCHEDULER_SHARE = 0.95;

/** Bytes; a B300 has 288 GB. What is larger fits no GPU. */
export const LARGEST_GPU = 300e9;

function estimatedLimit(facts: Omit<IncidentFacts, 'pool'>): { limit: StatedSize; from: string } | null {
  const { remat, assignment, deviceTotal: total, context } = facts;
  const parameters = assignment?.stats?.parameter;
  if (remat && parameters && remat.budget.bytes > 0) {
    const bytes = Math.round(remat.budget.bytes / SCHEDULER_SHARE + parameters.bytes);
    return {
      limit: derived(bytes, Math.round(bytes * 0.01)),
      from: 'estimated from the budget of rematerialization and the arguments',
    };
  }
  if (total && facts.pools.length > 0) {
    const stated = Number(context.memFractionEnv);
    const fraction = stated > 0 && stated <= 1 ? stated : DEFAULT_FRACTION;
    const bytes = Math.floor(total.bytes * fraction);
    // At most: the runtime sees somewhat less than nvidia-smi shows.
    return { limit: derived(bytes, errorOf(total)), from: `${fraction} of the memory of the device` };
  }
  return null;
}

/**
 * Bytes of free cells in a map, at least and at most, in all and in the longest run. A cell that is in use anywhere is
 * a star, so there may be almost one cell more at every border between free and used.
 */
export function freeByMap(pool: PoolReport, limit: StatedSize): { total: [Bytes, Bytes]; run: [Bytes, Bytes] } | null {
  const { occupancy } = pool;
  if (!occupancy || occupancy.cells === 0) return null;
  const least = (limit.bytes - errorOf(limit)) / occupancy.cells;
  const most = (limit.bytes + errorOf(limit)) / occupancy.cells;
  const borders = occupancy.map.match(/_(?=[*x])|[*x](?=_)/g)?.length ?? 0;
  const runAtEdge = occupancy.freeRuns === 1 && borders <= 1;
  return {
    total: [occupancy.free * least, (occupancy.free + borders) * most],
    run: [occupancy.largestFreeRun * least, (occupancy.largestFreeRun + (runAtEdge ? borders : 2)) * most],
  };
}
