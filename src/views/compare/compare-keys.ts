/** Keys of the comparison's two pictures; the flame's are those of the flame view that mean something here. */

export const COMPARE_CURVE_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'previous, next step of either curve'],
  ['Home End', 'start, end'],
  ['p b', 'peak of the candidate, of the baseline'],
  ['w s', 'zoom in, out (also + and -)'],
  ['a d', 'earlier, later'],
  ['0', 'show all'],
];

export const DELTA_FLAME_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓', 'caller, callee that changed most'],
  ['← →', 'siblings (also End); Home is the root'],
  ['Enter', 'show this box at full width (also double click)'],
  ['Backspace', 'back to the caller’s width (also Esc)'],
  ['/ f', 'search'],
  ['n N', 'next, previous match'],
];
