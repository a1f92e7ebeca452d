/**
 * One name for one program: `jit_f`, as XLA calls the module of a jitted function. The host's tracer calls its launch
 * `PjitFunction(f)`, and a device its run `jit_f(4)`, with a number that differs from run to run.
 */

/** The program of a jitted function: `jit_f` of `f`. */
export function programName(jitted: string): string {
  return `jit_${jitted}`;
}

/** The jitted function: `f` of `PjitFunction(f)` and of `jit_f`. */
export function jittedName(program: string): string {
  const [, called, compiled] = /^(?:PjitFunction\((.*)\)|jit_(.*))$/.exec(program) ?? [];
  return called ?? compiled ?? program;
}

/** `jit_f` of `jit_f(4)`. */
export function withoutProgramId(name: string): string {
  return name.replace(/\(\d+\)$/, '');
}
