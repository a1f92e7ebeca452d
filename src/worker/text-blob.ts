/** Text too long for one string, or for the JavaScript heap. */

/** So many characters are encoded and handed to the browser at a time. */
const PART_CHARACTERS = 1 << 22;

/** The pieces in order, as one UTF-8 blob of that type. */
export function textBlob(pieces: Iterable<string>, type: string): Blob {
  const parts: Blob[] = [];
  let pending: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    if (length < PART_CHARACTERS) continue;
    // A blob of its own keeps its bytes in the browser, where a list of strings would keep them here.
    parts.push(new Blob(pending));
    pending = [];
    length = 0;
  }
  return new Blob([...parts, ...pending], { type: `${type};charset=utf-8` });
}
