/**
 * Text within text: a message inside a JSON log line, a notebook or a Python repr has its line breaks written as `\n`.
 * Restored a line at a time, so a log is never parsed as a whole.
 */

/** Longer strings are pictures and the like. */
const MAX_STRING = 4 << 20;
const JSON_STRING_LINE = /^\s*("(?:[^"\\]|\\.)*"),?\s*$/;
// A path of Windows holds backslashes that are no escapes; it is matched first and left alone.
const ESCAPE = /(?<![A-Za-z0-9])[A-Za-z]:\\{1,2}[\w.-][^\s"'<>]*|\\(?:[nrte"'/\\]|033|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/g;
const STRING_LIST = /^\["[^]*"\]\s*$/;
/** A line of a program text that ends in an escaped break: one of several literals that are put together. */
const LITERAL_LINE = /^\s*[fbruFBRU]{0,2}(["'])((?:(?!\1)[^\\]|\\.)*\\n)\1\s*[,+]?\s*\\?\s*$/;
const HAS_ESCAPE = /\\(?:n|r|t|"|'|u00|x1b|033|e\[)/i;

/** What is escaped in a line, one level deep; the line itself where nothing is. */
export function unescapeLine(line: string): string {
  if (!line.includes('"') && !line.includes('\\')) return line;
  const text = jsonText(line);
  if (text !== null || !HAS_ESCAPE.test(line)) return text ?? line;
  const literal = LITERAL_LINE.exec(line)?.[2];
  return literal === undefined ? line.replace(ESCAPE, restore) : literal.replace(ESCAPE, restore).replace(/\n$/, '');
}

/** `op_name=""jit(f)""`; an empty name is followed by a space, not by text. */
const DOUBLED_QUOTE = /=""(?:[^"\s,)}\]]|"")/;

/** `Can''t`, `executable_name=''jit_step''`, `program ''jit_step''`; an empty string alone is `''`. */
const DOUBLED_APOSTROPHE = /[A-Za-z]''[a-z]|\s''\w|= ?''(?:[^'\s,)}\]\\]|'')/;

/** A line out of a cell of a CSV file, or out of a quoted string of YAML, where every quote is written twice. */
export function withoutDoubledQuotes(line: string): string {
  let single = line;
  if (line.includes('=""') && DOUBLED_QUOTE.test(line)) single = single.replaceAll('""', '"');
  if (line.includes("''") && DOUBLED_APOSTROPHE.test(line)) single = single.replaceAll("''", "'");
  return single;
}

/** Members of log records and notebooks that hold what was said; the others hold when, where and by whom. */
const MESSAGE_KEYS = new Set(
  `log message msg text textPayload body event content exception exc_info exc_text stack stack_trace stacktrace
  traceback error err detail details reason description cause output evalue source line lines logs data stderr stdout`.split(
    /\s+/,
  ),
);

/** The strings of a line that is one JSON object, list of strings or string; null for anything else. */
function jsonText(line: string): string | null {
  const start = line.trimStart();
  try {
    if (start.startsWith('{') && start.trimEnd().endsWith('}')) return messagesOf(JSON.parse(start));
    if (STRING_LIST.test(start)) {
      const list: unknown = JSON.parse(start);
      return messagesOf({ lines: list });
    }
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

/**
 * The messages within a value, in order; null where there is none. Without recursion: nesting is the file's, not ours.
 */
function messagesOf(value: unknown): string | null {
  const messages: string[] = [];
  const waiting: { key: string; value: unknown }[] = [{ key: '', value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, value: member } = next;
    if (typeof member === 'string') {
      if (MESSAGE_KEYS.has(key) && member.length <= MAX_STRING) messages.push(member.replace(/\n$/, ''));
    } else if (Array.isArray(member)) {
      // A list is called what it is a list of: `"traceback": ["…", "…"]`.
      for (const item of member.toReversed()) waiting.push({ key, value: item });
    } else if (typeof member === 'object' && member !== null) {
      for (const [name, item] of Object.entries(member).toReversed()) waiting.push({ key: name, value: item });
    }
  }
  return messages.length > 0 ? messages.join('\n') : null;
}

function restore(escape: string): string {
  if (!escape.startsWith('\\')) return escape;
  const code = escape.slice(1);
  switch (code.charAt(0)) {
    case 'n':
      return '\n';
    case 'r':
      return '';
    case 't':
      return '\t';
    case '0':
    case 'e':
      return '\u001B';
    case 'u':
    case 'x':
      return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    default:
      return code;
  }
}
