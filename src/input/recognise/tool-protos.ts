/** Protobuf messages that lie beside profiles and are none: what XProf's tools and TensorFlow write. */

import type { FieldRule, MessageRule } from './protobuf-head.ts';
import { headFields, keepRules } from './protobuf-head.ts';
import type { OtherFile } from './verdict.ts';

const PROFILE_NEXT = 'Drop the .xplane.pb of a jax.profiler trace, or a memory.prof.';
const RUN_NEXT = 'It has no memory events: drop the .xplane.pb of the same run.';

const message = (fields: Readonly<Record<number, FieldRule>>, open = true): MessageRule => ({ fields, open });

/** KernelReport { name, registers, shared memory, block and grid, times, op name } of kernel_stats.proto. */
const KERNEL_STATS = message({
  1: message({ 1: 'text', 2: 'varint', 3: 'varint', 4: 'varint', 5: 'packed', 6: 'packed', 7: 'varint', 12: 'text' }),
});

/** TfStatsRecord { rank, host or device, type, name, occurrences … } of tf_stats.proto. */
const TF_STATS_TABLE = message({ 1: message({ 1: 'varint', 2: 'text', 3: 'text', 4: 'text', 5: 'varint' }) });
const TF_STATS = message({ 4: TF_STATS_TABLE, 5: TF_STATS_TABLE, 6: 'text' }, false);

/** SavedModel { schema version, meta graphs } and GraphDef { nodes … } of TensorFlow. */
const META_GRAPH = message(
  { 1: 'bytes', 2: 'bytes', 3: 'bytes', 4: 'bytes', 5: 'bytes', 6: 'bytes', 7: 'bytes' },
  false,
);
const SAVED_MODEL = message({ 1: 'varint', 2: META_GRAPH }, false);
const NODE = message({ 1: 'text', 2: 'text', 3: 'text', 4: 'text', 5: 'bytes', 6: 'bytes', 7: 'bytes' }, false);
const GRAPH = message({ 1: NODE, 2: 'bytes', 3: 'varint', 4: 'bytes', 5: 'bytes' }, false);

/** SavedMetadata { nodes { 2 id, 3 path, 4 identifier, 5 metadata } } of Keras. */
const KERAS_METADATA = message(
  { 1: message({ 2: 'varint', 3: 'text', 4: 'text', 5: 'text', 6: 'bytes' }, false) },
  false,
);

/** Each message has to hold the field that is named, so that an empty one matches nothing. */
const KINDS: readonly [rule: MessageRule, holds: number, what: string, next: string][] = [
  [KERAS_METADATA, 1, 'the metadata of a Keras model', PROFILE_NEXT],
  [KERNEL_STATS, 1, 'a table of kernels that XProf made of a run', RUN_NEXT],
  [TF_STATS, 4, 'a table of TensorFlow operations that XProf made of a run', RUN_NEXT],
  [SAVED_MODEL, 2, 'a model of TensorFlow (SavedModel)', PROFILE_NEXT],
  [GRAPH, 1, 'a graph of TensorFlow', PROFILE_NEXT],
];

/** `<host>.<tool>.pb`, by openxla/xprof `convert/tool_options.h` and the profilers of TensorFlow up to 2.15. */
const TOOL = new RegExp(
  '(overview_page|input_pipeline|kernel_stats|tensorflow_stats|framework_op_stats|op_stats|op_profile|pod_viewer|' +
    'memory_profile|memory_viewer|hlo_stats|roofline_model|megascale_stats|inference_profile|smart_suggestion|' +
    'tf_data_bottleneck_analysis)[^/]*\\.pb$',
);

/** What a message is that is no profile, by its fields or else by its name; null where it is no protobuf message. */
export function otherProtobuf(head: Uint8Array, path: string, isWhole: boolean): OtherFile | null {
  const fields = headFields(head, 0, head.length, !isWhole);
  if (fields === null || fields.length === 0) return null;
  const kind = KINDS.find(
    ([rule, holds]) => fields.some((field) => field.number === holds) && keepRules(head, fields, rule),
  );
  if (kind) return { code: 'wrong-kind', reason: `This is ${kind[2]}. ${kind[3]}` };
  const tool = TOOL.exec(path)?.[1].replaceAll('_', ' ');
  const names = new TextDecoder('latin1').decode(head);
  if (tool !== undefined || names.includes('type.googleapis.com/tensorflow.profiler.')) {
    return { code: 'wrong-kind', reason: `This is what XProf’s ${tool ?? 'tools'} made of a run. ${RUN_NEXT}` };
  }
  return {
    code: 'not-a-profile',
    reason:
      'This is a protobuf message, but neither an XLA profile nor a pprof profile nor an XLA program. ' + PROFILE_NEXT,
  };
}
