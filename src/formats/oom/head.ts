/**
 * What stands in front of a message: exception, status, error code, replica. Read backwards from the message, because
 * the same message comes bare, logged, raised, raised through torch_xla, and quoted.
 *
 *     RuntimeError: Bad StatusOr access: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in …
 *     ~~~~~~~~~~~~ exception             ~~~~~~~~~~~~~~~~~~ status                            ^ the message
 */

import type { ReportHead } from '../../model/oom.ts';
import { groupsOf, numberOf, pattern, present } from './pattern.ts';
import type { RepairedText } from './repair/repaired-text.ts';

/** Longer heads are not a head: they are the text before. */
const MAX_HEAD = 700;

const EXCEPTION =
  String.raw`(?:[A-Za-z_][\w]{0,60}\.){0,6}` +
  String.raw`(?:[A-Z]\w{0,60}(?:Error|Exception|Warning|StackTrace|Exhausted)|LoadError|XlaRuntimeError)`;
const STATUS =
  '(?<status>RESOURCE_EXHAUSTED|Resource exhausted|RESOURCE EXHAUSTED|ResourceExhausted|INTERNAL|Internal|UNKNOWN|' +
  'Unknown|FAILED_PRECONDITION|INVALID_ARGUMENT|UNAVAILABLE|ABORTED)';
/** Between the exception and the message, in any order. */
const WRAPPERS = [
  'Bad StatusOr access:',
  'XLA:TPU compile permanent error\\.',
  'Compilation failure:',
  'Error allocating device buffer:',
  String.raw`\{\{function_node [^{}]{1,200}\}\}`,
  String.raw`Execution of replica (?<replica>\d+) failed:`,
  String.raw`(?<code>E\d{4}):`,
  String.raw`(?<name>[A-Z]\w*(?:Oom|Failure|Exhausted)):`,
  `${STATUS}:`,
  String.raw`Error loading program(?: '(?<program>[^']{1,300})')?:`,
  String.raw`Program or fatal error occurred; computation may be invalid:`,
  String.raw`Failed to (?:compile|execute|allocate)\w*(?: XLA Runtime executable)?:`,
  'run time error:',
  String.raw`custom call '[^']{1,100}' failed:`,
  String.raw`\w{1,40} failed:`,
].map((source) => pattern(`(?:${source})~$`));

