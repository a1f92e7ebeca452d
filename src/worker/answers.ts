/** How each question is answered. A new question is one row in `protocol.ts` and one here. */

import { curveWindow } from '../analysis/curves.ts';
import { flame } from '../analysis/flame/flame.ts';
import { lanesOf } from '../analysis/lanes.ts';
import type { OpenDumps } from './open-dumps.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { AnswerOf, QuestionKind, QuestionOf, Questions } from './protocol.ts';

export class AnswerFault extends Error {
  override readonly name = 'AnswerFault';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What the data worker holds. */
export interface OpenThings {
  profiles: OpenProfiles;
  dumps: OpenDumps;
}

type Answerer<K extends QuestionKind> = (open: OpenThings, ask: Questions[K]['ask']) => Questions[K]['answer'];

const ANSWERS: { [K in QuestionKind]: Answerer<K> } = {
  window({ profiles }, { allocator, from, to, limit }) {
    const { member, index } = locate(profiles, allocator);
    return curveWindow(member.profile, member.lifetimes, index, from, to, limit);
  },
  flame({ profiles }, { allocator, query }) {
    const { member, index } = locate(profiles, allocator);
    const { allocations, perAllocator } = member.lifetimes;
    return flame(member.profile, allocations, index, perAllocator[index].inUseBefore, query);
  },
  lanes({ profiles }, { allocator, from, to, pixels }) {
    return lanesOf(locate(profiles, allocator).member.profile, from, to, pixels);
  },
  dump({ dumps }, { name }) {
    return dumps.summary(name);
  },
  series({ dumps }, { order }) {
    return dumps.series(order);
  },
};

/** Throws `AnswerFault` where the question names what the profile does not have. */
export function answerQuestion<K extends QuestionKind>(
  open: OpenThings,
  { id, generation, kind, ask }: QuestionOf<K>,
): AnswerOf<K> {
  const answerer: Answerer<K> = ANSWERS[kind];
  return { type: 'answer', id, generation, kind, answer: answerer(open, ask) };
}

function locate(profiles: OpenProfiles, allocator: number): NonNullable<ReturnType<OpenProfiles['locate']>> {
  const found = profiles.locate(allocator);
  if (!found) throw new AnswerFault('no-such-allocator', 'The profile has no such allocator.');
  return found;
}
