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

/** The jitted function of a call as the tracer names it: `PjitFunction(f)`. */
export function jittedName(call: string): string {
  return call.replace(/^PjitFunction\((.*)\)$/, '$1');
}

/** The same for the name of a frame. */
export function isCopyingCall(call: string): boolean {
  return isCopying(jittedName(call));
}
