/**
 * F5: the dump of a BFC allocator: bins, free chunks of the wanted bin, regions with their chunks, chunks in use by
 * size, totals, counters. Matches are taken one by one, since a dump of a big pool has a hundred thousand of them.
 * Source: xla/tsl/framework/bfc_allocator.cc, DumpMemoryLog; older wordings are TensorFlow's of 2016 to 2021.
 */

import type { DumpReport, OomReport } from '../../../model/oom.ts';
import { readAllocatorStats } from '../allocator-stats.ts';
import type { Family, Found } from '../family.ts';
import { mergedMatches } from '../merged-matches.ts';
import { groupsOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, INT, SIZE, sizeOf } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const VALUE = `(?:${SIZE}|${INT})`;
const PATTERNS = {
  header: pattern('BFCAllocator dump for (?<allocator>[\\w.:-]{1,80})', 'g'),
  bin: pattern(
    'Bin \\((?<bin>\\d+)\\):~Total Chunks: (?<chunks>\\d+), Chunks in use: (?<used>\\d+)\\.? ' +
      `(?<allocated>${SIZE}) allocated for chunks\\.` +
      `(?: ${SIZE} client-requested for chunks\\.)?(?: (?<inUse>${SIZE}) in use in bin\\.)?(?: ` +
      `(?<requested>${SIZE}) client-requested in use in bin)?`,
    'g',
  ),
  binFor: pattern(`Bin for (?<request>${SIZE}) was (?<bin>${SIZE}), Chunk State`, 'g'),
  freeChunk: pattern(
    `(?<!(?:prev|next):\\s{0,8})(?<!Requested\\s)Size: (?<size>${SIZE}) \\| Requested Size: ` +
      `(?<requested>${SIZE}) \\| in_use: 0`,
    'g',
  ),
  region: pattern('Next region of size (?<size>\\d+)', 'g'),
  chunk: pattern('(?<state>InUse|Free|Chunk) at (?:0x)?[0-9a-fA-F]{1,16} of size (?<size>\\d+)', 'g'),
  bySize: pattern(`(?<!\\d)(?<count>\\d{1,15}) Chunks of size (?<size>\\d{1,20}) totalling (?<total>${SIZE})`, 'gi'),
  sum: pattern(`Sum Total of in-use chunks:~(?<size>${SIZE})`, 'g'),
  totals: pattern(
    `(?:Total bytes in pool|Total size in pool|total_region_allocated_bytes_):~(?<pool>${VALUE}) ` +
      `memory_limit_:~(?<limit>${VALUE})` +
      `(?: available (?:bytes|size):~(?<available>${VALUE}))?(?: curr_region_allocation_bytes_:~(?<region>${VALUE}))?`,
    'g',
  ),
  /** Since 2026. */
  memorySummary: pattern(
    `Allocator memory summary: rounded request (?<request>${SIZE}), total free in pool (?<free>${SIZE}), ` +
      `largest free chunk usable by \\w+ end (?<largest>${SIZE}), unallocated bytes (?<available>${SIZE}), ` +
      `pool size (?<pool>${SIZE}), pool limit (?<limit>${SIZE})`,
    'g',
  ),
  growthHint: pattern(`next region allocation target (?<size>${SIZE})`, 'g'),
};
const ANNOUNCED = pattern('Current allocation summary follows');
/** More chunks of one bin than anyone looks at. */
const MAX_FREE_CHUNKS = 1000;
/** Foreign lines that may stand within a dump: other threads log into it. */
const MAX_IDLE_LINES = 60;

interface Dump {
  report: DumpReport;
  start: number;
  end: number;
  lastLine: number;
}

function find(text: RepairedText): Found[] {
  const dumps: Dump[] = [];
  let open: Dump | null = null;
  for (const { kind, match } of mergedMatches(text.text, PATTERNS)) {
    const line = text.indexAt(match.index);
    const groups = groupsOf(match);
    if (open === null || kind === 'header' || line - open.lastLine > MAX_IDLE_LINES) {
      open = opened(match.index, text.rawLineAt(match.index), groups['allocator'], line);
      // Before 2018 the dump has no header; the warning before it announces it.
      if (ANNOUNCED.test(text.text.slice(Math.max(0, match.index - 600), match.index))) delete open.report.partial;
      dumps.push(open);
    }
    READS[kind](open.report, groups);
    open.end = match.index + match[0].length;
    open.lastLine = text.indexAt(open.end);
  }
  for (const [i, dump] of dumps.entries()) addStats(text, dump, dumps[i + 1]?.start ?? text.text.length);
  return dumps
    .filter((dump) => hasContent(dump.report))
    .map(({ start, end, report }) => ({ start, end, report: withMissing(report) }));
}

function opened(offset: number, line: number, allocator: string | undefined, index: number): Dump {
  const report: DumpReport = { n: 0, line, family: 'F5', ...present({ allocator }) };
  if (allocator === undefined) report.partial = true;
  return { report, start: offset, end: offset, lastLine: index };
}

type Groups = Record<string, string | undefined>;

