/** Where a name may be cut, so that what tells it from another one stays. Pure. */

export interface NamePieces {
  /** Gives way first. */
  start: string;
  /** What the name is known by: stays the longest. */
  told: string;
  /** Gives way second. */
  end: string;
}

/** A shorter start or end is no wider than the dots that would stand for it. */
const SHORTEST_CUT = 3;

/** Of a name that stands alone its end is kept: folders and dates come first, numbers and kinds last. */
const KEPT_ALONE = 16;

/** A part of a name begins and ends beside one of these: half a number tells little. */
const isSeparator = (character: string | undefined): boolean => character === undefined || /[\s/._-]/.test(character);

/**
 * The name in three pieces, which put together are the name. Told apart from `other`, the middle one is the part in which
 * they differ, by whole words: `run_`, `11`, `_00/trainer.xplane.pb`. With null, or beside its own like, it is the end.
 */
export function namePieces(name: string, other: string | null): NamePieces {
  if (other === null || other === name) {
    const at = Math.max(0, name.length - KEPT_ALONE);
    // A pair of surrogates is one character.
    const cut = /[\uDC00-\uDFFF]/.test(name.charAt(at)) ? at - 1 : at;
    return { start: name.slice(0, cut), told: name.slice(cut), end: '' };
  }
  const shorter = Math.min(name.length, other.length);
  let from = 0;
  while (from < shorter && name[from] === other[from]) from++;
  let same = 0;
  while (same < shorter - from && name[name.length - 1 - same] === other[other.length - 1 - same]) same++;
  while (from > 0 && !isSeparator(name[from - 1])) from--;
  while (same > 0 && !isSeparator(name[name.length - same])) same--;
  if (from < SHORTEST_CUT) from = 0;
  if (same < SHORTEST_CUT) same = 0;
  return { start: name.slice(0, from), told: name.slice(from, name.length - same), end: name.slice(name.length - same) };
}
