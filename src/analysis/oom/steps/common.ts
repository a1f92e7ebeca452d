/** Steps that fit several verdicts, and what they look at. */

import type { NextStep } from '../../../model/oom-incident.ts';
import { formatBytes } from '../../../model/format.ts';
import type { StatedSize } from '../../../model/oom.ts';
import type { Bytes } from '../../../model/units.ts';
import { DEFAULT_FRACTION, freeByMap, LARGEST_GPU, SCHEDULER_SHARE, type IncidentFacts } from '../facts.ts';
import { budgetWords, bytesWords, errorOf, shortSize, sizeWords } from '../sizes.ts';
import { poolThatFits } from '../verdict-pool.ts';

/** Names of all operations, files and shapes that the text mentions: what the program was doing. */
export function operationWords(facts: IncidentFacts): string {
  const buffers = facts.assignment?.peakBuffers ?? [];
  const allocations = facts.compile?.allocations ?? [];
  return [...buffers, ...allocations]
    .map((one) => `${one.opName ?? ''} ${one.sourceFile ?? ''} ${'xlaLabel' in one ? (one.xlaLabel ?? '') : ''}`)
    .join('\n');
}

/** Runs on a GPU: the steps name its variables. */
export function isGpu(facts: IncidentFacts): boolean {
  return !facts.compile && !facts.runtime && facts.scoped?.family !== 'F18' && facts.scoped?.family !== 'F19';
}

/** TensorFlow names the operation that asked; its pool follows other settings, and none of its code is jitted by JAX. */
export function isTensorFlow(facts: IncidentFacts): boolean {
  return facts.tensor !== undefined || facts.pools.some((pool) => pool.op !== undefined);
}

