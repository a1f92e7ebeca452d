/** How each question is answered. A new question is one row in `protocol.ts` and one here. */

import { allocationFile } from '../analysis/allocation-file.ts';
import { allocationDetails, allocationRows } from '../analysis/allocation-rows.ts';
import { blocks } from '../analysis/blocks.ts';
import { curveWindow } from '../analysis/curves.ts';
import { flame } from '../analysis/flame/flame.ts';
import { lanesOf } from '../analysis/lanes.ts';
import { requestInProfile } from '../analysis/oom/request-in-profile.ts';
import { poolMap } from '../analysis/pool-map.ts';
import { memoryFigures } from '../analysis/projection/figures.ts';
import { project } from '../analysis/projection/project.ts';
import { xprofCurve } from '../analysis/xprof-curve.ts';
import type { OpenDumps } from './open-dumps.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { AnswerOf, OpenedMessage, QuestionKind, QuestionOf, Questions } from './protocol.ts';
import { textBlob } from './text-blob.ts';

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
  messages: OpenedMessage[];
}

type Answerer<K extends QuestionKind> = (open: OpenThings, ask: Questions[K]['ask']) => Questions[K]['answer'];

const ANSWERS: { [K in QuestionKind]: Answerer<K> } = {
  window({ profiles }, { allocator, from, to, limit }) {
    const { member, index } = locate(profiles, allocator);
    return curveWindow(member.profile, member.lifetimes, index, from, to, limit);
  },
  flame({ profiles, dumps }, { allocator, query }) {
    const { member, index } = locate(profiles, allocator);
    const { allocations, perAllocator } = member.lifetimes;
    const named = dumps.before(allocator)?.trees ?? null;
    return flame(member.profile, allocations, index, perAllocator[index].inUseBefore, query, named);
  },
  beforeCapture({ dumps }, { allocator }) {
    return { match: dumps.before(allocator)?.match ?? null };
  },
  lanes({ profiles }, { allocator, from, to, pixels }) {
    return lanesOf(locate(profiles, allocator).member.profile, from, to, pixels);
  },
  xprof({ profiles }, { allocator }) {
    const { member, index } = locate(profiles, allocator);
    return xprofCurve(member.profile, index);
  },
  blocks({ profiles }, { allocator, query }) {
    const { member, index } = locate(profiles, allocator);
    return { ...blocks(member.profile, member.lifetimes, index, query), allocator };
  },
  poolMap({ profiles }, { allocator, moment }) {
    const { member, index } = locate(profiles, allocator);
    return { ...poolMap(member.profile, member.lifetimes, index, moment), allocator };
  },
  requestMatch({ profiles }, { allocator, query }) {
    const { member, index } = locate(profiles, allocator);
    return requestInProfile(member.profile, member.lifetimes, index, query);
  },
  allocationRows({ profiles }, { allocator, query }) {
    const { member, index } = locate(profiles, allocator);
    return allocationRows(member.profile, member.lifetimes, index, query);
  },
  allocationFile({ profiles }, { allocator, query, format }) {
    const { member, index } = locate(profiles, allocator);
    const type = format === 'csv' ? 'text/csv' : 'application/json';
    return { text: textBlob(allocationFile(format, member.profile, member.lifetimes, index, query), type) };
  },
  allocation({ profiles }, { allocator, name }) {
    const { member, index } = locate(profiles, allocator);
    return { details: allocationDetails(member.profile, member.lifetimes, index, name) };
  },
  memoryFigures({ profiles }, { allocator }) {
    const { member, index } = locate(profiles, allocator);
    return memoryFigures(member.profile, member.lifetimes, index);
  },
  projection(_open, { figures, target, capacity }) {
    return project(figures, target, capacity);
  },
  dumpRequestMatch({ dumps }, { name, ...request }) {
    return { match: dumps.requestMatch(name, request) };
  },
  dump({ dumps }, { name }) {
    return dumps.summary(name);
  },
  series({ dumps }, { order }) {
    return dumps.series(order);
  },
  digest({ profiles, dumps }, ask) {
    if ('dump' in ask) return dumps.digest(ask.dump, ask.sampleType);
    const digest = profiles.digest(ask.allocator);
    if (digest === null) throw noSuchAllocator();
    // Answers are handed over, and the worker's own summary stays.
    return { ...digest, summary: structuredClone(digest.summary) };
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
  if (!found) throw noSuchAllocator();
  return found;
}

function noSuchAllocator(): AnswerFault {
  return new AnswerFault('no-such-allocator', 'The profile has no such allocator.');
}
