/** The keys of the picture of a series, for the help. */

export const SERIES_KEYS = [
  ['← →', 'the dump before, the dump after'],
  ['PgUp PgDn', 'a tenth of the series further'],
  ['Home End', 'the first, the last'],
  ['p', 'the largest'],
] as const;
