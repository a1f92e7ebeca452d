/**
 * Steps, dispatches, device runs and annotations: what happened while memory moved.
 *
 * Host marks come from the spans that were kept, which are those with memory events, a context or a step number; an
 * annotation under which nothing was allocated is therefore missing, and a dispatch that allocated nothing too.
 */

import {
  MARK_ANNOTATION,
  MARK_DEVICE_RUN,
  MARK_DISPATCH,
  MARK_STEP,
  type MarkTable,
} from '../../model/profile.ts';
import { STEPS_LINE, STEP_NUMBER_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import type { StringTable } from './string-table.ts';

const DISPATCH = /^PjitFunction\((.*)\)$/;

/** Runtime events on Python threads that look like a user's annotation; C++ names with `::` need no list. */
const RUNTIME_NAMES =
  /^(?:\$|Build buffer allocations$|DevicePut|shard_args$|cpp_pjit|Pjit|PJRT_|ExecuteReplicated|Allocate|CopyTo|hip[A-Z]|cu[A-Z])/;

interface Mark {
  kind: number;
  name: string;
  start: number;
  duration: number;
  step: number;
  where: string;
}

/** `originPs` is what event times are relative to. */
export function marksOf(planes: readonly PlaneReader[], originPs: bigint, strings: StringTable): MarkTable {
  const marks = planes.flatMap((plane) => [...hostMarks(plane, originPs), ...deviceMarks(plane, originPs)]);
  marks.sort((a, b) => a.start - b.start || b.duration - a.duration);
  const { length } = marks;
  return {
    length,
    kind: Uint8Array.from(marks, ({ kind }) => kind),
    name: Int32Array.from(marks, ({ name }) => strings.intern(name)),
    start: Float64Array.from(marks, ({ start }) => start),
    duration: Float64Array.from(marks, ({ duration }) => duration),
    step: Int32Array.from(marks, ({ step }) => step),
    where: Int32Array.from(marks, ({ where }) => strings.intern(where)),
  };
}

function lineStarts(plane: PlaneReader, originPs: bigint): number[] {
  return plane.lines.map(({ timestampNs }) => Number(timestampNs * 1000n - originPs));
}

function* hostMarks(plane: PlaneReader, originPs: bigint): Generator<Mark> {
  const { spans } = plane;
  const starts = lineStarts(plane, originPs);
  const stepNumbers = stepNumbersOf(plane);
  const kinds = new Map<number, { kind: number; name: string } | null>();
  const isPython = pythonLines(plane);
  for (let span = 0; span < spans.length; span++) {
    const step = stepNumbers.get(span);
    const id = spans.metadataId.get(span);
    let known = kinds.get(id);
    if (known === undefined) {
      known = hostMarkKind(plane.eventNames.get(id) ?? '');
      kinds.set(id, known);
    }
    if (step === undefined && known === null) continue;
    const line = spans.line.get(span);
    if (step === undefined && known?.kind === MARK_ANNOTATION && isPython[line] === 0) continue;
    // JAX nests two spans of one call, with the same name: one is enough.
    const parent = spans.parent.get(span);
    if (known?.kind === MARK_DISPATCH && parent >= 0 && spans.metadataId.get(parent) === id) continue;
    yield {
      kind: step === undefined ? (known?.kind ?? MARK_ANNOTATION) : MARK_STEP,
      name: known?.name ?? plane.eventNames.get(id) ?? '',
      start: starts[line] + spans.start.get(span),
      duration: spans.duration.get(span),
      step: step ?? -1,
      where: plane.lines[line].name,
    };
  }
}

/** Lines on which Python runs, and so a user's annotations: by name, or by a Python frame among the kept spans. */
function pythonLines({ lines, spans, eventNames }: PlaneReader): Uint8Array {
  const isPython = Uint8Array.from(lines, ({ name }) => (name.startsWith('python') ? 1 : 0));
  for (let span = 0; span < spans.length; span++) {
    if (eventNames.get(spans.metadataId.get(span))?.startsWith('$')) isPython[spans.line.get(span)] = 1;
  }
  return isPython;
}

function hostMarkKind(name: string): { kind: number; name: string } | null {
  const dispatch = DISPATCH.exec(name);
  if (dispatch) return { kind: MARK_DISPATCH, name: dispatch[1] };
  if (name === '' || name.includes('::') || RUNTIME_NAMES.test(name)) return null;
  return { kind: MARK_ANNOTATION, name };
}

/** Step number by span, where the span has one. */
function stepNumbersOf(plane: PlaneReader): Map<number, number> {
  const { spans, statNames } = plane;
  const numbers = new Map<number, number>();
  for (let row = 0; row < spans.linkSpan.length; row++) {
    if (statNames.get(spans.linkStat.get(row)) !== STEP_NUMBER_STAT) continue;
    numbers.set(spans.linkSpan.get(row), spans.linkLow.get(row));
  }
  return numbers;
}

function* deviceMarks(plane: PlaneReader, originPs: bigint): Generator<Mark> {
  const { laneEvents } = plane;
  const starts = lineStarts(plane, originPs);
  for (let row = 0; row < laneEvents.line.length; row++) {
    const line = laneEvents.line.get(row);
    const name = plane.eventNames.get(laneEvents.metadataId.get(row)) ?? '';
    const isStep = plane.lines[line].name === STEPS_LINE;
    yield {
      kind: isStep ? MARK_STEP : MARK_DEVICE_RUN,
      name,
      start: starts[line] + laneEvents.offset.get(row),
      duration: laneEvents.duration.get(row),
      step: isStep && /^\d+$/.test(name) ? Number(name) : -1,
      where: plane.name,
    };
  }
}
