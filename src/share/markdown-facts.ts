/** Pieces that the report of a profile and that of a comparison share. */

import { BYTES, type FlameAmounts } from '../model/amounts.ts';
import type { Finding } from '../model/finding.ts';
import { NODE_BEFORE_CAPTURE, NODE_RESERVED, NODE_REST, NODE_UNKNOWN } from '../model/flame.ts';
import { formatBytes, formatBytesBoth, formatPercent } from '../model/format.ts';
import { markdownCode, markdownText } from './markdown-text.ts';

export interface ReportExtras {
  /** A link that opens the same view; null where there is none. */
  link: string | null;
  /** Of the build that wrote the report. */
  build: string;
}

/** `4.67 GiB (5,015,278,592 bytes)`, or what a dump counts. */
export function bothSizes(amount: number, amounts: FlameAmounts): string {
  return amounts === BYTES ? formatBytesBoth(amount) : amounts.exact(amount);
}

/** A frame in a table: code where it names something in a program, words where it does not. */
export function placeCell(kind: number, name: string, file: string | null): string {
  const isWords = [NODE_UNKNOWN, NODE_BEFORE_CAPTURE, NODE_RESERVED, NODE_REST].includes(kind);
  return isWords ? markdownText(name) : markdownCode(file === null ? name : `${file}: ${name}`);
}

/** `**Staircase of copies**, 3.77 GiB (42 % of the peak): seven copies …` */
export function findingLine({ title, bytes, shareOfPeak, sentence }: Finding): string {
  const size = `${formatBytes(bytes)} (${formatPercent(shareOfPeak)} of the peak)`;
  return `**${markdownText(title)}**, ${size}: ${markdownText(sentence)}`;
}

export function footer({ link, build }: ReportExtras): string {
  const made = `Made by Highwater ${markdownText(build)}. Nothing was uploaded to make it.`;
  return link === null ? made : `[Open this view](${link}). ${made}`;
}

/** Paragraphs, lists and tables, with an empty line between them. */
export function joinParts(parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`;
}

export function bulletList(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.map((item) => `- ${item}`).join('\n');
}
