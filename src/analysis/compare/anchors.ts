/** Named moments of a trace, at which two curves can be laid on each other. */

import type { DigestAnchor } from '../../model/digest.ts';
import { MARK_DEVICE_RUN, MARK_DISPATCH, MARK_STEP, type Profile } from '../../model/profile.ts';
import { programName, withoutProgramId } from '../program-names.ts';
import { standInSteps } from '../lanes.ts';

/**
 * The first of each kind by time: two captures of one program are alike from their beginning, and nobody looks for a
 * moment in a longer list.
 */
const MOST_STEPS = 300;
const MOST_PROGRAMS = 200;

/** Each name once, at its first occurrence; in order of time. */
export function anchorsOf(profile: Profile): DigestAnchor[] {
  const steps = firstOfEachName(stepsOf(profile), MOST_STEPS);
  const programs = firstOfEachName(programsOf(profile), MOST_PROGRAMS);
  return [...steps, ...programs].sort((a, b) => a.time - b.time);
}

/** Steps as annotated, else launches of the program that stands for them; marks are in order of start. */
function* stepsOf(profile: Profile): Generator<DigestAnchor> {
  const { marks, strings } = profile;
  let isAnnotated = false;
  for (let mark = 0; mark < marks.length; mark++) {
    if (marks.kind[mark] !== MARK_STEP) continue;
    isAnnotated = true;
    const name = strings[marks.name[mark]];
    const step = marks.step[mark];
    // A device's own step line names steps by their number alone.
    const isNumbered = step < 0 || name === String(step);
    yield { kind: 'step', name: isNumbered ? name : `${name} ${step}`, time: marks.start[mark] };
  }
  const stand = isAnnotated ? null : standInSteps(profile);
  if (stand === null) return;
  for (const [i, mark] of stand.marks.entries()) {
    yield { kind: 'step', name: `launch ${i + 1} of ${programName(stand.name)}`, time: marks.start[mark] };
  }
}

/** Launches as the host saw them; where the trace has none, runs in device time. */
function* programsOf({ marks, strings }: Profile): Generator<DigestAnchor> {
  const kind = marks.kind.includes(MARK_DISPATCH) ? MARK_DISPATCH : MARK_DEVICE_RUN;
  for (let mark = 0; mark < marks.length; mark++) {
    if (marks.kind[mark] !== kind) continue;
    const name = strings[marks.name[mark]];
    // A device's runs carry the id of their program: `jit_f(4)`.
    const program = kind === MARK_DISPATCH ? programName(name) : withoutProgramId(name);
    yield { kind: 'program', name: program, time: marks.start[mark] };
  }
}

function firstOfEachName(anchors: Iterable<DigestAnchor>, most: number): DigestAnchor[] {
  const byName = new Map<string, DigestAnchor>();
  for (const anchor of anchors) {
    if (anchor.name !== '' && !byName.has(anchor.name)) byName.set(anchor.name, anchor);
    if (byName.size === most) break;
  }
  return [...byName.values()];
}
