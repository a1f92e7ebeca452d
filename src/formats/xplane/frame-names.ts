/**
 * Names of host events as frames. The Python tracer writes `$file.py:LINE function`, where LINE is the line of the
 * `def` and the file a base name; C functions are `$builtins len`, and `$<unknown> __exit__` occurs (jax.profiler).
 */

import { FRAME_PROGRAM, FRAME_RUNTIME, FRAME_USER } from '../../model/profile.ts';

export interface FrameName {
  function: string;
  file: string | null;
  definitionLine: number;
  kind: number;
}

const PYTHON_FRAME = /^\$(.+?)(?::(\d+))? ([^ ]+)$/;
const JITTED_CALL = /^PjitFunction\((.*)\)$/;

/** A Python frame is user code until the analysis finds it in the list of JAX internals. */
export function parseFrameName(name: string): FrameName {
  const python = PYTHON_FRAME.exec(name);
  if (python) {
    const file = python[1] === '<unknown>' ? null : python[1];
    return { function: python[3], file, definitionLine: Number(python[2] ?? 0), kind: FRAME_USER };
  }
  if (JITTED_CALL.test(name)) return { function: name, file: null, definitionLine: 0, kind: FRAME_PROGRAM };
  return { function: name, file: null, definitionLine: 0, kind: FRAME_RUNTIME };
}
