/** Puts together what the planes of an XSpace hold, once all of it has been read. */

import type { ProblemLog } from '../../model/problems.ts';
import { RefusalError } from '../../model/problems.ts';
import type { Profile } from '../../model/profile.ts';
import { callsOf } from './calls.ts';
import { captureFacts, programsOf } from './capture-facts.ts';
import { addDamage, cutSentence } from './damage.ts';
import { buildEventTable } from './event-table.ts';
import { marksOf } from './marks.ts';
import { collectMemoryRows } from './memory-rows.ts';
import type { PlaneReader } from './plane.ts';
import type { SpaceFacts } from './space-facts.ts';
import { PlaneStacks, StackBuilder } from './stacks.ts';
import { StringTable } from './string-table.ts';
import { xprofInputs } from './xprof-inputs.ts';

const WITHOUT_BYTES =
  'A memory event that does not state the bytes in use was left out: it is damaged, or the file was cut before the names ' +
  'of its numbers. Take or copy the trace again.';

/** Throws `RefusalError` where the file is cut before anything that concerns memory. The planes are used up by this. */
export function buildProfile(
  name: string,
  bytes: number,
  facts: SpaceFacts,
  planes: readonly PlaneReader[],
  problems: ProblemLog,
): Profile {
  const rows = collectMemoryRows(planes);
  const programs = programsOf(planes);
  const cut = planes.find((plane) => plane.cut);
  if (cut && rows.length === 0) throw new RefusalError('truncated', cutSentence(bytes, cut, programs.length));
  addDamage(problems, name, planes);
  if (rows.withoutBytes > 0) problems.add(name, WITHOUT_BYTES, rows.withoutBytes);
  const strings = new StringTable();
  const stackBuilder = new StackBuilder(strings);
  const capture = captureFacts(facts, planes, rows);
  const stacksByPlane = new Map(rows.planes.map(({ plane }) => [plane, new PlaneStacks(plane, stackBuilder)]));
  const stacksOf = (plane: PlaneReader): PlaneStacks => stacksByPlane.get(plane) ?? new PlaneStacks(plane, stackBuilder);
  const { events, allocators, lastLifetimePeak } = buildEventTable(rows, stacksOf, problems, name);
  const xprof = xprofInputs(rows, planes, strings, lastLifetimePeak);
  for (const plane of planes) plane.candidates.clear();
  return {
    source: { name, format: 'xplane', bytes },
    capture,
    originPs: rows.originPs,
    allocators,
    events,
    lines: rows.eventLines,
    calls: callsOf(rows, planes, stacksOf),
    ...stackBuilder.finish(),
    marks: marksOf(planes, rows.originPs, strings),
    strings: strings.strings,
    programs,
    stated: null,
    xprof,
    problems: problems.list(),
  };
}
