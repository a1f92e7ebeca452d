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
import { mergeRuns } from '../../model/merge-runs.ts';
import { STEPS_LINE, STEP_NUMBER_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import { Column32, ColumnDouble } from './segments.ts';
import type { StringTable } from './string-table.ts';

/** The name of a launch, with its program (jax.jit's fast path). */
export const DISPATCH = /^PjitFunction\((.*)\)$/;

/** Runtime events on Python threads that look like a user's annotation; C++ names with `::` need no list. */
const RUNTIME_NAMES =
  /^(?:\$|Build buffer allocations$|DevicePut|shard_args$|cpp_pjit|Pjit|PJRT_|ExecuteReplicated|Allocate|CopyTo|hip[A-Z]|cu[A-Z])/;

/** Marks in columns, in the order found: a trace of eager programs has a million of them. */
class MarkColumns {
  private readonly kind = new Column32();
  private readonly name = new Column32();
  private readonly start = new ColumnDouble();
  private readonly duration = new ColumnDouble();
  private readonly step = new Column32();
  private readonly where = new Column32();

  add(kind: number, name: number, start: number, duration: number, step: number, where: number): void {
    this.kind.push(kind);
    this.name.push(name);
    this.start.push(start);
    this.duration.push(duration);
    this.step.push(step);
    this.where.push(where);
  }

  finish(): MarkTable {
    const { length } = this.start;
    const time = new Float64Array(length);
    const rows = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      time[i] = this.start.get(i);
      rows[i] = i;
    }
    const order = mergeRuns(rows, time);
    const table: MarkTable = {
      length,
      kind: new Uint8Array(length),
      name: new Int32Array(length),
      start: new Float64Array(length),
      duration: new Float64Array(length),
      step: new Int32Array(length),
      where: new Int32Array(length),
    };
    for (let i = 0; i < length; i++) {
      const mark = order[i];
      table.kind[i] = this.kind.get(mark);
      table.name[i] = this.name.get(mark);
      table.start[i] = time[mark];
      table.duration[i] = this.duration.get(mark);
      table.step[i] = this.step.get(mark);
      table.where[i] = this.where.get(mark);
    }
    return table;
  }
}

/** `originPs` is what event times are relative to. */
export function marksOf(planes: readonly PlaneReader[], originPs: bigint, strings: StringTable): MarkTable {
  const marks = new MarkColumns();
  for (const plane of planes) {
    const starts = plane.lines.map(({ timestampNs }) => Number(timestampNs * 1000n - originPs));
    addHostMarks(marks, plane, starts, strings);
    addDeviceMarks(marks, plane, starts, strings);
  }
  return marks.finish();
}

interface KnownName {
  kind: number;
  name: number;
}

function addHostMarks(marks: MarkColumns, plane: PlaneReader, starts: number[], strings: StringTable): void {
  const { spans } = plane;
  if (spans.length === 0) return;
  const stepNumbers = stepNumbersOf(plane);
  const isPython = pythonLines(plane);
  const where = plane.lines.map(({ name }) => strings.intern(name));
  const byId = new Map<number, KnownName | null>();
  for (let span = 0; span < spans.length; span++) {
    const id = spans.metadataId.get(span);
    let known = byId.get(id);
    if (known === undefined) {
      known = hostMark(plane.eventNames.get(id) ?? '', strings);
      byId.set(id, known);
    }
    const step = stepNumbers.size === 0 ? undefined : stepNumbers.get(span);
    if (step === undefined && known === null) continue;
    const line = spans.line.get(span);
    let kind = known?.kind ?? MARK_ANNOTATION;
    let name = known?.name ?? -1;
    if (step !== undefined) {
      kind = MARK_STEP;
      if (name < 0) name = strings.intern(plane.eventNames.get(id) ?? '');
    } else if (kind === MARK_ANNOTATION ? isPython[line] === 0 : isInner(plane, span)) {
      continue;
    }
    marks.add(kind, name, starts[line] + spans.start.get(span), spans.duration.get(span), step ?? -1, where[line]);
  }
}

/** JAX nests two spans of one call, with the same name: one is enough. */
function isInner({ spans }: PlaneReader, span: number): boolean {
  const parent = spans.parent.get(span);
  return parent >= 0 && spans.metadataId.get(parent) === spans.metadataId.get(span);
}

function hostMark(name: string, strings: StringTable): KnownName | null {
  const dispatch = DISPATCH.exec(name);
  if (dispatch) return { kind: MARK_DISPATCH, name: strings.intern(dispatch[1]) };
  if (name === '' || name.includes('::') || RUNTIME_NAMES.test(name)) return null;
  return { kind: MARK_ANNOTATION, name: strings.intern(name) };
}

/** Lines on which Python runs, and so a user's annotations: by name, or by a Python frame among the kept spans. */
function pythonLines({ lines, spans, eventNames }: PlaneReader): Uint8Array {
  const isPython = Uint8Array.from(lines, ({ name }) => (name.startsWith('python') ? 1 : 0));
  const frames = new Set<number>();
  for (const [id, name] of eventNames) if (name.startsWith('$')) frames.add(id);
  for (let span = 0; span < spans.length; span++) {
    if (isPython[spans.line.get(span)] === 0 && frames.has(spans.metadataId.get(span))) isPython[spans.line.get(span)] = 1;
  }
  return isPython;
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

function addDeviceMarks(marks: MarkColumns, plane: PlaneReader, starts: number[], strings: StringTable): void {
  const { laneEvents } = plane;
  const where = strings.intern(plane.name);
  for (let row = 0; row < laneEvents.line.length; row++) {
    const line = laneEvents.line.get(row);
    const name = plane.eventNames.get(laneEvents.metadataId.get(row)) ?? '';
    const isStep = plane.lines[line].name === STEPS_LINE;
    const step = isStep && /^\d+$/.test(name) ? Number(name) : -1;
    const start = starts[line] + laneEvents.offset.get(row);
    const kind = isStep ? MARK_STEP : MARK_DEVICE_RUN;
    marks.add(kind, strings.intern(name), start, laneEvents.duration.get(row), step, where);
  }
}
