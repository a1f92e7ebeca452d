/** Reads the messages of one region of text. */

import type { OomReport } from '../../model/oom.ts';
import type { MemoryStatement } from '../../model/oom-text.ts';
import { findUnsized } from './families/unsized.ts';
import type { Found } from './family.ts';
import { attachMaps } from './occupancy.ts';
import { FAMILIES } from './registry.ts';
import { RepairLog } from './repair/log.ts';
import { withoutLearnedStarts } from './repair/line-starts.ts';
import { repairedLines, type TextLine } from './repair/lines.ts';
import { RepairedText } from './repair/repaired-text.ts';
import { unwrapped, WRAP_RULES } from './repair/unwrap.ts';
import { compiledMemoryStats } from './statements/compiled-memory-stats.ts';
import { memoryStats } from './statements/memory-stats.ts';
import { nvidiaSmi } from './statements/nvidia-smi.ts';

export interface RegionReading {
  text: RepairedText;
  reports: OomReport[];
  statements: MemoryStatement[];
  log: RepairLog;
  /** The end of the region cuts a message off before its numbers: its last words. */
  brokenOff: string | undefined;
}

/**
 * Reads a region. Where something unknown seems to stand before its lines, or lines look broken at a fixed width, it is
 * read as it stands and with that undone, and the reading that understands more is kept.
 */
export function readRegion(region: string, firstLine: number): RegionReading {
  const log = new RepairLog();
  const lines = repairedLines(region, firstLine, log);
  let best = bestReading(lines);
  const startLog = new RepairLog();
  const bared = withoutLearnedStarts(lines, startLog);
  const other = bared && bestReading(bared.lines);
  // Where most labels stand behind something, text that is glued to names must not count for understanding. But what is
  // left of a wrapped prefix looks the same.
  const gain = other ? understanding(other) - understanding(best) : -1;
  if (other && (best.joined > 0 ? gain > 0 : bared?.isMost || gain >= 0)) {
    best = other;
    log.merge(startLog);
  }
  log.add('wrapped-lines', best.joined);
  log.merge(best.log);
  const { text, reports, brokenOff } = best;
  const statements = [...compiledMemoryStats(text), ...memoryStats(text), ...nvidiaSmi(text)];
  return { text, reports, statements: statements.toSorted((a, b) => a.line - b.line), log, brokenOff };
}

function bestReading(lines: readonly TextLine[]): TextReading {
  let best = readText(new RepairedText(lines));
  for (const rule of WRAP_RULES) {
    const joined = unwrapped(lines, rule);
    if (joined === null) continue;
    const other = readText(new RepairedText(joined.lines), joined.joined);
    if (understanding(other) > understanding(best)) best = other;
  }
  return best;
}

interface TextReading {
  text: RepairedText;
  reports: OomReport[];
  log: RepairLog;
  /** Lines that were joined for this reading. */
  joined: number;
  /** Line breaks within quoted names and numbers: nothing that XLA prints has any. */
  broken: number;
  brokenOff: string | undefined;
}

function readText(text: RepairedText, joined = 0): TextReading {
  const log = new RepairLog();
  const found: Found[] = FAMILIES.flatMap((family) => family.find(text, log));
  attachMaps(text, found);
  const unsized = findUnsized(text, found);
  // `trying to allocate` at the end of a text goes on with a size.
  const whole = unsized.filter(({ start, end }) => /memory$/i.test(text.text.slice(start, end)));
  const cut = brokenOff(text.text, [...found, ...whole]);
  found.push(...unsized);
  found.sort((a, b) => a.start - b.start || a.end - b.end);
  const broken = found.reduce((sum, { start, end }) => sum + breaksWithin(text.text.slice(start, end)), 0);
  const reports = found.map(({ report }) => report);
  return { text, reports, log, joined, broken, brokenOff: cut };
}

const UNFINISHED = new RegExp(
  '(?:[Oo]ut of memory (?:while )?trying to allocate|Out of memory allocating|Attempting to (?:allocate|reserve)|' +
    'Ran out of memory (?:in|on)|(?:CUDA|HIP|XPU) out of memory\\. Tried to allocate|ailed to allocate|OOM when allocating|reduce memory use below|' +
    'Aborting compilation early|' +
    String.raw`RESOURCE_EXHAUSTED:?\s*$)[^]{0,160}$`,
);

/** A message that begins near the end and was not understood was cut. */
function brokenOff(text: string, found: readonly Found[]): string | undefined {
  const end = text.trimEnd();
  const from = Math.max(0, end.length - 300);
  const match = UNFINISHED.exec(end.slice(from));
  if (!match) return undefined;
  const start = from + match.index;
  return found.some((one) => one.start <= start && one.end > start)
    ? undefined
    : match[0].replace(/\s+/g, ' ').slice(0, 120);
}

/** `[64,256,256,3⏎2]`: read as it stands, the shape would have one dimension more. */
const BREAK_IN_SHAPE = /\[\d[\d,\s]{0,200}?\d\s*\n\s*\d/g;

/** Line breaks within quoted names and within numbers of shapes. */
function breaksWithin(text: string): number {
  let breaks = text.includes('[') ? (text.match(BREAK_IN_SHAPE)?.length ?? 0) : 0;
  let quoted = false;
  // An unclosed quote ends with its block.
  for (const token of text.match(/"|\n\s*\n|={8,}|\n/g) ?? []) {
    if (token === '"') quoted = !quoted;
    else if (token !== '\n') quoted = false;
    else if (quoted) breaks++;
  }
  return breaks;
}

/** How much a reading understands: the facts in its messages, less what they lack. */
function understanding(reading: TextReading): number {
  const facts = reading.reports.reduce((sum, report) => sum + factsOf(report), 0);
  const missing = reading.reports.reduce((sum, report) => sum + (report.missing?.length ?? 0), 0);
  return facts - 5 * missing - reading.broken;
}

/** What every report has, or what it has because the text is broken. */
const NO_FACTS = new Set(['n', 'line', 'rank', 'family', 'partial', 'missing', 'inProse', 'wrapped', 'occupancyOwner']);

function factsOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + factsOf(item), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [key, item]) => (NO_FACTS.has(key) ? sum : sum + factsOf(item)), 0);
}
