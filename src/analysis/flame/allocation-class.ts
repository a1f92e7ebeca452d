/**
 * The class of an allocation as far as its enclosing host events tell. Which of a program's allocations is an output
 * and which its temp arena, only the program's buffer assignment says; until it is read, both are "program buffers".
 */

import type { Profile } from '../../model/profile.ts';
import type { StackIndex } from '../../model/units.ts';

export type AllocationClass =
  | 'output'
  | 'program buffer'
  | 'transfer'
  | 'program code'
  | 'tuple table'
  | 'eager'
  | 'unknown';

/** By the runtime event, the innermost first that matches (jax-xla notes, "Enclosing events"; libtpu's own names). */
const BY_EVENT: readonly [RegExp, AllocationClass][] = [
  [/^tpu::System::AllocateAndFillTupleIndexTable/, 'tuple table'],
  [/^AllocateOutputBuffer/, 'output'],
  [/^(?:LoadProgram|ActualLoad|CopyProgramsToSharedMemory)/, 'program code'],
  [/^(?:DevicePut|AllocateDestinationBuffer|.*BufferFromHost|.*LinearizeHostBuffer|cpp_pjit_shard_arg|shard_args|.*TransferToDevice)/, 'transfer'],
  [/^(?:Build buffer allocations|.*EnqueueExecution|.*LoadedExecutable)/, 'program buffer'],
  [/^PjitFunction\(/, 'eager'],
];

/** The class of every stack's allocations, from the innermost event outwards. */
export function classOfStack({ stacks, frames, strings }: Profile): (stack: StackIndex) => AllocationClass {
  const known = new Map<StackIndex, AllocationClass>();
  return (stack) => {
    let found = known.get(stack);
    if (found !== undefined) return found;
    found = 'unknown';
    for (let at = stack; at >= 0 && found === 'unknown'; at = stacks.parent[at]) {
      const name = strings[frames.function[stacks.frame[at]]];
      found = BY_EVENT.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown';
    }
    known.set(stack, found);
    return found;
  };
}
