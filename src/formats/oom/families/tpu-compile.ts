/**
 * F14 to F17: the TPU compiler found that a program does not fit into a memory space. The first sentence says by how
 * much; the blocks after it say what of. F15 and F16 are short forms without blocks. Sources: openxla.org/xla/errors
 * (error_1000, error_1001), messages of libtpu 2018 to 2026.
 */

import type { CompileReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead, type MessageHead } from '../head.ts';
import { groupsOf, pattern, present } from '../pattern.ts';
import { placeParts, type Placed } from '../parts.ts';
import type { RepairLog } from '../repair/log.ts';
import type { RepairedText } from '../repair/repaired-text.ts';
import { SIZE, sizeOf } from '../sizes.ts';
import { settledAllocations, spaceBlocks, type SpaceBlock } from '../space-blocks.ts';

const AMOUNTS = `Used (?<used>${SIZE}) of (?<capacity>${SIZE})`;
const USED = `${AMOUNTS} (?<space>[a-z]\\w{1,20})\\.?`;
/** `Ran out of memory in memory space hbm. Used 63.80G of 30.75G hbm. Exceeded hbm capacity by 33.05G.` */
const HEAD = pattern(
  'Ran out of memory in memory space (?<named>[a-z]\\w{1,20})(?<stack> while allocating on ' +
    `stack)?\\.?(?:(?<=\\.)[^]{0,200}?(?<![A-Za-z])~${AMOUNTS}(?: (?<space>[a-z]\\w{1,20}))?\\.?)?` +
    `(?:~Exceeded (?:\\w{1,20}) capacity by (?<exceeded>${SIZE}))?`,
  'g',
);
/** The same quoted without its beginning. */
const BARE = pattern(`${USED}~Exceeded \\w{1,20} capacity by (?<exceeded>${SIZE})`, 'g');
/** The program is so large that the compiler does not even try. */
const EARLY = pattern(
  `Aborting compilation early because it's unlikely to have enough memory\\.~Requires (?<used>${SIZE}), ` +
    `has (?<capacity>${SIZE}) available`,
  'g',
);
const TEMPORARIES = pattern(
  'Ran out of memory on (?<space>\\w{2,12})(?:,~| )the total memory required for HLO temporaries ' +
    `\\((?<used>${SIZE})\\) exceeds available \\w{2,12} \\((?<capacity>${SIZE})\\)`,
  'gi',
);
const CORES = pattern(
  `(?:TPU )?(?:TensorCore|TC) Hbm usage:? (?<tensor>${SIZE}),? (?:SparseCore|SC) Hbm usage:? ` +
    `(?<sparse>${SIZE}),? exceeding available bytes:? (?<capacity>${SIZE})`,
  'gi',
);

function find(text: RepairedText, log: RepairLog): Found[] {
  return [...programs(text, log), ...temporaries(text), ...cores(text)];
}

interface Head {
  start: number;
  end: number;
  head: MessageHead;
  fields: Pick<CompileReport, 'space' | 'used' | 'capacity' | 'exceeded'>;
}

/** F14 and F17 with their blocks. */
function programs(text: RepairedText, log: RepairLog): Found[] {
  const heads = [...headsOf(text)];
  const blocks = withSpaces(spaceBlocks(text), heads);
  const found: Found<CompileReport>[] = [];
  // Blocks name their space, so those of an HBM and of a VMEM message are never mixed.
  for (const space of new Set([...heads.map((head) => head.fields.space), ...blocks.map((block) => block.space)])) {
    const own = heads.filter((head) => head.fields.space === space);
    const placed = placeParts<SpaceBlock['fields']>(
      own.map((head) => head.end),
      blocks.filter((block) => block.space === space),
      log,
    );
    for (const [i, place] of placed.entries()) {
      const settled = { ...place, fields: settledAllocations(place.fields, log) };
      const one = programReport(text, space, place.headless ? undefined : own[i], settled);
      // `Output size unknown.` alone says nothing.
      if (!place.headless || hasBlocks(one.report)) found.push(one);
    }
  }
  return found;
}

