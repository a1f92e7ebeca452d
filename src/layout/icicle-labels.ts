/** What boxes say. Texts and their widths are kept for a tree: every frame asks for the same ones. */

import { BYTES, type FlameAmounts } from '../model/amounts.ts';
import { NODE_ROOT, NODE_SIZE } from '../model/flame.ts';
import { formatCount } from '../model/format.ts';
import type { Bytes, CssPixels } from '../model/units.ts';
import type { TextMeasurer, TextStyle } from './display-list.ts';
import type { FlameIndex, FlameRow } from './flame-index.ts';
import { rowText } from './flame-index.ts';

export function amountsOf(unit: string): FlameAmounts {
  if (unit === 'bytes') return BYTES;
  const counted = (amount: number): string => (unit === '' ? formatCount(amount) : `${formatCount(amount)} ${unit}`);
  return { short: counted, exact: counted };
}

/** What stands beside names where it is not what the rows hold: a comparison writes what changed. */
export interface RowTexts {
  row: (row: FlameRow) => string;
  /** Of a row and all its siblings after it, which are one merged box. */
  siblingsFrom: (row: FlameRow) => string;
}

const ELLIPSIS = '…';

/** Texts of one tree. `rootText` says what the whole tree is. */
export class IcicleLabels {
  readonly amounts: FlameAmounts;
  private readonly index: FlameIndex;
  private readonly rootText: string;
  private readonly measure: TextMeasurer;
  private readonly beside: RowTexts | null;
  private readonly texts: (string | undefined)[] = [];
  private readonly amountTexts: (string | undefined)[] = [];
  private readonly widths: Record<TextStyle, Map<string, CssPixels>> = {
    label: new Map(),
    strong: new Map(),
    title: new Map(),
  };

  constructor(
    index: FlameIndex,
    rootText: string,
    amounts: FlameAmounts,
    measure: TextMeasurer,
    beside: RowTexts | null = null,
  ) {
    this.beside = beside;
    this.index = index;
    this.rootText = rootText;
    this.amounts = amounts;
    this.measure = measure;
  }

  /** The frame, or what the tree is. */
  frame(row: FlameRow): string {
    const { tree } = this.index;
    return (this.texts[row] ??= tree.kind[row] === NODE_ROOT ? this.rootText : rowText(tree, row));
  }

  /** The frame with its bytes where both fit, else as much of the frame as does. A number is never cut. */
  fit(row: FlameRow, width: CssPixels, style: TextStyle): string {
    if (this.beside === null && this.index.tree.kind[row] === NODE_SIZE) return this.fitSize(row, width, style);
    const frame = this.frame(row);
    const frameWidth = this.widthOf(frame, style);
    if (frameWidth > width) return this.clip(frame, width, style);
    const amount = (this.amountTexts[row] ??= `  ${this.amountOf(row)}`);
    return frameWidth + this.widthByCharacter(amount, style) <= width ? frame + amount : frame;
  }

  private amountOf(row: FlameRow): string {
    return this.beside?.row(row) ?? this.amounts.short(this.index.tree.total[row]);
  }

  /** `3 × 901,775,360 bytes  2.52 GiB`: each of them, and all together. */
  private fitSize(row: FlameRow, width: CssPixels, style: TextStyle): string {
    const { tree } = this.index;
    const each = `${formatCount(tree.count[row])} × ${this.frame(row)}`;
    const all = this.amounts.short(tree.total[row]);
    return [`${each}  ${all}`, each, all].find((text) => this.widthOf(text, style) <= width) ?? '';
  }

  /** `first` is the first of the rows that the box stands for. */
  fitMerged(first: FlameRow, count: number, bytes: Bytes, width: CssPixels, style: TextStyle): string {
    const amount = this.beside?.siblingsFrom(first) ?? this.amounts.short(bytes);
    const all = `${formatCount(count)} smaller, ${amount}`;
    if (this.widthOf(all, style) <= width) return all;
    const number = `${formatCount(count)} smaller`;
    return this.widthOf(number, style) <= width ? number : '';
  }

  /** The longest beginning that fits with an ellipsis; nothing where that would be less than two characters. */
  private clip(text: string, width: CssPixels, style: TextStyle): string {
    if (this.widthOf(text, style) <= width) return text;
    let room = width - this.widthOf(ELLIPSIS, style);
    let length = 0;
    let letters = 0;
    // By code points: half a character would be drawn as a box.
    for (const character of text) {
      room -= this.widthOf(character, style);
      if (room < 0) break;
      length += character.length;
      letters++;
    }
    return letters < 2 ? '' : `${text.slice(0, length)}${ELLIPSIS}`;
  }

  /**
   * Of an amount, which is another one in every tree: measuring text is slow, and the width of a digit is known. Names
   * come again and are measured as they stand.
   */
  private widthByCharacter(text: string, style: TextStyle): CssPixels {
    let width = 0;
    for (const character of text) width += this.widthOf(character, style);
    return width;
  }

  private widthOf(text: string, style: TextStyle): CssPixels {
    const widths = this.widths[style];
    let width = widths.get(text);
    if (width === undefined) {
      width = this.measure(text, style);
      widths.set(text, width);
    }
    return width;
  }
}
