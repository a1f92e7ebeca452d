/** How each question is answered. A new question is one row in `protocol.ts` and one here. */

import { curveWindow } from '../analysis/curves.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { QuestionKind, Questions } from './protocol.ts';

export class AnswerFault extends Error {
  override readonly name = 'AnswerFault';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Answerer<K extends QuestionKind> = (profiles: OpenProfiles, ask: Questions[K]['ask']) => Questions[K]['answer'];

export const ANSWERS: { [K in QuestionKind]: Answerer<K> } = {
  window(profiles, { allocator, from, to, limit }) {
    const found = profiles.locate(allocator);
    if (!found) throw new AnswerFault('no-such-allocator', 'The profile has no such allocator.');
    const { profile, lifetimes } = found.member;
    return curveWindow(profile, lifetimes, found.index, from, to, limit);
  },
};
