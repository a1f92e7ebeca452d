/** Reports and incidents as JSON with snake_case names, which is what scripts read. */

/**
 * The value with its keys in snake_case. Keys that begin with a capital are names out of the text (`Limit`, `InUse`)
 * and stay. Counts of bytes beyond 2^53 become strings, since JSON readers would round them.
 */
export function toJsonNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonNames);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return BigInt(value).toString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [snakeCase(key), toJsonNames(member)]));
}

function snakeCase(key: string): string {
  return /^[a-z]/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;
}