/** The program was being differentiated: there are activations to recompute. */
export function isTraining(facts: IncidentFacts): boolean {
  return /jvp|transpose\(|grad|train|update|optimizer|loss/i.test(`${operationWords(facts)} ${facts.executable ?? ''}`);
}

export function reduceSize(facts: IncidentFacts): NextStep {
  const shape = facts.assignment?.peakBuffers?.[0]?.shape ?? facts.compile?.allocations?.[0]?.shape;
  const what = shape
    ? `The largest array is ${shape}`
    : facts.request
      ? `One request is ${sizeWords(facts.request)}`
      : 'The request is too large';
  return {
    tag: 'reduce_size',
    action: 'Make the arrays smaller: batch, sequence length, resolution, number of layers.',
    why: `${what}; each of its dimensions counts in full.`,
  };
}

export function reduceBatch(facts: IncidentFacts): NextStep {
  return {
    tag: 'reduce_batch',
    action: 'Use a smaller batch, or several microbatches whose gradients are added up.',
    why: `Activations grow in proportion to the batch${neededWords(facts)}.`,
  };
}

function neededWords(facts: IncidentFacts): string {
  const { compile, remat } = facts;
  if (compile?.exceeded && compile.used)
    return `; ${shortSize(compile.exceeded)} of ${shortSize(compile.used)} must go`;
  if (remat?.reached)
    return remat.budget.bytes > 0
      ? `; temporaries must come down from ${shortSize(remat.reached)} to ${shortSize(remat.budget)}`
      : `; the program needs ${shortSize(remat.reached)} for temporaries, ${budgetWords(remat.budget)}`;
  return '';
}

/** Sharding helps where one device cannot hold it; a text cannot say how many there are. */
export function shard(facts: IncidentFacts): NextStep {
  const { compile } = facts;
  const size = compile?.used ?? facts.request;
  return {
    tag: 'shard',
    action: 'Spread the arrays over more devices.',
    why: size
      ? `${sizeWords(size)} on one device divide by the number of devices that an array is sharded over.`
      : 'Each device then holds a part.',
    how: 'jax.device_put(x, NamedSharding(mesh, P("data", None)))',
  };
}

/** What asks for several times the device is mostly a mistake. */
export function checkShapes({
  request,
  compile,
  scoped,
  deviceTotal,
  pool,
  argumentLimit,
}: IncidentFacts): NextStep | null {
  const asked = request ?? compile?.used ?? scoped?.requested;
  const bound = deviceTotal ?? pool.limit ?? argumentLimit?.limit ?? compile?.capacity ?? scoped?.capacity;
  const isAbsurd =
    asked !== undefined && (asked.bytes > 2e12 || (bound !== undefined && asked.bytes > 4 * bound.bytes));
  if (!isAbsurd || !asked) return null;
  return {
    tag: 'check_shapes',
    action: 'Check the shapes first: a wrong axis or an unwanted broadcast makes an array of any size.',
    why:
      `${sizeWords(asked)} in one ${compile ? 'program' : 'array'} is far beyond any device` +
      `${bound ? ` (here ${sizeWords(bound)})` : ''}.`,
    how: 'jax.eval_shape(f, *args)  # shapes without running it',
  };
}

export function memoryProfile(): NextStep {
  return {
    tag: 'memory_profile',
    action: 'See what is alive just before the failure, and which line made it.',
    why: 'The message names the request that failed, not what fills the memory.',
    how: 'jax.profiler.save_device_memory_profile("memory.prof")  # then open it here',
  };
}

export function freeArrays(facts: IncidentFacts): NextStep {
  const { limit, inUse } = facts.pool;
  const used =
    limit && inUse
      ? `${shortSize(inUse)} of ${shortSize(limit)} are in use`
      : facts.mapped?.occupancy
        ? `${facts.mapped.occupancy.usedPct} % of the pool is in use`
        : 'The memory was taken before this request came';
  return {
    tag: 'free_arrays',
    action:
      'Let go of arrays that are no longer needed: old parameters, results kept in a list, outputs of earlier calls.',
    why: `${used}; an array is freed when its last reference goes.`,
    how: 'del old_params  # or old_params.delete()',
  };
}

/** A larger pool, where the device has more and the request would then fit. */
export function raiseFraction(facts: IncidentFacts): NextStep | null {
  if (!isGpu(facts) || isTensorFlow(facts) || facts.asyncPool || facts.has('F8') || facts.has('F9') || facts.has('F10')) return null;
  const stated = Number(facts.context.memFractionEnv);
  if (stated >= 0.9) return null;
  const total = facts.deviceTotal;
  if (total && facts.request && exceedsDevice(facts.request, total)) return null;
  if (total && facts.pool.limit && facts.pool.limit.bytes >= total.bytes * 0.9) return null;
  if (!gainSuffices(facts)) return null;
  const room = roomInLargestPool(facts);
  const enough = poolThatFits(facts);
  if (room !== null && facts.needed && room < facts.needed.bytes) return null;
  if (room === null && enough !== null && enough > (total?.bytes ?? LARGEST_GPU) * LARGEST_FRACTION) return null;
  // A program larger than any GPU of today: no share of one will do.
  if (facts.request && facts.request.bytes > LARGEST_GPU) return null;
  return {
    tag: 'raise_mem_fraction',
    action: 'Give the pool a larger share of the device, if nothing else runs on it.',
    why: `JAX reserves ${DEFAULT_FRACTION} of the memory unless told otherwise${largerPoolWords(facts, room, enough)}.`,
    how: `XLA_PYTHON_CLIENT_MEM_FRACTION=${LARGEST_FRACTION}`,
  };
}

function largerPoolWords(facts: IncidentFacts, room: Bytes | null, enough: Bytes | null): string {
  if (room !== null && facts.needed)
    return (
      `; with ${LARGEST_FRACTION} about ${formatBytes(room)} would be free for the ${shortSize(facts.needed)} ` +
      'of this request'
    );
  return enough === null ? '' : `; this request needs a pool of about ${bytesWords(enough)}, filled as this one is`;
}

/** CUDA, libraries and other programs need the rest. */
const LARGEST_FRACTION = 0.95;

/** Free bytes in a pool of the largest share, with as much in use as in this one; null where its size is not known. */
function roomInLargestPool({ pool, mapped, context }: IncidentFacts): Bytes | null {
  if (!pool.limit) return null;
  const stated = Number(context.memFractionEnv);
  const fraction = stated > 0 && stated < 1 ? stated : DEFAULT_FRACTION;
  const gain = pool.limit.bytes * (LARGEST_FRACTION / fraction - 1);
  const free = pool.free?.bytes ?? (mapped && freeByMap(mapped, pool.limit)?.total[1]);
  return free === undefined ? null : Math.round(free + gain);
}

/** What the largest share adds to a pool of the default one. */
const LARGEST_GAIN = LARGEST_FRACTION / DEFAULT_FRACTION - 1;

/**
 * Budget and map together bound the pool: what is free of it is no more than what arguments leave. False where even the
 * largest share would not make room for the request.
 */
function gainSuffices({ remat: warning, mapped, needed }: IncidentFacts): boolean {
  const occupancy = mapped?.occupancy;
  if (!warning || !occupancy || !needed || occupancy.free === 0) return true;
  const left = warning.budget.bytes / SCHEDULER_SHARE;
  const pool = (left * occupancy.cells) / occupancy.free;
  return needed.bytes <= left + LARGEST_GAIN * pool;
}

function exceedsDevice(request: StatedSize, total: StatedSize): boolean {
  return request.bytes - errorOf(request) > total.bytes + errorOf(total);
}

export function remat(facts: IncidentFacts): NextStep {
  const { remat: warning } = facts;
  const tried =
    warning?.reached && warning.original
      ? `The compiler's own rematerialization came from ${shortSize(warning.original)} to ` +
        `${shortSize(warning.reached)}, ${budgetWords(warning.budget)}.`
      : 'Activations that are recomputed are not kept.';
  return {
    tag: 'remat',
    action: isTraining(facts)
      ? 'Recompute activations in the backward pass instead of keeping them.'
      : 'If the program takes a gradient, recompute activations in the backward pass instead of keeping them.',
    why: tried,
    how: 'jax.checkpoint(layer)  # inside scan: jax.checkpoint(body, prevent_cse=False)',
  };
}
