/**
 * F3, F3b, F4: warnings of the BFC allocator. The request is printed rounded, and rounded up to 256 bytes in full;
 * there is no space before `requested by op`, and in JAX no op after it. Source: xla/tsl/framework/bfc_allocator.cc.
 */

import type { PoolReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead } from '../head.ts';
import { groupsOf, numberOf, pattern, present } from '../pattern.ts';
import { INT, parseSize, SIZE } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const REQUEST = pattern(
  `Allocator \\(~(?<allocator>[\\w.:-]{1,80})~\\) ran out of memory trying to allocate (?<size>${SIZE})` +
    `(?:~\\(~rounded to (?<rounded>${INT})~\\))?` +
    '(?: from the (?<end>lower|upper) end)?' +
    '(?:~with freed_by_count~=~(?<freed>\\d+))?' +
    '(?<requester>~requested by op)?',
  'g',
);
/** Says that the caller can do without: convolution scratch, for example. */
const NOT_A_FAILURE = pattern('^[.\\s]{0,10}The caller indicates that this is not a failure');
/** What may follow `requested by op` on the line in its place: the next record, where its line break was lost. */
const NO_OP =
  /^(?:\d{4}-|[IWEF]\d{4}$|\d\d:\d\d|[*x_]{8,}|If$|Current$|\[|[IWEF]$|BFCAllocator$|Bin$|\(|[A-Za-z]\w*Error:)/;

function find(text: RepairedText): Found[] {
  const found: Found[] = [];
  for (const match of text.text.matchAll(REQUEST)) {
    const { allocator = '', size = '', rounded, end, freed, requester } = groupsOf(match);
    const requested = parseSize(size);
    if (requested === null) continue;
    const after = match.index + match[0].length;
    const nonFatal = freed !== undefined || NOT_A_FAILURE.test(text.text.slice(after, after + 200));
    const op = requester === undefined ? undefined : opAfter(text.text.slice(after, after + 400));
    const head = readHead(text, match.index);
    const poolEnd: PoolReport['end'] = end === 'lower' || end === 'upper' ? end : undefined;
    const report: PoolReport = {
      ...headFields(text, head),
      family: nonFatal ? 'F4' : end === undefined ? 'F3' : 'F3b',
      allocator,
      requested,
      ...present({
        roundedBytes: numberOf(rounded?.replaceAll(',', '')),
        op,
        freedByCount: numberOf(freed),
        end: poolEnd,
      }),
    };
    found.push({ start: head.start, end: after, report });
  }
  return found;
}

/** Up to what the allocator says next, in case the line break between them is lost. */
const OP = /^[ \t]{0,20}(\S{1,300}?)(?=If (?:this|the) |Current allocation summary|[*x_]{40}|\s|$)/;

/** The op, on the same line. */
function opAfter(rest: string): string | undefined {
  const op = OP.exec(rest)?.[1];
  // A name, not what is left of a table's frame.
  return op === undefined || NO_OP.test(op) || !/\w/.test(op) ? undefined : op.replace(/[.,]$/, '');
}

export const BFC: Family = { name: 'BFC allocator (F3, F3b, F4)', find };
