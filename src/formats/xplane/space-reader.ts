/** Reads an XSpace into its planes: the first half of opening a trace, and the first pass of reducing one. */

import { formatCount } from '../../model/format.ts';
import { plainText } from '../../model/plain-text.ts';
import { ProblemLog, RefusalError } from '../../model/problems.ts';
import { WIRE_VARINT, bigUint64, varint } from '../protobuf/varint.ts';
import { decodeText } from '../protobuf/field-cursor.ts';
import { readEventMetadata, readProgramHead, readStat, readStatMetadata } from './metadata.ts';
import { METADATA_PLANE } from './names.ts';
import { PlaneReader, type LineFacts, type PlaneKnowledge } from './plane.ts';
import type { SpaceFacts } from './space-facts.ts';
import { LINE, PLANE, SPACE, SpaceWalker, type Depth, type SpaceVisitor } from './space-walker.ts';
import { knowledgeFrom, whyReadAgain } from './speculation.ts';

export interface SpaceReaderOptions {
  /** As the user knows the file. */
  name: string;
  /** Cuts the profile's own bytes out of the dropped file, where they lie in it in one piece. */
  slice?: (start: number, end: number) => Blob;
  /** From a first pass whose speculation failed. */
  knowledge?: readonly PlaneKnowledge[];
}

/** What an XSpace held, or why its bytes are needed once more and what is known of its planes then. */
export type SpaceRead =
  | { kind: 'read'; bytes: number; facts: SpaceFacts; planes: readonly PlaneReader[]; problems: ProblemLog }
  | { kind: 'again'; why: string; knowledge: readonly PlaneKnowledge[] };

export class SpaceReader implements SpaceVisitor {
  private readonly facts: SpaceFacts = { hostnames: [], errors: [], warnings: [] };
  private readonly planes: PlaneReader[] = [];
  private readonly problems = new ProblemLog();
  private plane: PlaneReader | null = null;
  private line: LineFacts | null = null;
  private readonly walker = new SpaceWalker(this);

  constructor(private readonly options: SpaceReaderOptions) {}

  push(chunk: Uint8Array): void {
    this.walker.push(chunk);
  }

  /** Throws `RefusalError` where there is no plane at all. */
  finish(): SpaceRead {
    const last = this.plane;
    const { bytes, isCut, missingOfPlane } = this.walker.end();
    if (missingOfPlane !== null && last !== null) last.cut = true;
    if (isCut) {
      this.problems.add(
        this.options.name,
        `The file is cut short after ${formatCount(bytes)} bytes` +
          (missingOfPlane === null
            ? '.'
            : `, within plane ${last?.name || '(unnamed)'}: at least ${formatCount(missingOfPlane)} bytes are missing.`),
      );
    }
    const { facts, planes, problems, options } = this;
    if (planes.length === 0) throw new RefusalError(isCut ? 'truncated' : 'not-a-profile', noPlanes(isCut, facts.errors));
    const why = options.knowledge ? null : whyReadAgain(planes);
    if (why !== null) return { kind: 'again', why, knowledge: planes.map(knowledgeFrom) };
    return { kind: 'read', bytes, facts, planes, problems };
  }

  beginPlane(): void {
    this.plane = new PlaneReader(this.options.knowledge?.[this.planes.length] ?? null);
    this.planes.push(this.plane);
  }

  endPlane(): void {
    this.plane = null;
  }

  beginLine(): void {
    this.line = this.plane?.beginLine() ?? null;
  }

  endLine(): void {
    this.plane?.endLine();
    this.line = null;
  }

  events(bytes: Uint8Array, position: number, limit: number): number {
    return this.plane === null ? position : this.plane.eventsOf(bytes, position, limit);
  }

  wants(depth: Depth, field: number): boolean {
    if (depth === LINE) return field === 2 || field === 4 || field === 11;
    if (depth === PLANE) return field === 2 || field === 4 || field === 5 || field === 6;
    return field >= 2 && field <= 4;
  }

