import { jittedName } from './program-names.ts';

/** One operation, named after the function that JAX jits for it when it is called eagerly; its result is a copy. */
const COPYING = new Set([
  'transpose',
  '_transpose',
  'convert_element_type',
  '_convert_element_type',
  'copy',
  'copy_p',
  '_copy',
  'slice',
  'dynamic_slice',
  'squeeze',
  'reshape',
  'concatenate',
  'stack',
  'swapaxes',
  'moveaxis',
  'expand_dims',
  'rev',
  'pad',
]);

/** Whether a jitted function does nothing but copy its operand into another form. */
export function isCopying(jitted: string): boolean {
  return COPYING.has(jitted);
}

/** The same for a program by its name: `jit_transpose`. */
export function isCopyingCall(call: string): boolean {
  return isCopying(jittedName(call));
}
