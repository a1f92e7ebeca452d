/** What a link says of a dump: its facts, its call tree, and the heads of its lists of functions. */

import type {
  CallTree,
  FunctionTop,
  FunctionTopRow,
  LabelSummary,
  RecordCounts,
  SampleType,
  SnapshotFacts,
  SnapshotSummary,
  SnapshotTops,
  SummaryFunctions,
} from '../../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_ROOT, NODE_SMALLER } from '../../model/snapshot.ts';
import { Unfit } from '../checked.ts';
import { readParents, writeParents } from './parents.ts';
import { constant, count, flag, list, number, oneOf, orNull, record, signed64, text } from './shapes.ts';
import type { Shape } from './shapes.ts';
import { problemShape, sourceShape } from './summary-shapes.ts';

const MOST = 256;
const MOST_TYPES = 16;
const MOST_NODES = 4096;
const MOST_SAMPLES = 2 ** 32 - 1;

/** Functions of negative numbers stand for nodes that are no function. */
const FUNCTION_OFFSET = 3;

const numbers = list(number, MOST_TYPES);

const factsShape = record<SnapshotFacts>({
  timeNs: orNull(signed64),
  durationNs: orNull(signed64),
  period: orNull(record<NonNullable<SnapshotFacts['period']>>({ value: signed64, type: text, unit: text })),
  comments: list(text, MOST),
  mappings: list(text, MOST),
  dropFrames: text,
  keepFrames: text,
  docUrl: text,
  counts: record<RecordCounts>({
    samples: count(),
    locations: count(),
    functions: count(),
    mappings: count(),
    strings: count(),
    comments: count(),
  }),
  samplesWithoutStack: count(),
  locationsWithoutLines: count(),
  missingLocationRefs: count(),
  maxDepthLocations: count(),
  maxDepthFrames: count(),
});

const labelShape = record<LabelSummary>({
  key: text,
  values: list(record<LabelSummary['values'][number]>({ text, samples: count(), values: numbers }), MOST),
  rest: record<LabelSummary['rest']>({ distinct: count(), samples: count(), values: numbers }),
});

const functionIndex: Shape<number> = {
  write: (out, value) => out.bytes.count(value + FUNCTION_OFFSET),
  read: ({ bytes }) => bytes.count(MOST_NODES + FUNCTION_OFFSET) - FUNCTION_OFFSET,
};

const topShape = record<FunctionTop>({
  rows: list(
    record<FunctionTopRow>({ function: functionIndex, lines: list(count(), MOST), values: numbers, samples: count() }),
    MOST,
  ),
  distinct: count(),
  tieAtCut: flag,
});

const topsShape = record<SnapshotTops>({ leaf: topShape, cumulative: topShape, user: topShape, project: topShape });

const functionsShape: Shape<SummaryFunctions> = {
  write(out, { name, file, origin }) {
    out.bytes.count(name.length);
    for (const value of name) text.write(out, value);
    for (const value of file) text.write(out, value);
    for (const value of origin) out.bytes.byte(value);
  },
  read(input) {
    const length = input.bytes.count(MOST_NODES);
    const each = <T>(read: () => T): T[] => Array.from({ length }, read);
    const name = each(() => text.read(input));
    const file = each(() => text.read(input));
    return { name, file, origin: Uint8Array.from(each(() => input.bytes.count(3))) };
  },
};

