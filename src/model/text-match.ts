/** What a person types to find text: literal, in any case, or a regular expression between slashes. */

export interface TextMatch {
  matches: (text: string) => boolean;
  /** What is searched, in small letters; null for a regular expression. */
  literal: string | null;
  /** Why the expression could not be read, in a sentence; null where it could. Everything matches then. */
  fault: string | null;
}

/** `layers.py` finds the text itself in any case; `/^layers.*mlp$/` and `/MLP/i` are regular expressions. */
export function textMatch(typed: string): TextMatch {
  const wanted = typed.trim();
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(wanted);
  if (expression === null) {
    const literal = wanted.toLowerCase();
    return { matches: (text) => text.toLowerCase().includes(literal), literal, fault: null };
  }
  try {
    // Without g and y, which would make one match depend on the one before.
    const pattern = new RegExp(expression[1], expression[2].replaceAll(/[gy]/g, ''));
    return { matches: (text) => pattern.test(text), literal: null, fault: null };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { matches: () => true, literal: null, fault: `This is no regular expression: ${detail}.` };
  }
}
