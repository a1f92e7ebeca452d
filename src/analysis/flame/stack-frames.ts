/** Call stacks of a trace with each frame's origin: what a person reads, and what is folded away. */

import { NODE_JAX, NODE_PROGRAM, NODE_RUNTIME, NODE_USER } from '../../model/flame.ts';
import { FRAME_PROGRAM, FRAME_USER, type Profile } from '../../model/profile.ts';
import type { StackIndex } from '../../model/units.ts';
import { isUserCode, traceFrameOrigin } from '../jax-frames.ts';
import { jittedName, programName } from '../program-names.ts';

export interface StackFrames {
  /** NODE_… of each stack's innermost frame. It depends on the callers: `core.py` is JAX's when JAX calls it. */
  kind: Uint8Array;
  /** Each stack's innermost frame of user code, as a stack; -1 where it has none. */
  callSite: Int32Array; // StackIndex
  /** Each stack's innermost jitted call, as a stack; -1 where it has none. */
  program: Int32Array; // StackIndex
}

const made = new WeakMap<Profile['stacks'], StackFrames>();

/** Made once for a profile: every tree, table and legend asks for it. */
export function stackFrames(profile: Profile): StackFrames {
  let frames = made.get(profile.stacks);
  if (frames === undefined) {
    frames = walkStacks(profile);
    made.set(profile.stacks, frames);
  }
  return frames;
}

/** One walk over the stacks: parents come first. */
function walkStacks({ stacks, frames, strings }: Profile): StackFrames {
  const kind = new Uint8Array(stacks.length);
  const callSite = new Int32Array(stacks.length);
  const program = new Int32Array(stacks.length);
  /** Origin of the innermost Python frame: the caller, to the next Python frame in. */
  const origin: (number | null)[] = [];
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack];
    const frame = stacks.frame[stack];
    origin.push(parent < 0 ? null : origin[parent]);
    callSite[stack] = parent < 0 ? -1 : callSite[parent];
    program[stack] = parent < 0 ? -1 : program[parent];
    if (frames.kind[frame] === FRAME_PROGRAM) {
      kind[stack] = NODE_PROGRAM;
      program[stack] = stack;
    } else if (frames.kind[frame] === FRAME_USER) {
      const file = frames.file[frame];
      const found = traceFrameOrigin(file < 0 ? '' : strings[file], strings[frames.function[frame]], origin[stack]);
      // C functions and frames without a file belong to whoever called them.
      const isUser = file >= 0 && strings[file].endsWith('.py') && isUserCode(found);
      origin[stack] = found;
      kind[stack] = isUser ? NODE_USER : NODE_JAX;
      if (isUser) callSite[stack] = stack;
    } else {
      kind[stack] = NODE_RUNTIME;
    }
  }
  return { kind, callSite, program };
}

export interface FrameName {
  name: string;
  file: string | null;
  definitionLine: number;
}

/** The innermost frame of a stack; a launch by the name of its program. */
export function frameName({ stacks, frames, strings }: Profile, stack: StackIndex): FrameName {
  const frame = stacks.frame[stack];
  const file = frames.file[frame];
  const name = strings[frames.function[frame]];
  return {
    name: frames.kind[frame] === FRAME_PROGRAM ? programName(jittedName(name)) : name,
    file: file < 0 ? null : strings[file],
    definitionLine: frames.definitionLine[frame],
  };
}
