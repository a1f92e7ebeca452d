/** Turns what each entry said into one answer for each thing that was dropped. */

import type { Refusal } from '../model/problems.ts';

/** Kinds of members that are listed before the rest is counted. */
const MAX_LISTED = 3;

/**
 * `dropped` and `opened` are paths; a member's path starts with that of the archive it lies in. A dropped file of which
 * something opened has nothing to explain: that an archive also holds other files is no fault.
 */
export function explainRefusals(
  refusals: readonly Refusal[],
  dropped: readonly string[],
  opened: readonly string[],
): Refusal[] {
  return dropped.flatMap((file) => {
    if (opened.some((path) => isWithin(path, file))) return [];
    const own = refusals.filter((refusal) => isWithin(refusal.file, file));
    const itself = own.filter((refusal) => refusal.file === file);
    if (itself.length > 0) return itself;
    return [own.length > 0 ? noProfile(file, own) : emptyArchive(file)];
  });
}

function isWithin(path: string, file: string): boolean {
  return path === file || path.startsWith(`${file}/`);
}

function emptyArchive(file: string): Refusal {
  const reason =
    'The archive holds no file that could be a profile. Drop the folder that jax.profiler wrote, or its .xplane.pb.';
  return { file, code: 'no-profile-in-archive', reason };
}

/** A damaged profile within explains more than a hundred files that never were one. */
function noProfile(file: string, members: readonly Refusal[]): Refusal {
  const telling = members.filter(({ code }) => code === 'truncated' || code === 'damaged' || code === 'text-mode-damage');
  const listed = (telling.length > 0 ? telling : members).slice(0, MAX_LISTED);
  const lines = listed.map((member) => `${member.file.slice(file.length + 1)}: ${member.reason}`);
  const rest = members.length - listed.length;
  const more = rest > 0 ? ` And ${rest.toLocaleString('en-US')} more.` : '';
  const code = telling.length > 0 ? telling[0].code : 'no-profile-in-archive';
  return { file, code, reason: `No profile in this archive could be opened. ${lines.join(' ')}${more}` };
}
