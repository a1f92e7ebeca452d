/** The digest of a dump: its summary, and trees out of the whole snapshot rather than those of its summary. */

import type { DumpDigest } from '../../model/digest.ts';
import { NODE_CLASS, NODE_UNKNOWN, NODE_USER, type FlameTree } from '../../model/flame.ts';
import { flameOfCalls } from '../../model/flame-of-calls.ts';
import type { SampleTypeIndex, Snapshot } from '../../model/snapshot.ts';
import { FlameTreeBuilder } from '../flame/tree-builder.ts';
import { drawnValues, isJaxDump } from '../snapshot-facts.ts';
import { summariseSnapshot } from '../snapshot-summary.ts';
import { functionOrigins, keptFunctions, sumByInnermost } from '../snapshot-tops.ts';
import { buildCallTree } from '../snapshot-tree.ts';
import { sumByStack, type StackSums } from '../stack-sums.ts';

/**
 * Places that are merged on one side may be shown on the other, and then look new, so more stay than a picture shows.
 * Dumps of real programs have up to ten thousand in all; one of a million samples can have tens of millions.
 */
const MOST_NODES = 300_000;

const NO_USER_CODE = '(no user code)';

/** The trees share no memory with the snapshot. All have the total of the sample type as drawn. */
export function digestOfSnapshot(snapshot: Snapshot, sampleType: SampleTypeIndex, name: string): DumpDigest {
  const { values } = drawnValues(snapshot);
  return {
    kind: 'dump',
    name,
    contentId: null,
    isReduced: false,
    summary: summariseSnapshot(snapshot),
    sampleType,
    trees: {
      ...snapshotTrees(snapshot, values, sampleType),
      ...(isJaxDump(snapshot) ? { 'class': classTree(snapshot, values, sampleType) } : {}),
    },
  };
}

/**
 * @param values as `SampleTable.values`, stated or drawn
 * @param mask 0 for each sample that is left out
 */
export function snapshotTrees(
  snapshot: Snapshot,
  values: Float64Array,
  sampleType: SampleTypeIndex,
  mask?: Uint8Array,
): Record<'stack' | 'call-site', FlameTree> {
  const byStack = sumByStack(snapshot, values, mask);
  const origins = functionOrigins(snapshot);
  const kept = keptFunctions(origins, 'user');
  return {
    'stack': stackTree(snapshot, byStack, origins, kept, sampleType),
    'call-site': callSiteTree(snapshot, byStack, kept, sampleType),
  };
}

function stackTree(
  snapshot: Snapshot,
  byStack: StackSums,
  origin: Uint8Array,
  kept: Uint8Array,
  shown: SampleTypeIndex,
): FlameTree {
  const { functions, strings, sampleTypes } = snapshot;
  const text = (column: Int32Array): string[] => Array.from(column.subarray(0, functions.length), (at) => strings[at]);
  return flameOfCalls({
    calls: buildCallTree(snapshot, byStack, { kept, limit: MOST_NODES, sortedBy: shown }),
    functions: { name: text(functions.name), file: text(functions.file), origin },
    sampleTypes: sampleTypes.length,
    shown,
    noFrame: NO_USER_CODE,
  });
}

/** The innermost user code of each stack. Sizes are not told apart: a sample adds up allocations of any. */
function callSiteTree(
  snapshot: Snapshot,
  byStack: StackSums,
  kept: Uint8Array,
  shown: SampleTypeIndex,
): FlameTree {
  const { functions, strings } = snapshot;
  const sums = sumByInnermost(snapshot, byStack, kept);
  const builder = new FlameTreeBuilder('all samples');
  for (let row = 0; row <= functions.length; row++) {
    if (sums.samples[row] === 0) continue;
    const isFunction = row < functions.length;
    const file = isFunction ? strings[functions.file[row]] : '';
    const node = isFunction
      ? builder.child(0, NODE_USER, strings[functions.name[row]], file === '' ? null : file)
      : builder.child(0, NODE_UNKNOWN, NO_USER_CODE, null);
    builder.addAmount(node, sums.values[row * sums.types + shown], sums.samples[row], NaN, NaN);
  }
  return builder.finish();
}

/** What jaxlib's label `kind` says of each sample: buffers, and the code of executables. */
function classTree(snapshot: Snapshot, values: Float64Array, shown: SampleTypeIndex): FlameTree {
  const { samples, labels, strings, sampleTypes } = snapshot;
  const builder = new FlameTreeBuilder('all samples');
  const isKind = Uint8Array.from({ length: labels.length }, (_, label) =>
    labels.text[label] >= 0 && strings[labels.key[label]] === 'kind' ? 1 : 0,
  );
  for (let sample = 0; sample < samples.length; sample++) {
    const own = samples.label.subarray(samples.labelStart[sample], samples.labelStart[sample + 1]);
    const label = own.find((index) => isKind[index] === 1);
    const node =
      label === undefined
        ? builder.child(0, NODE_UNKNOWN, '(no kind)', null)
        : builder.child(0, NODE_CLASS, strings[labels.text[label]], null);
    builder.addAmount(node, values[sample * sampleTypes.length + shown], 1, NaN, NaN);
  }
  return builder.finish();
}