/** A list that lost its header is of the space that was spoken of last. */
function withSpaces(blocks: readonly SpaceBlock[], heads: readonly Head[]): SpaceBlock[] {
  const named = [
    ...heads.map((head) => ({ start: head.start, space: head.fields.space })),
    ...blocks.filter((block) => block.space !== ''),
  ];
  named.sort((a, b) => a.start - b.start);
  return blocks.map((block) => {
    if (block.space !== '') return block;
    const nearest = named.findLast((one) => one.start <= block.start) ?? named[0];
    return { ...block, space: nearest?.space ?? 'hbm' };
  });
}

function hasBlocks(report: CompileReport): boolean {
  return report.programRequirement !== undefined || report.hbmUsage !== undefined || report.allocations !== undefined;
}

function programReport(
  text: RepairedText,
  space: string,
  head: Head | undefined,
  place: Placed<SpaceBlock['fields']>,
): Found<CompileReport> {
  const start = head?.head.start ?? place.start;
  const report: CompileReport = {
    ...(head ? headFields(text, head.head) : { n: 0, line: text.rawLineAt(start) }),
    family: space === 'hbm' ? 'F14' : 'F17',
    space,
    ...head?.fields,
    ...place.fields,
  };
  if (head === undefined) report.partial = true;
  const missing = missingOf(report, head !== undefined);
  if (missing.length > 0) report.missing = missing;
  return { start, end: Math.max(head?.end ?? 0, place.end), report };
}

function missingOf(report: CompileReport, hasHead: boolean): string[] {
  const missing: string[] = [];
  if (!hasHead) missing.push('The first sentence: how much was used of how much.');
  else if (!report.used)
    missing.push('How much was used of how much: this version of the compiler does not say, or the text was cut.');
  const last = report.allocations?.[report.allocations.length - 1];
  if (last && last.type === undefined && last.xlaLabel === undefined)
    missing.push(`The end of entry ${last.n ?? ''} and all allocations after it.`);
  if (report.programRequirement && !report.allocations) missing.push('The list of the largest allocations.');
  return missing;
}

function* headsOf(text: RepairedText): Generator<Head> {
  const covered: { start: number; end: number }[] = [];
  for (const regexp of [HEAD, BARE, EARLY]) {
    for (const match of text.text.matchAll(regexp)) {
      const { named, space, stack, used, capacity, exceeded } = groupsOf(match);
      // F18 is read on its own.
      if (stack !== undefined) continue;
      const end = match.index + match[0].length;
      if (covered.some((other) => match.index < other.end && end > other.start)) continue;
      covered.push({ start: match.index, end });
      yield {
        start: match.index,
        end,
        head: readHead(text, match.index),
        fields: {
          space: (named ?? space ?? 'hbm').toLowerCase(),
          ...present({ used: sizeOf(used), capacity: sizeOf(capacity), exceeded: sizeOf(exceeded) }),
        },
      };
    }
  }
}

function temporaries(text: RepairedText): Found[] {
  return [...text.text.matchAll(TEMPORARIES)].map((match) => {
    const { space = 'hbm', used, capacity } = groupsOf(match);
    const head = readHead(text, match.index);
    const report: CompileReport = {
      ...headFields(text, head),
      family: 'F15',
      space: space.toLowerCase(),
      ...present({ used: sizeOf(used), capacity: sizeOf(capacity) }),
    };
    return { start: head.start, end: match.index + match[0].length, report };
  });
}

function cores(text: RepairedText): Found[] {
  return [...text.text.matchAll(CORES)].map((match) => {
    const { tensor, sparse, capacity } = groupsOf(match);
    const head = readHead(text, match.index);
    const report: CompileReport = {
      ...headFields(text, head),
      family: 'F16',
      space: 'hbm',
      ...present({ tensorcore: sizeOf(tensor), sparsecore: sizeOf(sparse), capacity: sizeOf(capacity) }),
    };
    return { start: head.start, end: match.index + match[0].length, report };
  });
}

export const TPU_COMPILE: Family = { name: 'TPU compiler (F14 to F17)', find };
