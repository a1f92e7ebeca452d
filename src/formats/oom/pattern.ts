/**
 * Patterns of messages. Pastes add and lose line breaks, so a space in a pattern stands for any run of white space:
 * `pattern('trying to allocate (?<size>…)')` matches over a break as well.
 */

/**
 * Compiles a pattern. A space becomes `\s+`; a tilde becomes `\s*`, for places where a break may have been lost
 * altogether (`32.36M.Program vmem requirement`). White space runs are bounded so that no text makes a match slow.
 */
export function pattern(source: string, flags = ''): RegExp {
  return new RegExp(source.replaceAll(' ', String.raw`\s{1,200}`).replaceAll('~', String.raw`\s{0,200}`), flags);
}

/** The named groups of a match; absent ones are undefined, and so are those of no match. */
export function groupsOf(match: RegExpExecArray | null | undefined): Record<string, string | undefined> {
  return match?.groups ?? {};
}

/** An object without the keys whose value is undefined: an absent fact is no key, not a key with nothing. */
export function present<T extends object>(fields: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept as Present<T>;
}

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type Present<T> = Omit<T, OptionalKeys<T>> & { [K in OptionalKeys<T>]?: Exclude<T[K], undefined> };

/** Digits as a number, or undefined. */
export function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
