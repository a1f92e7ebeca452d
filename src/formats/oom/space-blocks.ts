/**
 * The blocks after `Ran out of memory in memory space …`: what the whole chip needs, what the program needs, and its
 * largest allocations. Each names its space, and each may stand out of order in a paste.
 *
 *     Total hbm usage >= 65.05G:              Program hbm requirement 63.80G:
 *         reserved          1.25G                 global            1.14M
 *         program          63.80G                 HLO temp         63.79G (100.0% utilization: …, 0.3% fragmentation …)
 *         arguments            0B
 *                                             Largest program allocations in hbm:
 *     Output size 0B; shares 0B with arguments.   1. Size: 2.00G …
 */

import type { CompileReport, ProgramRequirement, SpaceAllocation, StatedSize } from '../../model/oom.ts';
import { dropDuplicates, entryRuns, type EntryRun } from './entries.ts';
import { fieldsBetween, fieldValue, oneLine, readOperator, shapeFields, type Field } from './fields.ts';
import type { Part } from './parts.ts';
import { groupsOf, numberOf, pattern, present } from './pattern.ts';
import type { RepairLog } from './repair/log.ts';
import type { RepairedText } from './repair/repaired-text.ts';
import { firstSize, parseSize, SIZE, sizeOf } from './sizes.ts';

type BlockFields = Pick<
  CompileReport,
  'hbmUsage' | 'output' | 'programRequirement' | 'allocations' | 'pastedEntries' | 'duplicateEntriesDropped'
>;

export interface SpaceBlock extends Part<BlockFields> {
  /** Empty where the block does not say. */
  space: string;
}

const USAGE = pattern(`Total (?<space>\\w{2,12}) usage >= (?<total>${SIZE})~:?`, 'g');
const OUTPUT = pattern(
  `Output size (?:(?<size>${SIZE})|unknown)(?:~;~shares (?:(?<shares>${SIZE})|unknown(?: size)?) with arguments)?`,
  'g',
);
const REQUIREMENT = pattern(`Program (?<space>\\w{2,12}) requirement (?<total>${SIZE})~:`, 'g');
/** Rows that follow a total, in any order and with any line breaks. */
const ROW = pattern(
  '(?:~(?<name>reserved|program|arguments|global|scoped|HLO temp|stack|overlays?|constants?|parameters?|code|sflag|' +
    `semaphores?) (?:(?<size>${SIZE})|unknown size))`,
  'gy',
);
const TEMP_DETAIL = pattern(
  `~\\((?<utilization>[\\d.]+)% utilization(?::~Unpadded \\((?<unpadded>${SIZE})\\) Padded \\((?<padded>${SIZE})\\))?` +
    `(?:,?~(?<fragmentation>[\\d.]+)% fragmentation(?: \\((?<lost>${SIZE})\\))?)?~\\)`,
  'y',
);

const LIST = pattern('Largest program allocations in (?<space>\\w{2,12})~:', 'g');
const ENTRY = pattern('(?<![\\d.])(\\d{1,3})\\.~Size~:', 'g');
const LABELS = pattern(
  '(Operator|(?<!Sub)Shape|Unpadded size|Extra memory due to padding|XLA label|Allocation type|Tag|' +
    '(?<!Unpadded )Size)~:',
  'gi',
);

/** All blocks of a text. */
export function spaceBlocks(text: RepairedText): SpaceBlock[] {
  return [...usages(text), ...outputs(text), ...requirements(text), ...allocationLists(text)];
}

function usages(text: RepairedText): SpaceBlock[] {
  return [...text.text.matchAll(USAGE)].map((match) => {
    const { space = '', total = '' } = groupsOf(match);
    const { rows, end } = readRows(text.text, match.index + match[0].length);
    const hbmUsage: Record<string, StatedSize> = {};
    const all = parseSize(total);
    if (all) hbmUsage['total'] = all;
    return { kind: 'usage', space, start: match.index, end, fields: { hbmUsage: { ...hbmUsage, ...rows } } };
  });
}

function outputs(text: RepairedText): SpaceBlock[] {
  return [...text.text.matchAll(OUTPUT)].map((match) => {
    const output = present({ size: sizeOf(groupsOf(match)['size']), shares: sizeOf(groupsOf(match)['shares']) });
    const fields = Object.keys(output).length > 0 ? { output } : {};
    return { kind: 'output', space: 'hbm', start: match.index, end: match.index + match[0].length, fields };
  });
}

function requirements(text: RepairedText): SpaceBlock[] {
  const blocks: SpaceBlock[] = [];
  for (const match of text.text.matchAll(REQUIREMENT)) {
    const { space = '', total = '' } = groupsOf(match);
    const size = parseSize(total);
    if (size === null) continue;
    const { rows, detail, end } = readRows(text.text, match.index + match[0].length);
    const programRequirement: ProgramRequirement = { space, total: size, rows, ...present({ hloTempDetail: detail }) };
    blocks.push({ kind: 'requirement', space, start: match.index, end, fields: { programRequirement } });
  }
  return blocks;
}

