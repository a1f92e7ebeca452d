/** What a link's data can answer in place of a worker: who held the memory at the peak, and the digest itself. */

import type { ProfileDigest } from './model/digest.ts';
import type { FlameAnswer, FlameQuery } from './model/flame.ts';
import type { AppState } from './state/app-state.ts';
import type { QuestionKind, Questions } from './worker/protocol.ts';

/** Null where only the file could tell, and where no link with one profile is shown. */
export function linkedAnswer<K extends QuestionKind>(
  { linked, comparison }: Pick<AppState, 'linked' | 'comparison'>,
  kind: K,
  ask: Questions[K]['ask'],
): Questions[K]['answer'] | null {
  if (linked === null || comparison !== null) return null;
  const [digest] = linked.digests;
  const answers: { [Q in QuestionKind]?: (asked: Questions[Q]['ask']) => Questions[Q]['answer'] | null } = {
    digest: () => digest,
    flame: ({ query }) => flameAnswer(digest, query),
  };
  return answers[kind]?.(ask) ?? null;
}

function flameAnswer(digest: ProfileDigest, query: FlameQuery): FlameAnswer | null {
  if (digest.kind === 'dump') return null;
  const shown = digest.summary.allocators[digest.allocator];
  const tree = digest.trees[query.grouping];
  if (shown === undefined || tree === undefined || query.width !== 'held' || !query.foldsInternals) return null;
  const { peak, curves } = shown;
  const { what } = query;
  // Ranges of the question begin a little before the capture.
  const isPeak =
    what.kind === 'alive-at-peak'
      ? what.from <= curves.start && what.to >= curves.end
      : what.kind === 'alive' && what.at === peak.time;
  return isPeak ? { query, tree, moment: peak.time, inUse: peak.inUse, reserved: peak.reserved } : null;
}
