/** Small choices of a person that outlast the visit. Storage may be forbidden or full: then they last for the visit. */

const PREFIX = 'highwater.';

/** Null where nothing is kept. What is read was perhaps written by another version, so the caller checks it. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Nothing depends on it.
  }
}