function readRows(
  text: string,
  from: number,
): { rows: Record<string, StatedSize>; detail: ProgramRequirement['hloTempDetail']; end: number } {
  const rows: Record<string, StatedSize> = {};
  let detail: ProgramRequirement['hloTempDetail'];
  let end = from;
  for (;;) {
    ROW.lastIndex = end;
    const row = ROW.exec(text);
    if (!row) break;
    const { name = '', size } = groupsOf(row);
    const key = name.toLowerCase().replace(/\s+/g, '_');
    const stated = sizeOf(size);
    if (stated && !(key in rows)) rows[key] = stated;
    end = ROW.lastIndex;
    TEMP_DETAIL.lastIndex = end;
    const temp = TEMP_DETAIL.exec(text);
    if (!temp) continue;
    end = TEMP_DETAIL.lastIndex;
    const { utilization, fragmentation, lost, unpadded, padded } = groupsOf(temp);
    detail = present({
      utilizationPct: numberOf(utilization),
      fragmentationPct: numberOf(fragmentation),
      fragmentation: sizeOf(lost),
      unpadded: sizeOf(unpadded),
      padded: sizeOf(padded),
    });
  }
  return { rows, detail, end };
}

function allocationLists(text: RepairedText): SpaceBlock[] {
  const lists = [...text.text.matchAll(LIST)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    space: groupsOf(match)['space'] ?? '',
  }));
  const boundaries = [...text.text.matchAll(ENTRY)].map((match) => ({
    n: Number(match[1]),
    start: match.index,
    // The label is part of the entry.
    contentStart: match.index + match[0].search(/Size/i),
  }));
  const stops = [...lists.map((list) => list.start), ...heads(text)];
  const runs = entryRuns<SpaceAllocation>(text.text, boundaries, stops, (n, from, to) =>
    readAllocation(text, n, from, to),
  );
  const isNumbered = (list: { end: number }): boolean =>
    boundaries.some(({ start }) => start >= list.end && start - list.end < MAX_UNNUMBERED);
  const unnumbered = lists.filter((list) => !isNumbered(list)).flatMap((list) => unnumberedRun(text, list.end));
  return [...runs, ...unnumbered].map((run) => {
    const list = lists.findLast((one) => one.start <= run.start) ?? lists.find((one) => one.start - run.end < 2000);
    const fields: BlockFields = { allocations: run.entries };
    return {
      kind: 'allocations',
      space: list?.space ?? '',
      start: run.start,
      end: run.end,
      fields,
      merge: mergedLists,
    };
  });
}

/** Pieces of one list, of which other blocks stand between. */
function mergedLists(earlier: BlockFields, later: BlockFields): BlockFields {
  return { ...earlier, allocations: [...(earlier.allocations ?? []), ...(later.allocations ?? [])] };
}

/** The allocations in the order of their numbers, each once, with how many there were. */
export function settledAllocations(fields: BlockFields, log: RepairLog): BlockFields {
  if (!fields.allocations) return fields;
  const { kept, dropped } = dropDuplicates(fields.allocations, log);
  const settled: BlockFields = { ...fields, allocations: kept, pastedEntries: fields.allocations.length };
  if (dropped > 0) settled.duplicateEntriesDropped = dropped;
  return settled;
}

const HEADS = pattern('Ran out of memory in memory space|Program \\w{2,12} requirement|Total \\w{2,12} usage >=', 'g');

function heads(text: RepairedText): number[] {
  return [...text.text.matchAll(HEADS)].map((match) => match.index);
}

function readAllocation(
  text: RepairedText,
  n: number | null,
  from: number,
  to: number,
): { entry: SpaceAllocation; end: number } | null {
  const fields = fieldsBetween(text.text, from, to, LABELS);
  if (fields.length === 0) return null;
  return { entry: allocationOf(text, n, fields), end: Math.max(...fields.map((field) => field.end)) };
}

const PADDING = pattern(`(?<extra>${SIZE})(?: \\((?<factor>[\\d.]+)x expansion\\))?`);
const TYPE = /^(?:HLO temp|[a-z]+(?: [a-z]+)?)/;

function allocationOf(text: RepairedText, n: number | null, fields: readonly Field[]): SpaceAllocation {
  const padding = groupsOf(PADDING.exec(fieldValue(fields, 'extra memory due to padding') ?? ''));
  const label = fieldValue(fields, 'xla label');
  const type = TYPE.exec(oneLine(fieldValue(fields, 'allocation type') ?? ''))?.[0];
  const tag = fieldValue(fields, 'tag');
  return {
    n,
    ...present({ size: firstSize(fieldValue(fields, 'size') ?? '') ?? undefined }),
    ...readOperator(
      text,
      fields.find((field) => field.label === 'Operator'),
    ),
    ...shapeFields(fieldValue(fields, 'shape')),
    ...present({
      unpadded: firstSize(fieldValue(fields, 'unpadded size') ?? '') ?? undefined,
      paddingExtra: sizeOf(padding['extra']),
      expansion: numberOf(padding['factor']),
      xlaLabel: label === undefined ? undefined : oneLine(label),
      type,
      tag: tag === undefined ? undefined : oneLine(tag),
    }),
  };
}

const MAX_UNNUMBERED = 20_000;

/** The compilers of 2018 and 2019 number nothing and state no sizes: an entry ends with its type. */
function unnumberedRun(text: RepairedText, from: number): EntryRun<SpaceAllocation>[] {
  const fields = fieldsBetween(text.text, from, Math.min(text.text.length, from + MAX_UNNUMBERED), LABELS);
  const entries: SpaceAllocation[] = [];
  let entry: Field[] = [];
  let end = from;
  for (const field of fields) {
    if (field.start - end > 2000) break;
    entry.push(field);
    end = field.end;
    if (field.label !== 'Allocation type') continue;
    entries.push(allocationOf(text, null, entry));
    entry = [];
  }
  return entries.length > 0 ? [{ start: from, end, entries }] : [];
}
