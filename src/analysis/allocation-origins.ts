/** Who asked for an allocation, in the words that tables, legends and links use. */

import type { AllocationOrigins } from '../model/blocks.ts';
import type { Profile } from '../model/profile.ts';
import type { EventIndex, StackIndex } from '../model/units.ts';
import { classOfStack } from './flame/allocation-class.ts';
import { frameName, stackFrames } from './flame/stack-frames.ts';

export const CLASS_BEFORE_CAPTURE = 'before the capture';

/** The words of one call stack. Null where nothing tells. */
export interface OriginWords {
  callSite: string | null;
  program: string | null;
  class: string;
}

/** Looks the words up by the event that made the allocation, or -1 for one from before the capture. */
export class OriginLookup {
  private readonly profile: Profile;
  private readonly frames: ReturnType<typeof stackFrames>;
  private readonly classOf: (stack: StackIndex) => string;
  private readonly words = new Map<StackIndex, OriginWords>();

  private constructor(profile: Profile) {
    this.profile = profile;
    this.frames = stackFrames(profile);
    this.classOf = classOfStack(profile);
  }

  private static readonly made = new WeakMap<Profile, OriginLookup>();

  /** Made once for a profile: it walks all stacks. */
  static of(profile: Profile): OriginLookup {
    let lookup = OriginLookup.made.get(profile);
    if (lookup === undefined) {
      lookup = new OriginLookup(profile);
      OriginLookup.made.set(profile, lookup);
    }
    return lookup;
  }

  /** NODE_… of each stack's innermost frame. */
  get kinds(): Uint8Array {
    return this.frames.kind;
  }

  wordsOf(start: EventIndex): OriginWords {
    // The stack of its deallocation says who gave it back, not who asked for it.
    return start < 0 ? BEFORE_CAPTURE : this.wordsOfStack(this.profile.events.stack[start]);
  }

  wordsOfStack(stack: StackIndex): OriginWords {
    let words = this.words.get(stack);
    if (words === undefined) {
      words = {
        callSite: this.nameOf(stack < 0 ? -1 : this.frames.callSite[stack]),
        program: this.nameOf(stack < 0 ? -1 : this.frames.program[stack]),
        class: this.classOf(stack),
      };
      this.words.set(stack, words);
    }
    return words;
  }

  private nameOf(stack: StackIndex): string | null {
    if (stack < 0) return null;
    const { name, file } = frameName(this.profile, stack);
    return file === null ? name : `${file}: ${name}`;
  }
}

/** Of an allocation from before the capture, whose deallocation is all that is known. */
export const BEFORE_CAPTURE: OriginWords = { callSite: null, program: null, class: CLASS_BEFORE_CAPTURE };

/** The origins of allocations, given by the events that made them (-1 for one from before the capture). */
export function originsOf(profile: Profile, starts: ArrayLike<EventIndex>): AllocationOrigins {
  const lookup = OriginLookup.of(profile);
  const names: string[] = [];
  const indices = new Map<string, number>();
  const intern = (text: string | null): number => {
    if (text === null) return -1;
    let index = indices.get(text);
    if (index === undefined) {
      index = names.push(text) - 1;
      indices.set(text, index);
    }
    return index;
  };
  const { length } = starts;
  const origins: AllocationOrigins = {
    callSite: new Int32Array(length),
    program: new Int32Array(length),
    class: new Int32Array(length),
    names,
  };
  for (let i = 0; i < length; i++) {
    const words = lookup.wordsOf(starts[i]);
    origins.callSite[i] = intern(words.callSite);
    origins.program[i] = intern(words.program);
    origins.class[i] = intern(words.class);
  }
  return origins;
}
