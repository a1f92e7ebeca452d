/** Matches of several patterns in the order of the text, found lazily: a dump holds a hundred thousand of them. */

export interface MergedMatch<K extends string> {
  kind: K;
  match: RegExpExecArray;
}

/** All patterns must have the flag `g`. Matches of one pattern do not overlap; those of two may. */
export function* mergedMatches<K extends string>(text: string, patterns: Record<K, RegExp>): Generator<MergedMatch<K>> {
  const heads: { kind: K; match: RegExpExecArray; rest: Iterator<RegExpExecArray> }[] = [];
  for (const kind of Object.keys(patterns) as K[]) {
    const rest = text.matchAll(patterns[kind]);
    const first = rest.next();
    if (!first.done) heads.push({ kind, match: first.value, rest });
  }
  while (heads.length > 0) {
    let earliest = 0;
    for (let i = 1; i < heads.length; i++) if (heads[i].match.index < heads[earliest].match.index) earliest = i;
    const head = heads[earliest];
    yield { kind: head.kind, match: head.match };
    const next = head.rest.next();
    if (next.done) heads.splice(earliest, 1);
    else head.match = next.value;
  }
}
