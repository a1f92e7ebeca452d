/**
 * F1, F2, F8, F12: the runtime was refused so many bytes.
 * Sources: xla/stream_executor/…_allocator.cc, xla/pjrt/gpu/…_client.cc, xla/service/platform_util; CPU:
 * xla/cpu_function_runtime.
 */

import type { RequestReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead, readTrailer } from '../head.ts';
import { groupsOf, numberOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, INT, parseSize, SIZE } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

/** `Out of memory while trying to allocate 2885681152 bytes.`, or `46.86GiB.` since 2026. */
const TRYING = pattern(
  `(?<!ran )Out of memory (?:while )?trying to allocate (?:(?<int>${INT})~ ?bytes|(?<size>${SIZE})(?![A-Za-z]*B))`,
  'g',
);
/**
 * `Failed to allocate request for 528.00MiB (553648128B) on device ordinal 0`. People who retell it leave out the exact
 * bytes, or `request for`, but then the device stays.
 */
const PLATFORM = pattern(
  'Failed to allocate (?:request for (?:' +
    `(?<size>${SIZE})(?: \\(~(?<int>${INT})~B~\\))?|(?<bytes>${INT}) bytes)(?: on device ordinal (?<device>\\d+))?|` +
    `(?<bareSize>${SIZE}) on device ordinal (?<bareDevice>\\d+))`,
  'gi',
);
/** `INTERNAL: Failed to allocate 96010512 bytes for new constant`: xla/service/gpu/gpu_executable.cc. */
const CONSTANT = pattern(`Failed to allocate (?<int>${INT}) bytes for new constant`, 'gi');
/** CPU: `Out of memory allocating 4000000000000 bytes.` */
const CPU = pattern(`Out of memory allocating (?<int>${INT}) bytes`, 'gi');

function find(text: RepairedText): Found[] {
  const found: Found[] = [];
  for (const match of text.text.matchAll(TRYING)) {
    const { int, size } = groupsOf(match);
    add(found, text, match, int === undefined ? 'F2' : 'F1', int, size);
  }
  for (const match of text.text.matchAll(PLATFORM)) {
    const { int, size, bytes, device, bareSize, bareDevice } = groupsOf(match);
    add(found, text, match, 'F8', int ?? bytes, size ?? bareSize, numberOf(device ?? bareDevice));
  }
  for (const match of text.text.matchAll(CONSTANT)) add(found, text, match, 'F1', groupsOf(match)['int'], undefined);
  for (const match of text.text.matchAll(CPU)) add(found, text, match, 'F12', groupsOf(match)['int'], undefined);
  return found;
}

function add(
  found: Found[],
  text: RepairedText,
  match: RegExpExecArray,
  family: RequestReport['family'],
  int: string | undefined,
  size: string | undefined,
  deviceOrdinal?: number,
): void {
  const requested = int === undefined ? parseSize(size ?? '') : exactFromDigits(int, size);
  if (requested === null) return;
  const head = readHead(text, match.index);
  const end = match.index + match[0].length;
  const report: RequestReport = {
    ...headFields(text, head),
    ...readTrailer(text, end),
    family,
    requested,
    ...present({ deviceOrdinal }),
  };
  found.push({ start: head.start, end, report });
}

export const GPU_REQUEST: Family = { name: 'runtime requests (F1, F2, F8, F12)', find };
