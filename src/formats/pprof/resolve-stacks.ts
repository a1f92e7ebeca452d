/**
 * Locations become frames. A location is one frame for each of its lines (inlined calls, innermost first), so a stack
 * of locations becomes a longer stack of frames; and locations that name the same line of the same function, which JAX
 * writes for every bytecode position, become one frame. A frame that the file does not resolve stays in the stack as
 * "(unknown)", so that its callers are not lost.
 */

import { doubled, PairTable } from '../../model/pair-table.ts';
import type { StackTable } from '../../model/profile.ts';
import type { FunctionTable, SnapshotFrameTable } from '../../model/snapshot.ts';
import type { StackTrie } from './stack-trie.ts';
import { UNKNOWN_NAME } from './strings.ts';
import type { StringTable } from './strings.ts';
import type { FunctionColumns, LocationColumns, MappingColumns } from './symbol-columns.ts';

export interface Symbols {
  locations: LocationColumns;
  functions: FunctionColumns;
  mappings: MappingColumns;
  strings: StringTable;
}

/** Functions and frames, made as they are met. */
class FrameBuilder {
  private readonly symbols: Symbols;
  /** (name, file). */
  private readonly functions = new PairTable();
  private definitionLine = new Float64Array(64);
  /** (function, index of the line in `lines`): lines are int64, pairs are 32 bits. */
  private readonly frames = new PairTable();
  private readonly lineIndex = new Map<number, number>();
  private readonly lines: number[] = [];

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  /** The frames of a location, by its dense id, outermost first. */
  framesOf(location: number): number[] {
    const { locations, mappings, strings } = this.symbols;
    const row = locations.rows.get(location);
    if (row < 0) return [this.unknownFrame()];
    const start = locations.lineStart[row];
    const end = locations.lineStart[row + 1];
    if (start === end) {
      const mapping = mappings.rows.get(locations.mapping[row]);
      const binary = mapping < 0 ? strings.intern('') : strings.resolve(mappings.file[mapping]);
      return [this.frame(strings.intern(locations.address(row)), binary, 0, 0)];
    }
    const frames: number[] = [];
    for (let line = end - 1; line >= start; line--) {
      frames.push(this.lineFrame(locations.lineFunction[line], locations.lineNumber[line]));
    }
    return frames;
  }

  frameTable(): SnapshotFrameTable {
    const { length, first, second } = this.frames;
    return {
      length,
      function: first.slice(0, length),
      line: Float64Array.from(second.subarray(0, length), (index) => this.lines[index]),
    };
  }

  functionTable(): FunctionTable {
    const { length, first, second } = this.functions;
    return {
      length,
      name: first.slice(0, length),
      file: second.slice(0, length),
      definitionLine: this.definitionLine.slice(0, length),
    };
  }

  private lineFrame(functionId: number, line: number): number {
    const { functions, strings } = this.symbols;
    const row = functions.rows.get(functionId);
    if (row < 0) return this.unknownFrame();
    const name = strings.resolve(functions.name[row]);
    const named = strings.distinct[name] === '' ? strings.intern(UNKNOWN_NAME) : name;
    return this.frame(named, strings.resolve(functions.file[row]), line, functions.startLine[row]);
  }

  private unknownFrame(): number {
    const { strings } = this.symbols;
    return this.frame(strings.intern(UNKNOWN_NAME), strings.intern(''), 0, 0);
  }

  private frame(name: number, file: number, line: number, definitionLine: number): number {
    const known = this.functions.length;
    const functionIndex = this.functions.intern(name, file);
    if (functionIndex === known) {
      if (known === this.definitionLine.length) this.definitionLine = doubled(this.definitionLine);
      this.definitionLine[known] = definitionLine;
    }
    let lineIndex = this.lineIndex.get(line);
    if (lineIndex === undefined) {
      lineIndex = this.lines.push(line) - 1;
      this.lineIndex.set(line, lineIndex);
    }
    return this.frames.intern(functionIndex, lineIndex);
  }
}

/** Of all locations: the frames of location i are `frame[start[i]]` up to `frame[start[i + 1]]`, outermost first. */
interface LocationFrames {
  start: Uint32Array;
  frame: Int32Array;
}

