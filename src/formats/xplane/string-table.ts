import type { StringIndex } from '../../model/units.ts';

/** Strings by index, each once. */
export class StringTable {
  readonly strings: string[] = [];
  private readonly byText = new Map<string, StringIndex>();

  intern(text: string): StringIndex {
    let index = this.byText.get(text);
    if (index === undefined) {
      index = this.strings.length;
      this.strings.push(text);
      this.byText.set(text, index);
    }
    return index;
  }
}
