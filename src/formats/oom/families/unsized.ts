/**
 * Messages that say that memory ran out and nothing else: `RESOURCE_EXHAUSTED: failed to allocate memory`,
 * `CUDA_ERROR_OUT_OF_MEMORY: out of memory`. People who only talk about such errors write the same words, so a message
 * has to stand where a program prints one. Next to a message with a size it tells nothing more.
 */

import type { DriverReport, OomReport, RequestReport } from '../../../model/oom.ts';
import type { Found } from '../family.ts';
import { headFields, readHead, readTrailer, type MessageHead } from '../head.ts';
import { groupsOf, pattern } from '../pattern.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const MESSAGE = pattern(
  '(?<error>CUDA_ERROR_OUT_OF_MEMORY|HIP_ERROR_OutOfMemory|hipErrorOutOfMemory|cudaErrorMemoryAllocation|' +
    '(?:CUDA|HIP) error: out of memory)(?:~:~out of memory)?|' +
    '(?:(?:failed|unable) to|could not|cannot) allocate (?:(?:any|enough|more|device|host|GPU|TPU) ){0,2}memory\\b|' +
    '(?<!ran )out of memory(?: (?:while )?trying to allocate| while allocating| allocating)?|' +
    // The exception with its status alone.
    '(?<=(?:Xla|Jax)RuntimeError:[ ])(?<status>RESOURCE_EXHAUSTED):?(?=[ \\t]*(?:\\n|$))',
  'gi',
);
/** The whole line, where nothing before it says that a program speaks. */
const ALONE = pattern('^(?:Out of memory (?:while )?trying to allocate|(?:CUDA|HIP|hip|cuda)\\w{3,60}~:~out of memory)$', 'i');
/** What programs print after it on the line, if anything; code and prose go on otherwise. */
const MAX_REST = 160;
const NO_MESSAGE = /[`{}=;]|%[dsluz]|["']\s*(?:[,+)]\s*\S|in\b|;)|\\n"/;
const SENTENCE = /\b(?:means|this|that|you|your|we|when|if|errors?|because|can|may|should|try|usually|happens?|is|are|was)\b/gi;
/** In front of it: nothing, or something that ends like the head of a record. */
const RECORD_START = /(?:^|[:\]>)|]|\s{2})\s*["'(]{0,3}$/;
const LOGGED = /\.(?:cc|cu|cpp|h|py):\d+\]/;
/** Lines around a message with sizes: as far as one failure reaches. */
const SAME_FAILURE = 400;

/** The messages without sizes, where none of the others that were found belongs to the same failure. */
export function findUnsized(text: RepairedText, others: readonly Found[]): Found[] {
  const sized = others.filter(({ report }) => !isWarning(report)).map(({ start }) => text.indexAt(start));
  const found: Found[] = [];
  for (const match of text.text.matchAll(MESSAGE)) {
    if (isBrokenOff(text, match)) continue;
    const line = text.indexAt(match.index);
    if (sized.some((other) => Math.abs(other - line) <= SAME_FAILURE)) continue;
    const head = readHead(text, match.index);
    const last = found[found.length - 1];
    if (last && match.index < last.end) continue;
    if (!isPrinted(text, head, match)) continue;
    found.push({ start: head.start, end: match.index + match[0].length, report: reportOf(text, head, match) });
  }
  return found;
}

/** The text ends where the size would stand: it was cut, which is said of the text and not of the message. */
function isBrokenOff({ text }: RepairedText, { 0: words, index }: RegExpExecArray): boolean {
  return /allocat(?:e|ing)$/i.test(words) && text.slice(index + words.length).trim() === '';
}

function isWarning({ family }: OomReport): boolean {
  return family === 'F22' || family === 'F23' || family === 'F25' || family === 'F4';
}

function isPrinted(text: RepairedText, head: MessageHead, match: RegExpExecArray): boolean {
  const { error, status } = groupsOf(match);
  const { fields, start } = head;
  const end = match.index + match[0].length;
  const before = text.text.slice(Math.max(text.lineStart(start), start - 300), start);
  const after = text.text.slice(end, Math.max(end, Math.min(text.lineEnd(end), end + 600)));
  const rest = after.replace(/\[[\w-]{1,60}='[^']{0,400}'\]/g, '');
  if (fields.inProse || rest.length > MAX_REST || NO_MESSAGE.test(rest) || (rest.match(SENTENCE)?.length ?? 0) > 0)
    return false;
  const isLogged = LOGGED.test(text.lineAt(match.index)?.prefix ?? '');
  if (fields.exception !== undefined) return RECORD_START.test(before) && (status !== undefined || isMemory(head, error));
  if (!RECORD_START.test(before) && !isLogged) return false;
  if (fields.status === 'RESOURCE_EXHAUSTED' || isLogged) return true;
  if (error !== undefined && (fields.status !== undefined || /\b(?:failed|could not|cannot)\b/i.test(before))) return true;
  return before.trim() === '' && ALONE.test(match[0]) && /^[\s.!"')]*$/.test(rest);
}

/** `MemoryError: out of memory` of Python itself is another matter. */
function isMemory({ fields }: MessageHead, error: string | undefined): boolean {
  return fields.status !== undefined || error !== undefined || /Xla|Jax|Exhausted/.test(fields.exception ?? '');
}

function reportOf(text: RepairedText, head: MessageHead, match: RegExpExecArray): RequestReport | DriverReport {
  const { error, status } = groupsOf(match);
  const common = {
    ...headFields(text, head),
    ...readTrailer(text, match.index + match[0].length),
  };
  if (error !== undefined) return { ...common, family: 'F9', driverError: error };
  return { ...common, family: 'F1', ...(status === undefined ? {} : { status: 'RESOURCE_EXHAUSTED' }) };
}
