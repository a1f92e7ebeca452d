/**
 * F18, F19, F24: one allocation in a small memory on the chip: scoped VMEM of a TPU kernel, a Mosaic allocation, shared
 * memory of a GPU kernel. Sources: openxla.org/xla/errors (error_1001), messages of libtpu; for F24
 * xla/backends/gpu/codegen/triton.
 */

import type { ScopedReport } from '../../../model/oom.ts';
import { arrayShapes } from '../../../model/shape-text.ts';
import type { Family, Found } from '../family.ts';
import { oneLine, shapeFields } from '../fields.ts';
import { headFields, readHead, readTrailer } from '../head.ts';
import { groupsOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, exactSize, INT, SIZE, sizeOf } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

/** `Ran out of memory in memory space vmem while allocating on stack for %gmm.1 = f32[…]… .` The sizes come last. */
const ON_STACK = pattern(
  'Ran out of memory in memory space (?<space>[a-z]\\w{1,20}) while allocating on stack(?: for)?',
  'g',
);
const SIZES = pattern(
  `Scoped allocation with size (?<size>${SIZE})(?: and limit (?<limit>${SIZE}))?(?: exceeded scoped ` +
    `(?<space>[a-z]\\w{1,20}) limit by (?<exceeded>${SIZE}))?`,
  'g',
);
const MOSAIC = pattern(
  `Allocation(?: \\(~size~=~(?<size>${INT})~\\))? would exceed memory \\(~size~=~(?<capacity>${INT})~\\)`,
  'g',
);
const SHARED = pattern(
  'Shared memory (?:size limit exceeded|requested exceeds device resources)' +
    `(?:~:~requested:? (?<size>${INT}),? available:? (?<limit>${INT}))?`,
  'gi',
);
/** An instruction with thirty operands is a long text. */
const MAX_INSTRUCTION = 6000;

function find(text: RepairedText): Found[] {
  return [...scoped(text), ...mosaic(text), ...shared(text)];
}

function scoped(text: RepairedText): Found[] {
  const stacks = [...text.text.matchAll(ON_STACK)];
  const sizes = [...text.text.matchAll(SIZES)];
  const found: Found[] = [];
  const taken = new Set<RegExpExecArray>();
  for (const [i, stack] of stacks.entries()) {
    const limit = Math.min(stacks[i + 1]?.index ?? text.text.length, stack.index + MAX_INSTRUCTION);
    const own = sizes.find((match) => match.index > stack.index && match.index < limit && !taken.has(match));
    if (own) taken.add(own);
    const end = own ? own.index + own[0].length : stack.index + stack[0].length;
    const instruction = oneLine(
      text.text.slice(stack.index + stack[0].length, own?.index ?? text.lineEnd(stack.index)),
    ).replace(/\.$/, '');
    found.push(scopedReport(text, stack.index, end, own, groupsOf(stack)['space'], instruction));
  }
  for (const match of sizes) {
    if (!taken.has(match))
      found.push(scopedReport(text, match.index, match.index + match[0].length, match, undefined, ''));
  }
  return found;
}

