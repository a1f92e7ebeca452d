/** Names within sentences. */

/**
 * English words of the sentences that Highwater writes. A function may be called like one of them: as a bare word it
 * is left alone, because nobody can tell it from the sentence, which says it of every profile.
 */
const OWN_WORDS = new Set(
  (
    'a about after again all allocated allocation allocations alive an and apart are arena array as at back baseline ' +
    'be before below both by bytes candidate capture class copies copy copying do does each end ends events fails ' +
    'falls far fit fits for free from function gives growth has have held holds how in into is it its kept largest ' +
    'launch less life lives loss made make makes memory moment more most name needed no none not nothing of on once ' +
    'one only or other others out over pause peak peaks pile piles pool program programs ran reads released request ' +
    'reserved rise rises run runs same scope share size sizes small smaller space stack stage start state stays step ' +
    'steps still such sum take takes temp than that the their them then there they this time times to top total two ' +
    'under up use used value when where while window with within without work'
  ).split(' '),
);

/** What may stand right beside a name without being part of it: `jit_scan`, `model.py:`, `(scan)`. */
const BEFORE = '(?<![\\p{L}\\p{N}_.$])';
const AFTER = '(?![\\p{L}\\p{N}_$])';
const JITTED = '(?<=(?<![\\p{L}\\p{N}_.$])(?:jit|pmap)_{1,2}|PjitFunction\\()';

export class ProseNames {
  private readonly replacements: Map<string, string>;
  private readonly names: RegExp | null;
  private readonly plain: RegExp | null;

  /** Pairs of a name and what stands for it; of two for one name, the first. */
  constructor(pairs: readonly (readonly [string, string])[]) {
    this.replacements = new Map(pairs.toReversed().filter(([name]) => name !== ''));
    // The longest first: a name may begin with another one.
    const sorted = [...this.replacements.keys()].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
    this.names = anyOf(sorted.filter((name) => !OWN_WORDS.has(name)), (any) => `(?:${JITTED}|${BEFORE})(?:${any})${AFTER}`);
    // After a file, or as what was jitted, even an English word is a name.
    this.plain = anyOf(sorted.filter((name) => OWN_WORDS.has(name)), (any) => `(?:${JITTED}|(?<=\\.\\w{1,5}: ))(?:${any})${AFTER}`);
  }

  replaced(text: string): string {
    const byName = (name: string): string => this.replacements.get(name) ?? name;
    let result = text;
    // In this order: what stands for a file ends in its extension, and says that a function follows.
    if (this.names !== null) result = result.replace(this.names, byName);
    if (this.plain !== null) result = result.replace(this.plain, byName);
    return result;
  }
}

function anyOf(names: readonly string[], pattern: (any: string) => string): RegExp | null {
  if (names.length === 0) return null;
  return new RegExp(pattern(names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')), 'gu');
}
