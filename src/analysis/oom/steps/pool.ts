/** Steps where a pool is full, or has room that is not in one piece. */

import type { NextStep } from '../../../model/oom-incident.ts';
import type { IncidentFacts } from '../facts.ts';
import { shortSize, sizeWords } from '../sizes.ts';
import type { StepMaker } from './step-maker.ts';
import {
  checkShapes,
  freeArrays,
  isGpu,
  isTensorFlow,
  memoryProfile,
  raiseFraction,
  reduceBatch,
  reduceSize,
  remat,
  shard,
} from './common.ts';

/** The failure was in an eager operation: nothing speaks of a compiled program. */
function isEager(facts: IncidentFacts): boolean {
  return (
    isGpu(facts) &&
    !facts.assignment &&
    !facts.remat &&
    !isTensorFlow(facts) &&
    !/^jit_(?!convert|copy|transpose|broadcast|reshape|concatenate|_?multi)/.test(facts.executable ?? '')
  );
}

function avoidCopies(facts: IncidentFacts): NextStep | null {
  if (!isEager(facts) || !facts.pools.some((pool) => pool.family !== 'F4'))
    return facts.has('F1') && isEager(facts) ? copies(facts) : null;
  return copies(facts);
}

function copies(facts: IncidentFacts): NextStep {
  const size = facts.request ? sizeWords(facts.request) : 'as much again';
  return {
    tag: 'avoid_copies',
    action:
      'Look for whole copies: transpose, reshape, astype or indexing of a large array outside of jit makes a new one.',
    why: `An operation on its own asks for its whole result, ${size}, while its operand is still alive.`,
  };
}

function jitWholeStep(facts: IncidentFacts): NextStep | null {
  if (!isEager(facts)) return null;
  return {
    tag: 'jit_whole_step',
    action: 'Compile the whole step instead of running it operation by operation.',
    why: 'Within one program the compiler fuses copies away and reuses buffers; one operation at a time cannot.',
    how: 'step = jax.jit(step, donate_argnums=(0,))',
  };
}

function jitInitializer(facts: IncidentFacts): NextStep | null {
  if (!isEager(facts)) return null;
  return {
    tag: 'jit_initializer',
    action: 'If this happens while parameters are made, compile the initializer.',
    why: 'Operation by operation, each parameter exists twice for a moment: random bits, then the scaled values.',
    how: 'params = jax.jit(init)(key)',
  };
}

function quantizeOrOffload(facts: IncidentFacts): NextStep | null {
  const { tensorcore, sparsecore } = facts.compile ?? {};
  if (tensorcore || sparsecore) return null;
  return {
    tag: 'quantize_or_offload',
    action: 'Keep large arrays in a smaller type (bfloat16, int8), or in host memory until they are needed.',
    why: 'bfloat16 is half of float32, int8 a quarter; optimizer state can live on the host.',
    how: 'jax.device_put(x, x.sharding.with_memory_kind("pinned_host"))',
  };
}

function checkSharding(facts: IncidentFacts): NextStep | null {
  const allocators = new Set(facts.pools.map((pool) => pool.allocator));
  if (allocators.size < 2) return null;
  return {
    tag: 'check_sharding',
    action: 'Check how the arrays are spread: each device asks for the whole size.',
    why:
      `${[...allocators].join(' and ')} ask for the same ${facts.request ? shortSize(facts.request) : 'size'} ` +
      'at once: the array may be replicated where it should be split.',
    how: 'jax.debug.visualize_array_sharding(x)',
  };
}

function reduceTables(facts: IncidentFacts): NextStep | null {
  if (!facts.compile?.sparsecore) return null;
  return {
    tag: 'reduce_embedding_tables',
    action: 'Make the embedding tables smaller, or split them over more chips; check the padding of narrow features.',
    why: `SparseCore takes ${shortSize(facts.compile.sparsecore)}; tables are padded to 32 bytes a row.`,
    how: '--xla_sc_num_serialized_tables_to_optimize_hbm',
  };
}

function defragment(facts: IncidentFacts): NextStep | null {
  const occupancy = facts.mapped?.occupancy;
  const inPieces =
    occupancy === undefined
      ? facts.dump !== undefined
      : occupancy.freeRuns > 1 && occupancy.free - occupancy.largestFreeRun >= 2;
  if (!isGpu(facts) || !inPieces || facts.asyncPool) return null;
  return {
    tag: 'defragment_allocator',
    action: 'Use an allocator that can move free memory together.',
    why: occupancy
      ? `${occupancy.free} % of the pool is free, but in ${occupancy.freeRuns} pieces, the longest ` +
        `${occupancy.largestFreeRun} %.`
      : 'The free memory of the pool lies in pieces.',
    how: 'XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async  # TensorFlow: TF_GPU_ALLOCATOR=cuda_malloc_async',
  };
}

function restart(facts: IncidentFacts): NextStep {
  return {
    tag: 'restart_or_defragment',
    action: 'Allocate the large arrays first, in a fresh process, and keep them; make short-lived ones after.',
    why:
      `Enough is free${facts.pool.free ? ` (${shortSize(facts.pool.free)})` : ''}, in pieces that small arrays ` +
      'have left between large ones.',
  };
}

function reuseBuffers(): NextStep {
  return {
    tag: 'reuse_buffers',
    action: 'Donate arguments that are replaced, so that the result takes their place instead of a new one.',
    why: 'A donated buffer needs no free piece of its size.',
    how: 'jax.jit(step, donate_argnums=(0,))',
  };
}

const full: readonly StepMaker[] = [
  checkShapes,
  checkSharding,
  reduceTables,
  avoidCopies,
  jitWholeStep,
  jitInitializer,
  freeArrays,
  raiseFraction,
  defragment,
  reduceSize,
  shard,
  quantizeOrOffload,
  memoryProfile,
];

const fragmented: readonly StepMaker[] = [
  restart,
  defragment,
  reuseBuffers,
  raiseFraction,
  // The arena of a program: a smaller one may fit into the pieces.
  (facts) => (facts.assignment || facts.remat ? reduceBatch(facts) : null),
  (facts) => (facts.assignment || facts.remat ? remat(facts) : null),
  reduceSize,
];

export const poolSteps = { full, fragmented };
