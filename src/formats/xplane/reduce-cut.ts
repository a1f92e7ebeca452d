/**
 * Copies out of an XSpace what a plan keeps, byte for byte: fields that nobody here knows survive, and numbers as they
 * were written. Lines and planes lose events but stay, with their names and times; names that no kept event uses go.
 */

import type { FormatReader } from '../../input/types.ts';
import type { Problem } from '../../model/problems.ts';
import { ByteParts } from '../protobuf/byte-parts.ts';
import { FieldCursor } from '../protobuf/field-cursor.ts';
import { int64, uint64 } from '../protobuf/varint.ts';
import { idKey } from './id-key.ts';
import type { LinePlan, PlanePlan } from './reduce-plan.ts';
import { LINE, PLANE, SPACE, SpaceWalker, type Depth, type SpaceVisitor } from './space-walker.ts';

/** A trace cut down to what memory needs. */
export interface ReducedTrace {
  kind: 'reduced';
  /** The XSpace, in pieces. */
  parts: Uint8Array<ArrayBuffer>[];
  /** Of the XSpace before and after. */
  bytesBefore: number;
  bytesAfter: number;
  memoryEvents: number;
  /** Other events that are kept, and those that are not. */
  otherEvents: number;
  leftOut: number;
  /** What could not be read, and so is not in it. */
  problems: Problem[];
}

/** Fields of XSpace, XPlane and XLine (xplane.proto). */
const PLANES = 1;
const WARNINGS = 3;
const LINES = 3;
const EVENTS = 4;
const EVENT_METADATA = 4;
const STAT_METADATA = 5;
const PLANE_STATS = 6;

/** A plane while it is copied. Names wait for its end: only then it is known which of them are used. */
interface OpenPlane {
  plan: PlanePlan | undefined;
  content: ByteParts;
  lines: number;
  eventNames: { id: number; entry: Uint8Array }[];
  statNames: { id: number; entry: Uint8Array }[];
  usedEvents: Set<number>;
  usedStats: Set<number>;
}

export class SpaceCutter implements FormatReader<ReducedTrace>, SpaceVisitor {
  private readonly walker = new SpaceWalker(this);
  private readonly space = new ByteParts();
  private plane: OpenPlane | null = null;
  private line: { plan: LinePlan | undefined; content: ByteParts } | null = null;
  private planes = 0;
  private memoryEvents = 0;
  private otherEvents = 0;
  private leftOut = 0;

  /** `problems` are those of the first pass: this one meets the same. */
  constructor(
    private readonly plans: readonly PlanePlan[],
    private readonly problems: Problem[],
  ) {}

  push(chunk: Uint8Array): void {
    this.walker.push(chunk);
  }

  end(): ReducedTrace {
    const { bytes } = this.walker.end();
    const { space, problems, memoryEvents, otherEvents, leftOut } = this;
    if (problems.length > 0) space.message(WARNINGS, textParts(warningOf(problems)));
    const parts = space.finish();
    return { kind: 'reduced', parts, bytesBefore: bytes, bytesAfter: space.length, memoryEvents, otherEvents, leftOut, problems };
  }

  beginPlane(): void {
    this.plane = {
      plan: this.plans[this.planes++],
      content: new ByteParts(),
      lines: 0,
      eventNames: [],
      statNames: [],
      usedEvents: new Set(),
      usedStats: new Set(),
    };
  }

  endPlane(): void {
    const { plane } = this;
    if (plane === null) return;
    const { content, eventNames, statNames, usedEvents, usedStats } = plane;
    for (const { id, entry } of eventNames) {
      if (!usedEvents.has(id)) continue;
      content.write(entry, 0, entry.length);
      collectMetadataStats(entry, usedStats);
    }
    for (const { id, entry } of statNames) if (usedStats.has(id)) content.write(entry, 0, entry.length);
    this.space.message(PLANES, content);
    this.plane = null;
  }

  beginLine(): void {
    if (this.plane !== null) this.line = { plan: this.plane.plan?.lines[this.plane.lines++], content: new ByteParts() };
  }

  endLine(): void {
    if (this.line !== null) this.plane?.content.message(LINES, this.line.content);
    this.line = null;
  }

  /** None at once: each comes as an element, with its tag. */
  events(_bytes: Uint8Array, position: number): number {
    return position;
  }

  wants(): boolean {
    return true;
  }

  scalar(depth: Depth, _field: number, _wireType: number, bytes: Uint8Array, tagAt: number, stop: number): void {
    this.contentAt(depth).write(bytes, tagAt, stop);
  }

