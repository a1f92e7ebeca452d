/**
 * F20, F21: the TPU runtime could not place a buffer, or could not load a program.
 * Sources: openxla.org/xla/errors (error_0100, error_0101), messages of libtpu and of the older XRT.
 */

import type { RuntimeReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead } from '../head.ts';
import { groupsOf, numberOf, pattern, present } from '../pattern.ts';
import { parseSize, SIZE, sizeOf } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const REQUEST = pattern(
  `Attempting to (?<verb>allocate|reserve) (?<size>${SIZE})(?: at the bottom of memory)?\\.?(?:(?<=\\.) That ` +
    'was not possible\\.?)?',
  'g',
);
const THERE_ARE = pattern(
  `There are (?<free>${SIZE}) free(?:,? (?<reserved>${SIZE}) reserved)?(?:,? and (?<reservable>${SIZE}) reservable)?`,
);
const LARGEST = pattern(`largest contiguous region of free memory is (?<largest>${SIZE})`, 'i');
const PLACE = /\((\d+x\d+x\d+)(?:_HBM(\d+))?\)/;
const SCOPE = pattern('Scope:~(?<scope>[\\w/-]{1,100})');
const REPLICA = pattern('while running replica (?<replica>\\d+)(?: and partition (?<partition>\\d+))?');
/** What follows the request, up to the next message. */
const MAX_REST = 700;

function find(text: RepairedText): Found[] {
  const matches = [...text.text.matchAll(REQUEST)];
  const found: Found[] = [];
  for (const [i, match] of matches.entries()) {
    const { verb, size = '' } = groupsOf(match);
    const requested = parseSize(size);
    const end = match.index + match[0].length;
    const rest = restOf(text.text.slice(end, Math.min(matches[i + 1]?.index ?? text.text.length, end + MAX_REST)));
    // `Attempting to allocate 5 B` is a sentence of many programs.
    if (requested === null || !/That was not possible/.test(`${match[0].replace(/\s+/g, ' ')}${rest.slice(0, 80)}`))
      continue;
    const there = groupsOf(THERE_ARE.exec(rest));
    const place = PLACE.exec(rest);
    const replica = groupsOf(REPLICA.exec(rest));
    const head = readHead(text, match.index);
    const report: RuntimeReport = {
      ...headFields(text, head),
      family: verb === 'reserve' || isLoading(text.text.slice(head.start, match.index)) ? 'F21' : 'F20',
      requested,
      ...present({
        program: head.program,
        free: sizeOf(there['free']),
        largestFree: sizeOf(groupsOf(LARGEST.exec(rest))['largest']),
        reserved: sizeOf(there['reserved']),
        reservable: sizeOf(there['reservable']),
        scope: groupsOf(SCOPE.exec(rest))['scope'],
        chip: place?.[1],
        hbmIndex: numberOf(place?.[2]),
        replica: numberOf(replica['replica']) ?? head.fields.replica,
        partition: numberOf(replica['partition']),
      }),
    };
    if (report.free === undefined) report.missing = ['How much was free: the message is cut.'];
    found.push({ start: head.start, end: end + rest.length, report });
  }
  return found;
}

/** A program is reserved for, and since 2025 allocated for like a buffer. */
function isLoading(head: string): boolean {
  return /Error loading program/.test(head);
}

/** Up to the end of the message: an empty line, a comment, or the next exception. */
function restOf(text: string): string {
  const stop = /\n\s*\n|\n#|\n(?=\S{0,80}(?:Error|Exception): )|\n(?=RESOURCE_EXHAUSTED)/.exec(text);
  return stop ? text.slice(0, stop.index) : text;
}

export const TPU_RUNTIME: Family = { name: 'TPU runtime (F20, F21)', find };