/** `b'…'` and `("…")` of a repr; `: `; a bracketed device in front of the status. */
const OPENING = /[\s"'(:]{0,12}(?:\bb["'])?$/;
const EXCEPTION_BEFORE = pattern(`(?<exception>${EXCEPTION})(?:~:|~\\()[\\s"']{0,12}$`);

/** Status words in today's spelling. */
const STATUS_NAMES = new Map([
  ['RESOURCE EXHAUSTED', 'RESOURCE_EXHAUSTED'],
  ['RESOURCEEXHAUSTED', 'RESOURCE_EXHAUSTED'],
]);

export interface MessageHead {
  fields: Partial<ReportHead>;
  program: string | undefined;
  /** Offset of the head, or of the message where it has none. */
  start: number;
}

/** Reads the head of the message that begins at `start`. */
export function readHead(text: RepairedText, start: number): MessageHead {
  let rest = text.text.slice(Math.max(0, start - MAX_HEAD), start);
  const length = rest.length;
  const found: Record<string, string | undefined> = {};
  for (;;) {
    const next = withoutWrapper(rest, found);
    if (next === null) break;
    rest = next;
  }
  const exception = exceptionBefore(rest);
  if (exception) rest = rest.slice(0, exception.start);
  // `UnfilteredStackTrace: jaxlib.xla_extension.XlaRuntimeError: …`: the inner one is the exception, both are head.
  const outer = exception ? exceptionBefore(rest) : null;
  if (outer) rest = rest.slice(0, outer.start);
  const headStart = start - (length - rest.length);
  const status = found['status'];
  return {
    start: headStart,
    program: found['program'],
    fields: present({
      exception: exception?.name,
      status: status === undefined ? undefined : statusName(status),
      errorCode: found['code'],
      errorName: found['name'],
      replica: numberOf(found['replica']),
      rank: text.lineAt(headStart)?.rank,
      inProse: isProse(text, headStart, start) ? true : undefined,
    }),
  };
}

/** A log that fails in a loop has thousands of messages: what can be no head is seen by its last characters. */
const MAY_BE_EXCEPTION = /[:(][\s"']{0,12}$/;
const MAY_BE_WRAPPER = /[:.}]\s{0,200}$/;
const MAX_EXCEPTION = 240;
const MAX_WRAPPER = 440;

function exceptionBefore(text: string): { name: string | undefined; start: number } | null {
  const tail = text.slice(-MAX_EXCEPTION);
  const match = MAY_BE_EXCEPTION.test(tail.slice(-16)) ? EXCEPTION_BEFORE.exec(tail) : null;
  return match && { name: match.groups?.['exception'], start: text.length - tail.length + match.index };
}

/** The text without the wrapper at its end; null where there is none. */
function withoutWrapper(text: string, found: Record<string, string | undefined>): string | null {
  const tail = text.slice(-MAX_WRAPPER);
  for (const wrapper of MAY_BE_WRAPPER.test(tail.slice(-202)) ? WRAPPERS : []) {
    const match = wrapper.exec(tail);
    if (!match) continue;
    for (const [name, value] of Object.entries(groupsOf(match))) found[name] ??= value;
    return text.slice(0, text.length - tail.length + match.index);
  }
  // A quote or a bracket between two wrappers: `INTERNAL: b"RESOURCE_EXHAUSTED: …`.
  const opening = OPENING.exec(text);
  if (!opening || !/["'(]/.test(opening[0])) return null;
  const before = text.slice(0, opening.index);
  const closed = `${before.slice(-MAX_WRAPPER)}:`;
  return WRAPPERS.some((wrapper) => wrapper.test(closed)) ? `${before}:` : null;
}

function statusName(status: string): string {
  const upper = status.toUpperCase();
  return STATUS_NAMES.get(upper) ?? upper.replace(' ', '_');
}

const SENTENCE_WORDS = new RegExp(
  String.raw`\b(?:I|I'm|I've|we|you|my|our|this|that|these|when|while|where|then|get|gets|got|getting|see|still|same|` +
    'even|though|results?|running|unfortunately|but|with|the|is|are|was|it|just|only|how|why|what|after|before|' +
    String.raw`because|which)\b`,
  'gi',
);

/** Frames of Python and of notebooks. */
const PROGRAM_BEFORE = /Traceback|File "|cause of the following|-{2,}> ?\d+ /;

/** The message is quoted within a sentence: the words of people stand before or after it in its line. */
function isProse(text: RepairedText, headStart: number, messageStart: number): boolean {
  const line = text.text.slice(Math.max(text.lineStart(headStart), headStart - 400), headStart);
  // What follows the source file of a logger is its record. A traceback that lost its line breaks is full of such words,
  // in code and in Python's own sentences.
  const before = PROGRAM_BEFORE.test(line) ? '' : line.replace(/^[^]*(?:[.!?](?:\s|$)|\.(?:cc|cu|cpp):\d+\]\s)/, '');
  if ((before.match(SENTENCE_WORDS)?.length ?? 0) >= 2) return true;
  const after = text.text.slice(messageStart, Math.min(text.lineEnd(messageStart), messageStart + 600));
  const sentence =
    /(?:bytes|[KMGT]i?B?)[.`'"]{0,3}(?:,| but| even| when| which| on| so)\s+([^[(].{0,300})/.exec(after)?.[1] ?? '';
  return (sentence.match(SENTENCE_WORDS)?.length ?? 0) >= 2;
}

/** The fields that every report has, from the head of its message. `n` is given when all reports are known. */
export function headFields(text: RepairedText, head: MessageHead): ReportHead {
  return { n: 0, line: text.rawLineAt(head.start), ...head.fields };
}

const EXECUTABLE = /\[executable_name='?([^'\]]{1,300})'?\]/;
const TF_ERROR = /\[tf-allocator-allocation-error='([^']{0,2000})'\]/;

/**
 * `[executable_name='…'] [tf-allocator-allocation-error='…']` after a message, in either order, or on the next line.
 */
export function readTrailer(text: RepairedText, end: number): Pick<ReportHead, 'executable' | 'tfAllocatorError'> {
  const trailer =
    /^[.\s]{0,40}(?:\[[\w-]{1,60}='[^']{0,2000}'\]\s{0,40}){1,4}/.exec(text.text.slice(end, end + 3000))?.[0] ?? '';
  return present({
    executable: EXECUTABLE.exec(trailer)?.[1],
    tfAllocatorError: TF_ERROR.exec(trailer)?.[1],
  });
}
