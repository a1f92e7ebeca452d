/** The string table: index in the file → a string of the snapshot, where no string occurs twice. */

import { EMPTY_STRING } from '../../model/snapshot.ts';

/** Stands for a name that the file does not hold. */
export const UNKNOWN_NAME = '(unknown)';

/** A byte-order mark belongs to the name: the decoder would swallow it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class StringTable {
  /** As `Snapshot.strings`. */
  readonly distinct: string[] = [''];
  /** How often something referred to a string that is not there. */
  unresolved = 0;
  private readonly indexOf = new Map<string, number>([['', EMPTY_STRING]]);
  private readonly rows: number[] = [];
  private firstIsEmpty = true;
  private emptyStrings = 0;

  /** Records in the file. */
  get length(): number {
    return this.rows.length;
  }

  /** The format demands it: 0 is the index of everything that is left out. */
  get startsWithEmpty(): boolean {
    return this.rows.length > 0 && this.firstIsEmpty;
  }

  /** The empty string comes again, as at the beginning of another table: writers write each string once. */
  get beginsAgain(): boolean {
    return this.firstIsEmpty && this.emptyStrings > 1;
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    const text = decoder.decode(bytes.subarray(start, end));
    if (this.rows.length === 0) this.firstIsEmpty = text === '';
    if (text === '') this.emptyStrings++;
    this.rows.push(this.intern(text));
  }

  /** Index in `distinct` of a string that need not be in the file. */
  intern(text: string): number {
    const known = this.indexOf.get(text);
    if (known !== undefined) return known;
    this.indexOf.set(text, this.distinct.length);
    return this.distinct.push(text) - 1;
  }

  /** Index in `distinct` for an index in the file: the empty string where there is none. */
  resolve(row: number): number {
    if (row === 0) return EMPTY_STRING;
    if (this.has(row)) return this.rows[row];
    this.unresolved++;
    return EMPTY_STRING;
  }

  text(row: number): string {
    return this.distinct[this.resolve(row)];
  }

  has(row: number): boolean {
    return row >= 0 && row < this.rows.length;
  }
}