/** Self and samples of each row alone; what is with all beneath is summed up again. */
const callTreeShape: Shape<CallTree> = {
  write(out, { length, parent, function: functions, line, self, samples, merged }) {
    const own = Array.from(samples);
    for (let row = 1; row < length; row++) own[parent[row]] -= samples[row];
    const types = self.length / Math.max(1, length);
    out.bytes.count(length);
    out.bytes.count(types);
    writeParents(out, parent);
    for (const value of functions) functionIndex.write(out, value);
    for (const value of line) count().write(out, value);
    for (const value of self) number.write(out, value);
    for (const value of own) count().write(out, value);
    for (const value of merged) count().write(out, value);
  },
  read(input) {
    const length = input.bytes.count(MOST_NODES);
    const types = input.bytes.count(MOST_TYPES);
    if (length === 0 || types === 0) throw new Unfit();
    const parent = Int32Array.from(readParents(input, length));
    const each = (read: () => number, size = length): number[] => Array.from({ length: size }, read);
    const tree: CallTree = {
      length,
      parent,
      function: Int32Array.from(each(() => functionIndex.read(input))),
      line: Float64Array.from(each(() => input.bytes.count(MOST_SAMPLES))),
      self: Float64Array.from(each(() => number.read(input), length * types)),
      total: new Float64Array(length * types),
      samples: Uint32Array.from(each(() => input.bytes.count(MOST_SAMPLES))),
      merged: Uint32Array.from(each(() => input.bytes.count(MOST_SAMPLES))),
    };
    sumUp(tree, types);
    if (!tree.total.every(Number.isFinite)) throw new Unfit();
    return tree;
  },
};

export const snapshotShape: Shape<SnapshotSummary> = {
  write: (out, value) => fields.write(out, value),
  read: (input) => checkedSnapshot(fields.read(input)),
};

const fields = record<SnapshotSummary>({
  source: sourceShape,
  sampleTypes: list(record<SampleType>({ type: text, unit: text }), MOST_TYPES),
  defaultSampleType: count(MOST_TYPES),
  sortedBy: count(MOST_TYPES),
  isJaxDump: flag,
  facts: factsShape,
  samples: count(),
  totals: numbers,
  statedTotals: numbers,
  unknownSizes: record<SnapshotSummary['unknownSizes']>({ samples: count(), count: count() }),
  hasNegativeValues: list(oneOf(false, true), MOST_TYPES),
  labels: list(labelShape, MOST),
  functions: functionsShape,
  userTree: callTreeShape,
  // All frames are left out: the folded tree stands in both places, and the page offers no choice between them.
  fullTree: constant(() => EMPTY_TREE),
  tops: topsShape,
  problems: list(problemShape, MOST),
});

const EMPTY_TREE: CallTree = {
  length: 0,
  parent: new Int32Array(),
  function: new Int32Array(),
  line: new Float64Array(),
  self: new Float64Array(),
  total: new Float64Array(),
  samples: new Uint32Array(),
  merged: new Uint32Array(),
};

/** Every number for each sample type, every index in its table. */
function checkedSnapshot(read: SnapshotSummary): SnapshotSummary {
  const { sampleTypes, userTree, functions, tops, labels, totals, statedTotals, hasNegativeValues } = read;
  const types = sampleTypes.length;
  const topRows = Object.values<FunctionTop>({ ...tops }).flatMap(({ rows }) => rows);
  const perType = [
    totals,
    statedTotals,
    hasNegativeValues,
    ...topRows.map(({ values }) => values),
    ...labels.flatMap(({ values, rest }) => [rest.values, ...values.map((value) => value.values)]),
  ];
  if (types === 0 || read.defaultSampleType >= types || read.sortedBy >= types) throw new Unfit();
  if (read.isJaxDump && types < 2) throw new Unfit();
  if (perType.some(({ length }) => length !== types) || userTree.self.length !== userTree.length * types) throw new Unfit();
  const isFunction = (index: number): boolean => index >= 0 && index < functions.name.length;
  const isNode = (index: number, row: number): boolean =>
    row === 0 ? index === NODE_ROOT : isFunction(index) || index === NODE_SMALLER || index === NODE_NO_FRAME;
  if (!userTree.function.every(isNode)) throw new Unfit();
  if (topRows.some(({ function: index }) => !isFunction(index) && index !== NODE_NO_FRAME)) throw new Unfit();
  return { ...read, fullTree: userTree };
}

function sumUp({ length, parent, self, total, samples }: CallTree, types: number): void {
  total.set(self);
  for (let row = length - 1; row > 0; row--) {
    samples[parent[row]] += samples[row];
    for (let type = 0; type < types; type++) total[parent[row] * types + type] += total[row * types + type];
  }
}
