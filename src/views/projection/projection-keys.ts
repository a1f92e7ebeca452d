/** Keys of the dialog that projects to another depth. */
export const PROJECTION_KEYS = [
  ['Tab', 'the next field'],
  ['↑ ↓', 'one block more or less, in a field of blocks'],
  ['Esc', 'close'],
] as const;