const RESULT = /^%?[\w.-]+\s*=\s*(\(?[a-z][a-z0-9]*\[[^=]{0,2000}?)\s+[\w-]+\(/;

function scopedReport(
  text: RepairedText,
  start: number,
  end: number,
  sizes: RegExpExecArray | undefined,
  space: string | undefined,
  instruction: string,
): Found<ScopedReport> {
  const head = readHead(text, start);
  const groups = groupsOf(sizes);
  const report: ScopedReport = {
    ...headFields(text, head),
    family: 'F18',
    space: (space ?? groups['space'] ?? 'vmem').toLowerCase(),
    ...present({
      requested: sizeOf(groups['size']),
      limit: sizeOf(groups['limit']),
      exceeded: sizeOf(groups['exceeded']),
      op: instruction === '' ? undefined : instruction,
    }),
    ...shapeFields(RESULT.exec(instruction)?.[1]),
  };
  const missing = report.requested ? [] : ['The last sentence: the size of the allocation and its limit.'];
  if (report.requested && !report.limit) missing.push('The limit: the sentence is cut.');
  if (missing.length > 0) report.missing = missing;
  return { start: head.start, end, report };
}

/** `#allocation25 [shape = 'u8[134217728]{0}', space=vmem, scoped, size = 0x8000000, tag = '…'] :: NAME`. */
const DETAIL =
  /^[^[\]]{0,200}?\[?\s*(?=[^]{0,100}?shape\s*=)([^]{0,4000}?)(?:\]\s*::\s*([\w.<>%@/-]{1,200})|\n\s*\n|$)/;

function mosaic(text: RepairedText): Found[] {
  return [...text.text.matchAll(MOSAIC)].map((match) => {
    const { size, capacity = '' } = groupsOf(match);
    const end = match.index + match[0].length;
    const detail = DETAIL.exec(text.text.slice(end, end + 4400));
    const inner = detail?.[1] ?? '';
    const tag = /tag\s*=\s*'([^']{0,3000})/.exec(inner)?.[1];
    const name = detail?.[2];
    const space = /space\s*=\s*([a-z]\w{1,20})/.exec(inner)?.[1];
    const head = readHead(text, match.index);
    const report: ScopedReport = {
      ...headFields(text, head),
      family: 'F19',
      capacity: exactFromDigits(capacity),
      ...present({
        requested: size === undefined ? undefined : exactFromDigits(size),
        space,
        op: name === undefined || name.startsWith('<') ? undefined : name,
        scoped: /\bscoped\b\s*(?:,|$)/.test(inner.replace(/tag\s*=[^]*$/, '')) ? true : undefined,
        tag: tag === undefined ? undefined : oneLine(tag),
        window: tag === undefined ? undefined : windowOf(oneLine(tag)),
      }),
      ...shapeFields(/shape\s*=\s*'?((?:[^',]|,(?!\s))[^']{0,400})/.exec(inner)?.[1]),
    };
    if (size === undefined) report.missing = ['The size of the allocation: it was left out.'];
    return { start: head.start, end: end + (detail?.[0].trimEnd().length ?? 0), report };
  });
}

/** `input window allocation for operator input 2. The window shape is bf16[1,7168,4096], while the full shape is …`. */
function windowOf(tag: string): ScopedReport['window'] {
  const block = /window shape is ([^.]{1,200}?)(?:,\s*while|\.|$)/.exec(tag)?.[1];
  if (block === undefined || arrayShapes(block).length === 0) return undefined;
  const levels = /(\d+) buffering levels/.exec(tag)?.[1];
  const buffers =
    levels === undefined
      ? /single buffered/.test(tag)
        ? 1
        : /double buffered/.test(tag)
          ? 2
          : undefined
      : Number(levels);
  return {
    block: block.replace(/\s+/g, ''),
    ...present({
      full: /full shape is ([^.]{1,200}?)(?:\.|$)/.exec(tag)?.[1]?.replace(/\s+/g, ''),
      buffers,
      operand: /(?:for|of) (operator (?:in|out)put \d+)/.exec(tag)?.[1],
    }),
  };
}

function shared(text: RepairedText): Found[] {
  return [...text.text.matchAll(SHARED)].flatMap((match) => {
    const { size, limit } = groupsOf(match);
    const head = readHead(text, match.index);
    // Versions of before 2024 state no sizes. Without a status before it, it is the name of an error, not one.
    if (size === undefined && head.fields.status === undefined) return [];
    const end = match.index + match[0].length;
    const requested = size === undefined ? undefined : exactFromDigits(size);
    const available = limit === undefined ? undefined : exactFromDigits(limit);
    const report: ScopedReport = {
      ...headFields(text, head),
      ...readTrailer(text, end),
      family: 'F24',
      space: 'shared memory',
      ...present({ requested, limit: available }),
    };
    if (requested && available) report.exceeded = exactSize(requested.bytes - available.bytes);
    else report.missing = ['How much was requested of how much: this version does not say.'];
    return [{ start: head.start, end, report }];
  });
}

export const SCOPED: Family = { name: 'scoped and shared memory (F18, F19, F24)', find };
