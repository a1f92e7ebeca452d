/** What each key does while the curve has the focus, in words. */
export const TIMELINE_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'previous, next step'],
  ['p', 'window peak'],
  ['n b', 'next, previous peak'],
  ['w s', 'closer, further (also + −, and the wheel)'],
  ['a d', 'earlier, later (also Shift and drag)'],
  ['drag', 'show only that range'],
  ['y', 'fit the size axis to the visible range'],
  ['0', 'whole capture (also double click)'],
];

export const MINIMAP_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'earlier, later'],
  ['+ −', 'closer, further'],
  ['Home End', 'start, end of the capture'],
  ['0', 'whole capture'],
];
