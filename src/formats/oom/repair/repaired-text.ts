/** A repaired region as one text, with the way back to lines of the file. */

import type { TextLine } from './lines.ts';

export class RepairedText {
  readonly text: string;
  readonly lines: readonly TextLine[];
  /** Offset of each line in `text`. */
  private readonly starts: Uint32Array;

  constructor(lines: readonly TextLine[]) {
    this.lines = lines;
    this.starts = new Uint32Array(lines.length);
    let offset = 0;
    for (let i = 0; i < lines.length; i++) {
      this.starts[i] = offset;
      offset += lines[i].text.length + 1;
    }
    this.text = lines.map((line) => line.text).join('\n');
  }

  /** Index of the line that holds an offset. */
  indexAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  lineAt(offset: number): TextLine | undefined {
    return this.lines[this.indexAt(offset)];
  }

  /** 1-based line of the file. */
  rawLineAt(offset: number): number {
    return this.lineAt(offset)?.raw ?? 1;
  }

  lineStart(offset: number): number {
    return this.starts[this.indexAt(offset)] ?? 0;
  }

  lineEnd(offset: number): number {
    const index = this.indexAt(offset);
    return index + 1 < this.starts.length ? this.starts[index + 1] - 1 : this.text.length;
  }

  /** Whether the text between two offsets comes from more than one line of the file. */
  spansLines(from: number, to: number): boolean {
    const first = this.lineAt(from);
    const last = this.lineAt(Math.max(from, to - 1));
    return first !== undefined && last !== undefined && (first.raw !== last.raw || first.rawEnd !== first.raw);
  }
}
