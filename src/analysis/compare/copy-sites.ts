/** Where copies are made, anywhere in a capture: so that a comparison can say "the baseline makes none". */

import { NODE_USER } from '../../model/flame.ts';
import { ALLOCATION, type Profile } from '../../model/profile.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import { frameName, stackFrames } from '../flame/stack-frames.ts';
import { isCopyingCall } from '../one-operation.ts';
import { callSiteName } from './frame-key.ts';

/** Programs have some hundred functions above their copies. With more than this the list would outgrow the trees. */
const MOST_SITES = 1_000;

/** `file: function` of all user code on stacks that end in a copy; null where there are too many to list. */
export function copySitesOf(profile: Profile, allocator: AllocatorIndex): string[] | null {
  const { events, stacks } = profile;
  const frames = stackFrames(profile);
  const isSeen = new Uint8Array(stacks.length);
  const isAbove = new Uint8Array(stacks.length);
  const sites = new Set<string>();
  for (let event = 0; event < events.length; event++) {
    const stack = events.stack[event];
    if (stack < 0 || isSeen[stack] === 1) continue;
    if (events.kind[event] !== ALLOCATION || events.allocator[event] !== allocator) continue;
    isSeen[stack] = 1;
    const program = frames.program[stack];
    if (program < 0 || !isCopyingCall(frameName(profile, program).name)) continue;
    for (let at = stack; at >= 0 && isAbove[at] === 0; at = stacks.parent[at]) {
      isAbove[at] = 1;
      if (frames.kind[at] !== NODE_USER) continue;
      const { name, file } = frameName(profile, at);
      sites.add(callSiteName(name, file));
    }
    if (sites.size > MOST_SITES) return null;
  }
  return [...sites];
}