  element(depth: Depth, field: number, bytes: Uint8Array, tagAt: number, start: number, stop: number): void {
    const { plane } = this;
    if (depth === LINE && field === EVENTS) {
      if (!this.keeps(bytes, start, stop)) {
        this.leftOut++;
        return;
      }
      if (plane !== null) collectStats(bytes, start, stop, EVENT_STATS, plane.usedStats);
    } else if (depth === PLANE && plane !== null && plane.plan?.isWhole !== true) {
      if (field === EVENT_METADATA || field === STAT_METADATA) {
        const names = field === EVENT_METADATA ? plane.eventNames : plane.statNames;
        names.push({ id: entryKey(bytes, start, stop), entry: bytes.slice(tagAt, stop) });
        return;
      }
      if (field === PLANE_STATS) collectStat(bytes, start, stop, plane.usedStats);
    }
    this.contentAt(depth).write(bytes, tagAt, stop);
  }

  /** Told by the first pass. */
  problem(): void {}

  private keeps(bytes: Uint8Array, start: number, stop: number): boolean {
    const { plane, line } = this;
    if (plane?.plan === undefined || line?.plan === undefined || !readEventHead(bytes, start, stop)) return false;
    const isMemory = plane.plan.memoryIds.has(head.id) && !head.isAggregated;
    if (!isMemory && !plane.plan.isWhole && !line.plan.isWhole) {
      if (head.isAggregated || line.plan.spans?.has(head.id, head.offset, head.duration) !== true) return false;
    }
    if (isMemory) this.memoryEvents++;
    else this.otherEvents++;
    plane.usedEvents.add(head.id);
    return true;
  }

  private contentAt(depth: Depth): ByteParts {
    if (depth === SPACE || this.plane === null) return this.space;
    return depth === PLANE || this.line === null ? this.plane.content : this.line.content;
  }
}

/** Stands in the file among the profiler's own warnings, so that whoever opens it knows. */
function warningOf(problems: readonly Problem[]): string {
  const sentences = [...new Set(problems.map(({ sentence }) => sentence))];
  return `Reduced by Highwater from a file that could not be read in full. ${sentences.join(' ')}`;
}

function textParts(text: string): ByteParts {
  const bytes = new TextEncoder().encode(text);
  const parts = new ByteParts();
  parts.write(bytes, 0, bytes.length);
  return parts;
}

/** What `readEventHead` found; reused, for it runs for every event. */
const head = { id: 0, offset: 0, duration: 0, isAggregated: false };

/** XEvent: 1 metadata_id, 2 offset_ps, 3 duration_ps, 5 num_occurrences (xplane.proto). False where it is damaged. */
function readEventHead(bytes: Uint8Array, start: number, stop: number): boolean {
  head.id = 0;
  head.offset = 0;
  head.duration = 0;
  head.isAggregated = false;
  const field = eventField.over(bytes, start, stop);
  while (field.next()) {
    if (!field.isVarint) continue;
    const { number, low, high } = field;
    if (number === 1) head.id = idKey(low, high);
    else if (number === 2) head.offset = int64(low, high);
    else if (number === 3) head.duration = uint64(low, high);
    else if (number === 5) head.isAggregated = true;
  }
  return !field.damaged;
}

/** Moved from event to event: there are millions. */
const eventField = new FieldCursor();

/** Stats of an XEvent and of an XEventMetadata; the value of a map entry. */
const EVENT_STATS = 4;
const METADATA_STATS = 5;
const ENTRY_VALUE = 2;

/** Ids of the stats in one field of a message, and of the names they refer to. */
function collectStats(bytes: Uint8Array, start: number, stop: number, ofField: number, ids: Set<number>): void {
  const field = eventField.over(bytes, start, stop);
  while (field.next()) if (field.isBytes && field.number === ofField) collectStat(bytes, field.start, field.stop, ids);
}

/** XStat: 1 metadata_id, 7 reference to the stat metadata whose name is the value. */
function collectStat(bytes: Uint8Array, start: number, stop: number, ids: Set<number>): void {
  const field = statField.over(bytes, start, stop);
  while (field.next()) {
    if (field.isVarint && (field.number === 1 || field.number === 7)) ids.add(idKey(field.low, field.high));
  }
}

const statField = new FieldCursor();

/** `entry` is a whole field of the plane: a tag and a map entry. */
function collectMetadataStats(entry: Uint8Array, ids: Set<number>): void {
  const whole = new FieldCursor(entry, 0, entry.length);
  while (whole.next()) {
    if (!whole.isBytes) continue;
    const field = whole.message();
    while (field.next()) {
      if (field.isBytes && field.number === ENTRY_VALUE) collectStats(entry, field.start, field.stop, METADATA_STATS, ids);
    }
  }
}

/** The key of a map entry; 0, as protobuf has it, where none is written. */
function entryKey(bytes: Uint8Array, start: number, stop: number): number {
  let key = 0;
  const field = new FieldCursor(bytes, start, stop);
  while (field.next()) if (field.isVarint && field.number === 1) key = idKey(field.low, field.high);
  return key;
}
