/** Longer lists say no more than how many there are. */
const LISTED = 3;

/** `“a.pb”, “b.pb” and 4 more`. */
export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  if (quoted.length > LISTED) return `${quoted.slice(0, LISTED).join(', ')} and ${quoted.length - LISTED} more`;
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
