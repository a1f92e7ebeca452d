/**
 * Blocks of labelled fields, as the buffer assignment and the TPU compiler print them. Split at the labels and never at
 * line ends, because pastes lose line breaks, add some, and put separators where they do not belong.
 *
 *     1. Size: 32.00M
 *        Shape: u8[33554432]{0}
 *        XLA label: name.711 = custom-call(…)
 */

import { singleShapeBytes } from '../../model/shape-text.ts';
import type { OperatorSource } from '../../model/oom.ts';
import { numberOf, present } from './pattern.ts';
import type { RepairedText } from './repair/repaired-text.ts';

export interface Field {
  label: string;
  value: string;
  start: number;
  end: number;
}

/** Longer values are cut: the text that follows is not theirs. */
const MAX_VALUE = 20_000;
/** Other text between two fields: a few lines of another thread. Beyond it they belong to different blocks. */
const MAX_GAP = 1000;
/** What ends the last field of a block: a separator, an empty line, the next record or traceback. */
const END_OF_BLOCK = new RegExp(
  String.raw`={8,}|\n\s*\n|\n(?=(?:Traceback \(most|The above exception|The stack trace below|During handling|-{8,}|` +
    String.raw`Peak buffers|BufferAssignment|See https:|\S{0,80}(?:Error|Exception): ))|See https://openxla`,
);

/**
 * The fields between two offsets. `labels` must be a pattern with the flag `g` whose first group is the label;
 * a value runs up to the next label.
 */
export function fieldsBetween(text: string, from: number, to: number, labels: RegExp): Field[] {
  const part = text.slice(from, to);
  const matches = [...part.matchAll(labels)];
  const fields = matches.map((match, i) => {
    const start = match.index + match[0].length;
    const limit = Math.min(matches[i + 1]?.index ?? part.length, start + MAX_VALUE);
    const whole = part.slice(start, limit);
    const stop = END_OF_BLOCK.exec(whole)?.index ?? whole.length;
    const value = whole.slice(0, stop).trimEnd();
    return {
      label: (match[1] ?? '').replace(/\s+/g, ' '),
      value: value.trim(),
      start: from + match.index,
      end: from + start + value.length,
    };
  });
  const gap = fields.findIndex((field, i) => i > 0 && field.start - fields[i - 1].end > MAX_GAP);
  return gap < 0 ? fields : fields.slice(0, gap);
}

/** The first value of a label. */
export function fieldValue(fields: readonly Field[], label: string): string | undefined {
  const value = fields.find((field) => field.label.toLowerCase() === label)?.value;
  return value === undefined || value === '' ? undefined : value;
}

const OPERATOR_PART =
  /\b(op_type|op_name|source_file|deduplicated_name)="([^"]{0,16000})("|$)|\b(source_line|stack_frame_id)=(\d{1,9})/g;

/** `Operator: op_type="…" op_name="…" source_file="…" source_line=8 deduplicated_name="…"`. */
export function readOperator(text: RepairedText, field: Field | undefined): OperatorSource {
  if (field === undefined) return {};
  const parts = new Map<string, string>();
  let truncated = false;
  for (const match of field.value.matchAll(OPERATOR_PART)) {
    const [whole, name, quoted, close, number, digits] = match;
    const { index } = match;
    if (number !== undefined && digits !== undefined) parts.set(number, digits);
    else if (name !== undefined) {
      // A name that the text cuts short ends with its line; a quote that something is joined to does not close it.
      const after = field.value.charAt(index + whole.length);
      const isCut = close === '' || (after !== '' && !/[\s,)}\]]/.test(after));
      parts.set(name, isCut ? (quoted ?? '').replace(/\n[^]*$/, '') : oneLine(quoted ?? ''));
      if (name === 'op_name' && isCut) truncated = true;
    }
  }
  return present({
    opType: parts.get('op_type'),
    opName: parts.get('op_name'),
    opNameTruncated: truncated || undefined,
    sourceFile: parts.get('source_file'),
    sourceLine: numberOf(parts.get('source_line')),
    dedup: parts.get('deduplicated_name'),
    wrapped: text.spansLines(field.start, field.end) && !truncated ? true : undefined,
  });
}

/** A value on one line; a break after the hyphen of `custom-call` was put there by a wrap. */
export function oneLine(value: string): string {
  return value
    .replace(/([a-z])-\n\s*(?=[a-z])/g, '$1-')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** The shape at the front of a value, brackets balanced, without the white space that a wrap puts into it. */
export function readShape(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  let depth = 0;
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (depth === 0 && /\s/.test(character)) return shapeOrNothing(value.slice(0, i));
    // `f32[4096]Unpadded size`: the line break after the shape is lost.
    if (depth === 0 && ')]}'.includes(character) && !'{['.includes(value.charAt(i + 1)))
      return shapeOrNothing(value.slice(0, i + 1));
  }
  return shapeOrNothing(value);
}

function shapeOrNothing(shape: string): string | undefined {
  const joined = shape.startsWith('(') ? oneLine(shape) : shape.replace(/\s+/g, '');
  return /[[(]/.test(joined) ? joined : undefined;
}

/** Shape and the bytes that follow from it. */
export function shapeFields(value: string | undefined): { shape?: string; shapeBytesUnpadded?: number } {
  const shape = readShape(value);
  if (shape === undefined) return {};
  return present({ shape, shapeBytesUnpadded: singleShapeBytes(shape) ?? undefined });
}
