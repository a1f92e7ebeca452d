/** Turns what each entry said into one answer for each thing that was dropped. */

import { passedOver } from '../input/passed-over.ts';
import type { Refusal, RefusalCode } from '../model/problems.ts';

/** Reasons that are listed before the rest is counted. */
const MAX_LISTED = 3;

/**
 * `dropped` and `opened` are paths; a member's path starts with that of the archive it lies in. A dropped file of which
 * something opened has only damage to explain: that an archive also holds other files is no fault.
 */
export function explainRefusals(
  refusals: readonly Refusal[],
  dropped: readonly string[],
  opened: readonly string[],
): Refusal[] {
  const answers = dropped.flatMap((file) => {
    const own = refusals.filter((refusal) => isWithin(refusal.file, file));
    if (opened.some((path) => isWithin(path, file))) return own.filter(isDamage);
    const itself = own.filter((refusal) => refusal.file === file);
    if (itself.length > 0) return itself;
    // What XProf and macOS leave beside the profiles of a folder was not opened, and is no archive either.
    if (own.length === 0 && dropped.length > 1 && passedOver(file) !== null) return [];
    return [own.length > 0 ? noProfile(file, own) : emptyArchive(file)];
  });
  return answers.length === 0 && opened.length === 0 ? dropped.slice(0, 1).map(emptyArchive) : answers;
}

/** Dumps that were dropped with a trace are read, but not shown: nothing may vanish without a word. */
export function dumpsBesideTrace(paths: readonly string[]): Refusal[] {
  const reason =
    'A dump of one instant that was dropped with a trace and says nothing of what was there before its capture: the ' +
    'trace is shown. Drop the dump by itself, or several dumps together, to see it.';
  const files = paths.length > MAX_LISTED ? [`${paths.length.toLocaleString('en-US')} dumps`] : paths;
  return files.map((file) => ({ file, code: 'wrong-kind', reason }));
}

function isWithin(path: string, file: string): boolean {
  return path === file || path.startsWith(`${file}/`);
}

const DAMAGE: readonly RefusalCode[] = ['truncated', 'damaged', 'text-mode-damage', 'unreadable', 'too-large'];

/** The file was meant to be read here, and something is wrong with it, or with how it was packed. */
function isDamage({ code, file }: Refusal): boolean {
  return DAMAGE.includes(code) || (code === 'git-lfs-pointer' && /\.(?:xplane\.pb|prof)(?:\.gz)?$/i.test(file));
}

function emptyArchive(file: string): Refusal {
  const reason =
    'It holds no file that could be a profile. Drop the folder that jax.profiler wrote, or its .xplane.pb.';
  return { file, code: 'no-profile-in-archive', reason };
}

/** A damaged profile within explains more than a hundred files that never were one. */
function noProfile(file: string, members: readonly Refusal[]): Refusal {
  const telling = members.filter(isDamage);
  const kinds = groupByReason(telling.length > 0 ? telling : members);
  const listed = kinds.slice(0, MAX_LISTED).map(({ reason, names }) => `${someOf(names, file)}: ${reason}`);
  const rest = kinds.slice(MAX_LISTED).reduce((sum, { names }) => sum + names.length, 0);
  const more = rest > 0 ? [`And ${rest.toLocaleString('en-US')} more files.`] : [];
  const code = telling.length > 0 ? telling[0].code : 'no-profile-in-archive';
  return { file, code, reason: ['No profile in this archive could be opened.', ...listed, ...more].join(' ') };
}

/** The most frequent reason first. */
function groupByReason(refusals: readonly Refusal[]): { reason: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { file, reason } of refusals) {
    const names = groups.get(reason);
    if (names) names.push(file);
    else groups.set(reason, [file]);
  }
  return [...groups].map(([reason, names]) => ({ reason, names })).sort((a, b) => b.names.length - a.names.length);
}

function someOf(names: readonly string[], file: string): string {
  const first = names[0].slice(file.length + 1);
  return names.length === 1 ? first : `${first} and ${(names.length - 1).toLocaleString('en-US')} more`;
}
