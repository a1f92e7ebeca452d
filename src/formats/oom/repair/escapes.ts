/**
 * Text within text: a message inside a JSON log line, a notebook or a Python repr has its line breaks written as `\n`.
 * Restored a line at a time, so a log is never parsed as a whole.
 */

const MAX_DEPTH = 3;
/** Longer strings are pictures and the like. */
const MAX_STRING = 4 << 20;
const JSON_STRING_LINE = /^\s*("(?:[^"\\]|\\.)*"),?\s*$/;
// A path of Windows holds backslashes that are no escapes; it is matched first and left alone.
const ESCAPE = /[A-Za-z]:\\{1,2}[\w.-][^\s"'<>]*|\\+(?:[nrt"'/]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/g;
const HAS_ESCAPE = /\\(?:n|r|t|"|u00|x1b)/i;

/** The lines that a line stands for: itself, or those of the text that is escaped in it. */
export function unescapeLine(line: string): string {
  if (!line.includes('"') && !line.includes('\\')) return line;
  const text = jsonText(line) ?? line;
  return unescaped(text);
}

/** The strings of a line that is one JSON object or one JSON string; null for anything else. */
function jsonText(line: string): string | null {
  const start = line.trimStart();
  try {
    if (start.startsWith('{') && start.trimEnd().endsWith('}')) return stringsOf(JSON.parse(start)).join('\n');
    const quoted = JSON_STRING_LINE.exec(line)?.[1];
    if (quoted !== undefined) {
      const text: unknown = JSON.parse(quoted);
      return typeof text === 'string' ? text.replace(/\n$/, '') : null;
    }
  } catch {
    // Not JSON after all, or cut: the escapes are restored one by one.
  }
  return null;
}

/** All strings of a value in order, without recursion: nesting is the file's, not ours. */
function stringsOf(value: unknown): string[] {
  const strings: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      if (next.length <= MAX_STRING) strings.push(next.replace(/\n$/, ''));
    } else if (Array.isArray(next)) {
      for (let i = next.length - 1; i >= 0; i--) waiting.push(next[i]);
    } else if (typeof next === 'object' && next !== null) {
      const members: unknown[] = Object.values(next);
      for (let i = members.length - 1; i >= 0; i--) waiting.push(members[i]);
    }
  }
  return strings;
}

function unescaped(text: string): string {
  let plain = text;
  for (let depth = 0; depth < MAX_DEPTH && HAS_ESCAPE.test(plain); depth++) plain = plain.replace(ESCAPE, restore);
  return plain;
}

/** `\n`, and `\\n` of a text that was escaped twice. */
function restore(escape: string): string {
  if (!escape.startsWith('\\')) return escape;
  const code = escape.replace(/^\\+/, '');
  switch (code.charAt(0)) {
    case 'n':
      return '\n';
    case 'r':
      return '';
    case 't':
      return '\t';
    case 'u':
    case 'x':
      return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    default:
      return code;
  }
}
