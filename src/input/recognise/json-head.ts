/** The outline of JSON text of which only the beginning is there: which kind of root, and the keys near it. */

export interface JsonOutline {
  root: 'object' | 'array';
  /** Keys of the root object, or of the objects in the root array, in their order, each once. */
  keys: string[];
}

const MAX_KEYS = 200;

/** Null where the text does not begin like JSON. */
export function jsonOutline(text: string): JsonOutline | null {
  const start = /^\s*([{[])/.exec(text);
  if (!start) return null;
  const root = start[1] === '{' ? 'object' : 'array';
  const keyDepth = root === 'object' ? 1 : 2;
  const keys = new Set<string>();
  // Strings and brackets are all that matters; between them anything goes.
  const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/gsu;
  let depth = 0;
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (colon !== undefined && depth === keyDepth) keys.add(string);
    if ((depth === 0 && token !== '') || keys.size >= MAX_KEYS) break;
  }
  return { root, keys: [...keys] };
}
