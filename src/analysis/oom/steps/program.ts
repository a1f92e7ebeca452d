/** Steps where a compiled program does not fit: its temporaries, its arguments, or itself. */

import type { NextStep } from '../../../model/oom-incident.ts';
import { arrayShapes } from '../../../model/shape-text.ts';
import type { IncidentFacts } from '../facts.ts';
import { shortSize, sizeWords } from '../sizes.ts';
import type { StepMaker } from './step-maker.ts';
import {
  checkShapes,
  freeArrays,
  isGpu,
  memoryProfile,
  operationWords,
  raiseFraction,
  reduceBatch,
  reduceSize,
  remat,
  shard,
} from './common.ts';

/** Initialization of parameters: random bits of the whole array, on one device. */
function shardInit(facts: IncidentFacts): NextStep | null {
  if (!isInitializer(facts)) return null;
  const largest = largestWords(facts);
  return {
    tag: 'shard_init',
    action: 'Make each parameter where it will live, in shards, instead of whole on one device.',
    why: `The largest buffers are those of a random initializer${largest === '' ? '' : `; the first of them${largest}`}.`,
    how: 'jax.jit(init, out_shardings=shardings)(key)',
  };
}

function outShardings(facts: IncidentFacts): NextStep | null {
  if (!isInitializer(facts)) return null;
  return {
    tag: 'jit_with_out_shardings',
    action: 'Give the initializer the shardings of its outputs, and use the partitionable random generator.',
    why:
      'Without out_shardings the result is made on one device; without the generator all random bits are made ' +
      'on each.',
    how: 'jax.config.update("jax_threefry_partitionable", True)',
  };
}

function isInitializer(facts: IncidentFacts): boolean {
  return /threefry|_truncated_normal|_uniform|random_bits|rng-bit|initializ|\binit\b/i.test(
    `${operationWords(facts)} ${facts.executable ?? ''}`,
  );
}

function chunk(facts: IncidentFacts): NextStep | null {
  const [largest] = facts.assignment?.peakBuffers ?? [];
  if (!largest || isInitializer(facts)) return null;
  return {
    tag: 'chunk_computation',
    action: 'Compute in chunks along one axis, so that only one chunk of the intermediate result exists at a time.',
    why: `The largest intermediate result${largestWords(facts)}.`,
    how: 'jax.lax.map(f, xs, batch_size=…)',
  };
}

function largestWords(facts: IncidentFacts): string {
  const [largest] = facts.assignment?.peakBuffers ?? [];
  return largest?.size ? ` is ${largest.shape ?? 'one'} of ${shortSize(largest.size)}` : '';
}

/** f32 results of a program whose weights are smaller types. */
function avoidUpcast(facts: IncidentFacts): NextStep | null {
  const text = [...(facts.assignment?.peakBuffers ?? []), ...(facts.compile?.allocations ?? [])];
  const shapes = text.flatMap((one) => arrayShapes(one.shape ?? ''));
  const wide = shapes.filter((shape) => shape.type === 'f32').length;
  const narrow =
    shapes.some((shape) => ['bf16', 'f16'].includes(shape.type)) || /bfloat16|float16/.test(operationWords(facts));
  if (shapes.length > 0 && (wide === 0 || !narrow)) return null;
  if (shapes.length === 0 && !facts.remat) return null;
  return {
    tag: 'avoid_f32_upcast',
    action: 'Look for float32 copies of bfloat16 arrays, such as weights that are cast inside the step.',
    why:
      shapes.length > 0
        ? floatWords(wide, shapes.length)
        : 'A cast of stacked weights inside the program is a temporary as large as twice the weights.',
  };
}

function floatWords(wide: number, all: number): string {
  if (all === 1) return 'The largest buffer is float32, and the operation works on narrower ones.';
  if (wide === all) return `All ${all} largest buffers are float32, and the operations work on narrower ones.`;
  return `${wide} of the ${all} largest buffers ${wide === 1 ? 'is' : 'are'} float32, beside narrower ones.`;
}

function scanInstead(facts: IncidentFacts): NextStep | null {
  if (!facts.remat || facts.compile) return null;
  return {
    tag: 'scan_instead_of_unroll',
    action: 'Run equal layers with jax.lax.scan instead of a Python loop, so that they share their temporaries.',
    why:
      `The program needs ${facts.remat.reached ? shortSize(facts.remat.reached) : 'more than is left'} for ` +
      'temporaries; unrolled layers may each keep their own.',
    how: 'jax.lax.scan(layer, x, stacked_params)',
  };
}

function flashAttention(facts: IncidentFacts): NextStep | null {
  if (!/attention|qhd|hqk|softmax/i.test(operationWords(facts))) return null;
  return {
    tag: 'flash_attention',
    action: 'Use an attention that does not keep the matrix of scores.',
    why:
      `Scores of attention are among the largest allocations${compileLargest(facts)}; their size grows with ` +
      'the square of the sequence.',
    how: isGpu(facts)
      ? 'jax.nn.dot_product_attention(q, k, v, implementation="cudnn")'
      : 'from jax.experimental.pallas.ops.tpu import splash_attention',
  };
}

function compileLargest(facts: IncidentFacts): string {
  const [largest] = facts.compile?.allocations ?? [];
  return largest?.size && largest.shape ? ` (${largest.shape}, ${shortSize(largest.size)})` : '';
}

