/**
 * Locations become frames. A location is one frame for each of its lines (inlined calls, innermost first), so a stack of
 * locations becomes a longer stack of frames; and locations that name the same line of the same function, which JAX
 * writes for every bytecode position, become one frame.
 */

import { doubled, PairTable } from '../../model/pair-table.ts';
import type { StackTable } from '../../model/profile.ts';
import type { FunctionTable, SnapshotFrameTable } from '../../model/snapshot.ts';
import type { FunctionColumns, LocationColumns, MappingColumns } from './symbol-columns.ts';
import type { StringTable } from './strings.ts';

/** A frame that the file does not resolve stays in the stack, so that its callers are not lost. */
export const UNKNOWN_FUNCTION = '(unknown)';

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
  /** By dense location id: its frames, outermost first; null until it is met. */
  private readonly ofLocation: (Int32Array | null)[] = [];

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  framesOf(location: number): Int32Array {
    return (this.ofLocation[location] ??= this.resolveLocation(location));
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

  private resolveLocation(location: number): Int32Array {
    const { locations, mappings, strings } = this.symbols;
    const row = locations.rows.get(location);
    if (row < 0) return Int32Array.of(this.unknownFrame());
    const start = locations.lineStart[row];
    const end = locations.lineStart[row + 1];
    if (start === end) {
      const mapping = mappings.rows.get(locations.mapping[row]);
      const binary = mapping < 0 ? strings.intern('') : strings.resolve(mappings.file[mapping]);
      return Int32Array.of(this.frame(strings.intern(locations.address(row)), binary, 0, 0));
    }
    const frames = new Int32Array(end - start);
    for (let line = start; line < end; line++) {
      frames[end - 1 - line] = this.lineFrame(locations.lineFunction[line], locations.lineNumber[line]);
    }
    return frames;
  }

  private lineFrame(functionId: number, line: number): number {
    const { functions, strings } = this.symbols;
    const row = functions.rows.get(functionId);
    if (row < 0) return this.unknownFrame();
    const name = strings.resolve(functions.name[row]);
    const named = strings.distinct[name] === '' ? strings.intern(UNKNOWN_FUNCTION) : name;
    return this.frame(named, strings.resolve(functions.file[row]), line, functions.startLine[row]);
  }

  private unknownFrame(): number {
    const { strings } = this.symbols;
    return this.frame(strings.intern(UNKNOWN_FUNCTION), strings.intern(''), 0, 0);
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

export interface ResolvedStacks {
  stacks: StackTable;
  frames: SnapshotFrameTable;
  functions: FunctionTable;
  /** Row in `stacks` for each row of the location stacks; -1 for those that no sample uses. */
  ofLocationStack: Int32Array;
  missingLocationRefs: number;
  maxDepth: number;
}

/**
 * @param locationStacks pairs (outer stack, dense location id), outer ones first
 * @param samplesAt how many samples end at each row
 */
export function resolveStacks(locationStacks: PairTable, samplesAt: Uint32Array, symbols: Symbols): ResolvedStacks {
  const { length, first: outer, second: location } = locationStacks;
  const samplesThrough = samplesAt.slice();
  for (let row = length - 1; row >= 0; row--) {
    if (outer[row] >= 0) samplesThrough[outer[row]] += samplesThrough[row];
  }
  const builder = new FrameBuilder(symbols);
  const stacks = new PairTable();
  let depth = new Int32Array(1024);
  const ofLocationStack = new Int32Array(length).fill(-1);
  let missingLocationRefs = 0;
  let maxDepth = 0;
  for (let row = 0; row < length; row++) {
    if (samplesThrough[row] === 0) continue;
    if (symbols.locations.rows.get(location[row]) < 0) missingLocationRefs += samplesThrough[row];
    let stack = outer[row] < 0 ? -1 : ofLocationStack[outer[row]];
    for (const frame of builder.framesOf(location[row])) {
      const depthOfOuter = stack < 0 ? 0 : depth[stack];
      stack = stacks.intern(stack, frame);
      if (stack === depth.length) depth = doubled(depth);
      depth[stack] = depthOfOuter + 1;
      if (depthOfOuter >= maxDepth) maxDepth = depthOfOuter + 1;
    }
    ofLocationStack[row] = stack;
  }
  return {
    stacks: {
      length: stacks.length,
      parent: stacks.first.slice(0, stacks.length),
      frame: stacks.second.slice(0, stacks.length),
    },
    frames: builder.frameTable(),
    functions: builder.functionTable(),
    ofLocationStack,
    missingLocationRefs,
    maxDepth,
  };
}