  scalar(depth: Depth, field: number, wireType: number): void {
    if (!this.line || depth !== LINE || wireType !== WIRE_VARINT) return;
    if (field === 1) this.line.id = bigUint64(varint.low, varint.high).toString();
    if (field === 3) this.line.timestampNs = BigInt.asIntN(64, bigUint64(varint.low, varint.high));
  }

  element(depth: Depth, field: number, bytes: Uint8Array, _tagAt: number, start: number, stop: number): void {
    if (depth === LINE && this.line && this.plane) {
      if (field === 4) this.plane.event(bytes, start, stop);
      else if (field === 11 || this.line.name === '') this.plane.nameLine(decodeText(bytes, start, stop) || this.line.name);
    } else if (depth === PLANE && this.plane) {
      this.planeElement(this.plane, field, bytes, start, stop);
    } else if (depth === SPACE) {
      const list = field === 2 ? this.facts.errors : field === 3 ? this.facts.warnings : this.facts.hostnames;
      list.push(decodeText(bytes, start, stop));
    }
  }

  problem(sentence: string): void {
    this.problems.add(this.where(), sentence);
  }

  private planeElement(plane: PlaneReader, field: number, bytes: Uint8Array, start: number, stop: number): void {
    if (field === 2) {
      plane.name = decodeText(bytes, start, stop);
    } else if (field === 4) {
      const withStats = plane.name === METADATA_PLANE;
      const metadata = readEventMetadata(bytes, start, stop, withStats);
      if (!metadata) return this.problem('An event name could not be read.');
      plane.eventNames.set(metadata.id, metadata.name);
      if (withStats) this.programDraft(plane, metadata, bytes);
    } else if (field === 5) {
      const metadata = readStatMetadata(bytes, start, stop);
      if (!metadata) return this.problem('A stat name could not be read.');
      plane.statNames.set(metadata.id, metadata.name);
    } else {
      const stat = readStat(bytes, start, stop);
      if (stat) plane.stats.push(stat);
    }
  }

  private programDraft(
    plane: PlaneReader,
    metadata: NonNullable<ReturnType<typeof readEventMetadata>>,
    bytes: Uint8Array,
  ): void {
    const protos = metadata.stats.filter(({ stop, start }) => stop > start);
    if (protos.length === 0) return;
    const { slice } = this.options;
    const at = (position: number): number => this.walker.absolute(position);
    plane.programs.push({
      entry: metadata.name,
      key: metadata.key,
      numbers: metadata.stats.flatMap(({ statId, value }) =>
        typeof value === 'number' && Number.isInteger(value)
          ? [{ statId, value: BigInt(value) }]
          : typeof value === 'bigint'
            ? [{ statId, value }]
            : [],
      ),
      protos: protos.map(({ statId, start, stop }) => ({
        statId,
        head: readProgramHead(bytes.subarray(start, stop)),
        bytes: stop - start,
        blob: slice ? slice(at(start), at(stop)) : new Blob([bytes.slice(start, stop)]),
      })),
    });
  }

  private where(): string {
    const plane = this.plane ? `: plane ${this.plane.name || '(unnamed)'}` : '';
    const line = this.line ? `, line ${this.line.name || this.line.id}` : '';
    return `${this.options.name}${plane}${line}`;
  }
}

/** Characters of an error that a sentence has room for. */
const MAX_ERROR = 300;

/** The profiler's own errors are the best reason there is: it writes them also where it recorded nothing. */
function noPlanes(cut: boolean, [error]: readonly string[]): string {
  if (!cut && error !== undefined) {
    return `The profiler recorded nothing, and says why: "${plainText(error).slice(0, MAX_ERROR)}". Mend that and take the trace again.`;
  }
  return cut
    ? 'The file is cut short before its first plane ends, so nothing in it can be read. Copy or download it again.'
    : 'The file holds no profiler plane, so it is no XSpace. Drop the .xplane.pb that jax.profiler wrote.';
}
