/** `link FILE`: an address that carries what a profile says. */

import { parseArguments } from './arguments.ts';
import { CHOICE_OPTIONS, openSides } from './compare.ts';
import { LINK_OPTIONS, printLink } from './print-link.ts';
import { tell } from './tell.ts';

/** Exit code 0 with the link on stdout, else 2 with sentences on stderr. */
export async function linkCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, { ...LINK_OPTIONS, values: [...LINK_OPTIONS.values, ...CHOICE_OPTIONS] });
  const faults = parsed.paths.length === 1 ? parsed.faults : [...parsed.faults, 'link needs one profile; compare A B --link takes two.'];
  if (faults.length > 0) return tell(faults);
  const sides = await openSides(parsed.paths, parsed);
  return sides === null ? 2 : printLink(sides.map(({ digest }) => digest), parsed.paths, parsed);
}