function framesOfLocations(builder: FrameBuilder, locations: number): LocationFrames {
  const start = new Uint32Array(locations + 1);
  let frame = new Int32Array(locations);
  let length = 0;
  for (let location = 0; location < locations; location++) {
    for (const index of builder.framesOf(location)) {
      if (length === frame.length) frame = doubled(frame);
      frame[length++] = index;
    }
    start[location + 1] = length;
  }
  return { start, frame };
}

export interface ResolvedStacks {
  stacks: StackTable;
  frames: SnapshotFrameTable;
  functions: FunctionTable;
  /** Row of the innermost frame in `stacks`, for each row of the location stacks; null where it is the same row. */
  rowOf: Int32Array | null;
  missingLocationRefs: number;
}

/**
 * The location stacks become the stacks: where every location is one frame, in place, because a large profile has tens
 * of millions of rows. Two rows may then name the same frame below the same row; nothing minds.
 *
 * @param ends the row at which each sample ends, -1 for one without a stack
 */
export function resolveStacks(locationStacks: StackTrie, ends: Int32Array, symbols: Symbols): ResolvedStacks {
  const { locations } = symbols;
  const missingLocationRefs = countMissing(locationStacks, ends, locations);
  const builder = new FrameBuilder(symbols);
  const ofLocation = framesOfLocations(builder, locations.ids.length);
  const inPlace = ofLocation.frame.length === locations.ids.length;
  const { stacks, rowOf } = inPlace
    ? { stacks: renameKeys(locationStacks, ofLocation.frame), rowOf: null }
    : expandLocations(locationStacks, ofLocation);
  return {
    stacks,
    frames: builder.frameTable(),
    functions: builder.functionTable(),
    rowOf,
    missingLocationRefs,
  };
}

function renameKeys({ length, parent, key }: StackTrie, frameOfLocation: Int32Array): StackTable {
  // A file that lists its locations in the order in which samples name them numbers both alike.
  const isAlike = frameOfLocation.every((frame, location) => frame === location);
  if (!isAlike) for (let row = 0; row < length; row++) key[row] = frameOfLocation[key[row]];
  return { length, parent: parent.subarray(0, length), frame: key.subarray(0, length) };
}

function expandLocations(
  locationStacks: StackTrie,
  { start, frame }: LocationFrames,
): { stacks: StackTable; rowOf: Int32Array } {
  const { length, parent, key } = locationStacks;
  let rows = 0;
  for (let row = 0; row < length; row++) rows += start[key[row] + 1] - start[key[row]];
  const stacks: StackTable = { length: rows, parent: new Int32Array(rows), frame: new Int32Array(rows) };
  const rowOf = new Int32Array(length);
  let next = 0;
  for (let row = 0; row < length; row++) {
    let above = parent[row] < 0 ? -1 : rowOf[parent[row]];
    for (let at = start[key[row]]; at < start[key[row] + 1]; at++) {
      stacks.parent[next] = above;
      stacks.frame[next] = frame[at];
      above = next++;
    }
    rowOf[row] = above;
  }
  return { stacks, rowOf };
}

/** Frames of the deepest stack that a sample ends at; `ends` holds the samples' rows. */
export function maxDepth({ length, parent }: StackTable, ends: Int32Array): number {
  const depth = new Int32Array(length);
  for (let row = 0; row < length; row++) depth[row] = parent[row] < 0 ? 1 : depth[parent[row]] + 1;
  let deepest = 0;
  for (const row of ends) if (row >= 0 && depth[row] > deepest) deepest = depth[row];
  return deepest;
}

/** How often samples name locations that have no record. */
function countMissing({ length, parent, key }: StackTrie, ends: Int32Array, locations: LocationColumns): number {
  if (locations.rows.length === locations.ids.length) return 0;
  const samplesBelow = new Uint32Array(length);
  for (const row of ends) if (row >= 0) samplesBelow[row]++;
  let missing = 0;
  for (let row = length - 1; row >= 0; row--) {
    if (parent[row] >= 0) samplesBelow[parent[row]] += samplesBelow[row];
    if (locations.rows.get(key[row]) < 0) missing += samplesBelow[row];
  }
  return missing;
}
