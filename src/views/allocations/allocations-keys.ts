/** What the keys do on the rows. */
export const ALLOCATIONS_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓', 'the row above, below'],
  ['PgUp PgDn', 'a page up, down'],
  ['Home End', 'the first, the last row'],
  ['Ctrl C', 'copy the row'],
  ['Esc', 'select nothing'],
];