/** Logits are [tokens, vocabulary]; the vocabulary is a dimension far larger than the others. */
function narrowLogits(facts: IncidentFacts): NextStep | null {
  const shapes = (facts.assignment?.peakBuffers ?? []).flatMap((buffer) => arrayShapes(buffer.shape ?? ''));
  const logits = shapes.find(
    ({ type, dimensions }) =>
      type === 'f32' && isVocabulary(dimensions[dimensions.length - 1]) && dimensions.length >= 2,
  );
  if (!logits || !/logits|decode|lm_head|unembed|softmax/i.test(operationWords(facts))) return null;
  return {
    tag: 'bf16_logits',
    action: 'Compute logits in bfloat16, or the loss in chunks of tokens.',
    why: `f32[${logits.dimensions.join(',')}] is a float32 array over the whole vocabulary.`,
  };
}

function isVocabulary(dimension: number | undefined): boolean {
  return dimension !== undefined && dimension >= 30_000 && dimension <= 400_000;
}

function narrowActivations(facts: IncidentFacts): NextStep | null {
  const shapes = (facts.assignment?.peakBuffers ?? [])
    .filter((buffer) => !buffer.entryParameter)
    .flatMap((buffer) => arrayShapes(buffer.shape ?? ''));
  if (shapes.length === 0 || shapes.some((shape) => shape.type !== 'f32')) return null;
  return {
    tag: 'bf16_activations',
    action: 'Compute activations in bfloat16.',
    why:
      shapes.length === 1
        ? 'The largest intermediate result is float32: bfloat16 halves it.'
        : `All ${shapes.length} of the largest intermediate results are float32: bfloat16 halves them.`,
  };
}

function padLess(facts: IncidentFacts): NextStep | null {
  const padded = facts.compile?.allocations?.find((allocation) => (allocation.expansion ?? 1) >= 1.5);
  if (!padded?.size) return null;
  return {
    tag: 'pad_less',
    action: 'Lay arrays out so that their last two dimensions are multiples of 8 and 128, or merge small dimensions.',
    why:
      `${padded.shape ?? 'An allocation'} takes ${shortSize(padded.size)}, ${padded.expansion} × what it ` +
      `holds${padded.paddingExtra ? ` (${shortSize(padded.paddingExtra)} of padding)` : ''}.`,
  };
}

function donate(facts: IncidentFacts): NextStep | null {
  const { size: output, shares } = facts.compile?.output ?? {};
  // The outputs lie in arguments already.
  if (output && shares && shares.bytes >= output.bytes) return null;
  const outputs = facts.assignment?.stats?.maybeLiveOut ?? facts.compile?.output?.size;
  const size = outputs && outputs.bytes > 0 ? ` of ${shortSize(outputs)}` : '';
  return {
    tag: 'donate',
    action: 'Donate arguments that the program replaces, such as parameters and optimizer state.',
    why: `Outputs${size} then take the place of arguments instead of standing beside them.`,
    how: 'jax.jit(step, donate_argnums=(0, 1))',
  };
}

function programTemps(facts: IncidentFacts): NextStep {
  const size = facts.runtime ? sizeWords(facts.runtime.requested) : 'The program';
  return {
    tag: 'reduce_program_temps',
    action:
      'Make the program itself smaller: fewer temporaries (smaller batch, rematerialization) and no large constants.',
    why: `${size} is what the program needs in one piece before it can run, temporaries and code together.`,
    how: 'compiled.memory_analysis()  # says how much is temporary',
  };
}

function fewerPrograms(facts: IncidentFacts): NextStep {
  const free = facts.runtime?.reservable ?? facts.runtime?.free;
  return {
    tag: 'free_arrays',
    action: 'Free arrays and programs that are not needed before this one is loaded.',
    why: free
      ? `Only ${shortSize(free)} are left; buffers have precedence over programs.`
      : 'Buffers have precedence over programs.',
    how: 'del old_params; jax.clear_caches()',
  };
}

const arena: readonly StepMaker[] = [
  checkShapes,
  shardInit,
  outShardings,
  flashAttention,
  remat,
  reduceBatch,
  chunk,
  avoidUpcast,
  narrowLogits,
  narrowActivations,
  padLess,
  scanInstead,
  donate,
  (facts) => (facts.compile || facts.assignment ? reduceSize(facts) : null),
  (facts) => (facts.compile ? shard(facts) : null),
  (facts) => (isGpu(facts) ? reduceSize(facts) : null),
  (facts) => (facts.mapped ? freeArrays(facts) : null),
  raiseFraction,
];

const load: readonly StepMaker[] = [fewerPrograms, programTemps, reduceBatch, memoryProfile];

const args: readonly StepMaker[] = [shard, checkArguments, reduceSize, donate, quantize];

function checkArguments(facts: IncidentFacts): NextStep | null {
  const { argumentLimit } = facts;
  if (!argumentLimit || argumentLimit.arguments.bytes < 4 * argumentLimit.limit.bytes) return null;
  return {
    tag: 'check_shapes',
    action:
      'Check the shapes of the arguments first: a wrong axis or an unwanted broadcast makes an array of any size.',
    why:
      `${sizeWords(argumentLimit.arguments)} is ` +
      `${Math.round(argumentLimit.arguments.bytes / argumentLimit.limit.bytes)} times what the device has.`,
    how: 'jax.tree.map(jax.typeof, args)',
  };
}

function quantize(): NextStep {
  return {
    tag: 'quantize_or_offload',
    action: 'Keep weights in a smaller type, or optimizer state in host memory.',
    why: 'Arguments are there before the program runs: nothing inside the program makes them smaller.',
    how: 'jax.device_put(state, sharding.with_memory_kind("pinned_host"))',
  };
}

export const programSteps = { arena, load, arguments: args };
