/**
 * F22, F23, F25: warnings at compile time. None of them is a failure of its own.
 * Sources: xla/hlo/transforms/simplifiers/hlo_rematerialization.cc, xla/service/gpu/gpu_hlo_schedule.cc,
 * jax/_src/interpreters/mlir.py.
 */

import type { ArgumentsReport, DonationReport, RematReport, StatedSize } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead } from '../head.ts';
import { groupsOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, INT, SIZE, sizeOf } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

/** A budget is below 0 where arguments and outputs alone are too much. */
const amount = (name: string): string => `(?<${name}Text>-?${SIZE})(?: \\(~(?<${name}>-?(?:${INT})) bytes~\\))?`;
const REMAT = pattern(
  `Can't reduce memory use below ${amount('budget')} by rematerialization(?:; only reduced to ` +
    `${amount('reached')})?(?:, down from ${amount('original')} originally)?`,
  'gi',
);
const ARGUMENTS = pattern(
  `byte size of input/output arguments \\((?<arguments>${INT})\\) exceeds the base limit \\((?<limit>${INT})\\)`,
  'gi',
);
const DONATION = pattern('Some donated buffers were not usable~:~', 'g');
const BUFFER = new RegExp(
  String.raw`^(?:ShapedArray\([^()]{1,200}(?:\([^()]{0,200}\)[^()]{0,100})?\)|` +
    String.raw`[a-z][a-z0-9]*\[[\d,\s]{0,200}\](?:\{[^{}]{0,100}\})?)`,
);
const MAX_BUFFERS = 1000;

function find(text: RepairedText): Found[] {
  return [...remats(text), ...argumentLimits(text), ...donations(text)];
}

function remats(text: RepairedText): Found[] {
  const found: Found[] = [];
  for (const match of text.text.matchAll(REMAT)) {
    const groups = groupsOf(match);
    const size = (name: string): StatedSize | undefined => {
      const digits = groups[name];
      return digits === undefined ? signedSize(groups[`${name}Text`]) : exactFromDigits(digits, groups[`${name}Text`]);
    };
    const budget = size('budget');
    if (budget === undefined) continue;
    const head = readHead(text, match.index);
    const report: RematReport = {
      ...headFields(text, head),
      family: 'F22',
      budget,
      ...present({ reached: size('reached'), original: size('original') }),
    };
    if (!report.reached) report.missing = ['How far rematerialization got: the message is cut.'];
    found.push({ start: head.start, end: match.index + match[0].length, report });
  }
  return found;
}

function signedSize(text: string | undefined): StatedSize | undefined {
  const size = sizeOf(text?.replace('-', ''));
  return size && text?.startsWith('-') ? { ...size, bytes: -size.bytes, text: text.replace(/\s+/g, '') } : size;
}

function argumentLimits(text: RepairedText): Found[] {
  return [...text.text.matchAll(ARGUMENTS)].map((match) => {
    const { arguments: size = '', limit = '' } = groupsOf(match);
    const head = readHead(text, match.index);
    const sizes = { arguments: exactFromDigits(size), limit: exactFromDigits(limit) };
    const report: ArgumentsReport = { ...headFields(text, head), family: 'F23', ...sizes };
    return { start: head.start, end: match.index + match[0].length, report };
  });
}

function donations(text: RepairedText): Found[] {
  const found: Found[] = [];
  for (const match of text.text.matchAll(DONATION)) {
    const buffers: string[] = [];
    let at = match.index + match[0].length;
    while (buffers.length < MAX_BUFFERS) {
      const rest = text.text.slice(at, at + 800);
      const buffer = BUFFER.exec(rest);
      if (!buffer) break;
      buffers.push(buffer[0].replace(/\s+/g, ''));
      at += buffer[0].length;
      const comma = /^\s{0,20},\s{0,200}/.exec(text.text.slice(at, at + 220));
      if (!comma) break;
      at += comma[0].length;
    }
    // The line of Python that warns has the words, too, but no buffer.
    if (buffers.length === 0) continue;
    const head = readHead(text, match.index);
    // The exception is that of a warning (`UserWarning`), which is none.
    const { exception: _, ...fields } = headFields(text, head);
    const report: DonationReport = { ...fields, family: 'F25', buffers };
    found.push({ start: head.start, end: at, report });
  }
  return found;
}

export const COMPILE_WARNINGS: Family = { name: 'warnings at compile time (F22, F23, F25)', find };
