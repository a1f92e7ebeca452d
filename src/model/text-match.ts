/** What a person types to find text: literal, in any case, or a regular expression between slashes. */

export interface TextMatch {
  matches: (text: string) => boolean;
  /** What is searched, in small letters; null for a regular expression. */
  literal: string | null;
  /** Why the expression could not be read, in a sentence; null where it could. Everything matches then. */
  fault: string | null;
}

/** Other letters after the last slash make a path, which is searched as it stands: `/usr/lib`. */
const EXPRESSION = /^\/(.+)\/([imsu]*)$/s;

/**
 * A repeated group with a repeat in it, `(a+)+`: the engine may try every way to share the text among the two. Such an
 * expression can come in a link, and searching must not hang the page.
 */
const NESTED_REPEAT = /\((?:[^()\\]|\\.)*(?:[+*]|\{\d+,\d*\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\d*\})/;

/** `layers.py` finds the text itself in any case; `/^layers.*mlp$/` and `/MLP/i` are regular expressions. */
export function textMatch(typed: string): TextMatch {
  const wanted = typed.trim();
  const expression = EXPRESSION.exec(wanted);
  if (expression === null) {
    const literal = wanted.toLowerCase();
    return { matches: (text) => text.toLowerCase().includes(literal), literal, fault: null };
  }
  if (NESTED_REPEAT.test(expression[1])) {
    const fault = 'This expression repeats a group that repeats something itself, which can take for ever: write it flat.';
    return { matches: () => true, literal: null, fault };
  }
  try {
    const pattern = new RegExp(expression[1], expression[2]);
    return { matches: (text) => pattern.test(text), literal: null, fault: null };
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    return { matches: () => true, literal: null, fault: `This is no regular expression: ${why}` };
  }
}