/** What each pattern puts into the report. */
const READS: Record<keyof typeof PATTERNS, (report: DumpReport, groups: Groups) => void> = {
  header: () => undefined,
  bin: addBin,
  binFor: (report, { request, bin }) => {
    const sizes = { request: sizeOf(request), bin: sizeOf(bin) };
    if (sizes.request && sizes.bin) report.binFor = { request: sizes.request, bin: sizes.bin };
  },
  freeChunk: (report, groups) => {
    const size = sizeOf(groups['size']);
    const requested = sizeOf(groups['requested']);
    const chunks = (report.freeChunksInBin ??= []);
    if (size && requested && chunks.length < MAX_FREE_CHUNKS) chunks.push({ size, requested });
  },
  region: (report, { size }) => {
    (report.regions ??= []).push(Number(size));
  },
  chunk: (report, { state, size }) => addChunk(report, state !== 'Free', Number(size)),
  bySize: (report, { count, size, total }) => {
    const sum = sizeOf(total);
    if (sum) (report.summary ??= []).push({ count: Number(count), size: Number(size), total: sum });
  },
  sum: (report, { size }) => {
    Object.assign(report, present({ sumInUse: sizeOf(size) }));
  },
  totals: (report, { pool, limit, available, region }) => {
    const totals = { pool: value(pool), limit: value(limit), available: value(available), currRegion: value(region) };
    Object.assign(report, present(totals));
  },
  memorySummary: (report, { free, largest, available, pool, limit }) => {
    const totals = { free: sizeOf(free), largestFree: sizeOf(largest), available: sizeOf(available) };
    Object.assign(report, present({ ...totals, pool: sizeOf(pool), limit: sizeOf(limit) }));
  },
  growthHint: (report, { size }) => {
    const target = sizeOf(size);
    if (target) report.currRegion ??= target;
  },
};

/** A size with a unit, or a count of bytes. */
function value(text: string | undefined): DumpReport['pool'] {
  if (text === undefined) return undefined;
  return /[A-Za-z]/.test(text) ? sizeOf(text) : exactFromDigits(text);
}

function addBin(report: DumpReport, groups: Record<string, string | undefined>): void {
  const allocated = sizeOf(groups['allocated']);
  if (allocated === undefined) return;
  const zero = { bytes: 0, exact: true };
  (report.bins ??= []).push({
    bin: Number(groups['bin']),
    chunks: Number(groups['chunks']),
    inUse: Number(groups['used']),
    allocated,
    inUseSize: sizeOf(groups['inUse']) ?? zero,
    requested: sizeOf(groups['requested']) ?? zero,
  });
}

function addChunk(report: DumpReport, inUse: boolean, size: number): void {
  const chunks = (report.chunks ??= { inUseCount: 0, inUseBytes: 0, freeCount: 0, freeBytes: 0, largestFree: 0 });
  if (inUse) {
    chunks.inUseCount++;
    chunks.inUseBytes += size;
  } else {
    chunks.freeCount++;
    chunks.freeBytes += size;
    chunks.largestFree = Math.max(chunks.largestFree, size);
  }
}

/** The counters stand on lines of their own, after `Stats:`. */
function addStats(text: RepairedText, dump: Dump, end: number): void {
  const stats = readAllocatorStats(text.text.slice(dump.end, Math.min(end, dump.end + 2000)));
  if (stats) dump.report.stats = stats;
}

function hasContent(report: DumpReport): boolean {
  return Object.keys(report).some((key) => !['n', 'line', 'family', 'allocator', 'partial'].includes(key));
}

function withMissing(report: DumpReport): DumpReport {
  const missing: string[] = [];
  if (report.partial) missing.push('The beginning of the dump: which allocator it is of, and what was requested.');
  if (!report.pool && !report.limit && !report.stats)
    missing.push('The totals at the end of the dump: size and limit of the pool.');
  return missing.length > 0 ? { ...report, missing } : report;
}

/** A dump that was read in two pieces is one: the second has no header and goes on where the first stopped. */
export function joinDumps(first: OomReport, second: OomReport): DumpReport | null {
  if (first.family !== 'F5' || second.family !== 'F5' || second.allocator !== undefined) return null;
  const { n, line, partial, missing: _, allocator, ...rest } = first;
  const joined: DumpReport = { ...second, ...rest, n, line, family: 'F5', ...present({ allocator }) };
  delete joined.partial;
  delete joined.missing;
  if (partial) joined.partial = true;
  if (first.chunks && second.chunks) {
    joined.chunks = {
      inUseCount: first.chunks.inUseCount + second.chunks.inUseCount,
      inUseBytes: first.chunks.inUseBytes + second.chunks.inUseBytes,
      freeCount: first.chunks.freeCount + second.chunks.freeCount,
      freeBytes: first.chunks.freeBytes + second.chunks.freeBytes,
      largestFree: Math.max(first.chunks.largestFree, second.chunks.largestFree),
    };
  }
  if (first.regions && second.regions) joined.regions = [...first.regions, ...second.regions];
  if (first.summary && second.summary) joined.summary = [...first.summary, ...second.summary];
  return withMissing(joined);
}

export const BFC_DUMP: Family = { name: 'dump of a BFC allocator (F5)', find };
