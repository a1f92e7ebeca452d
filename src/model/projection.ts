/**
 * Will a deeper model fit? What is known of memory at some numbers of blocks, and what follows for another number.
 *
 *     depth   weights   copies   temp          from
 *     4       2.24 GiB  1.51     0.75          a profile, or memory_analysis()
 *     10      4.50      3.77     0.75
 *     32      12.8      12.1     0.75 ± ?      the projection
 */

import type { Bytes } from './units.ts';

/** Of a profile: `weights` … `rest`. Of a compiler's figures: `arguments`, `outputs`, `temp`, `code`. */
export type MemoryGroup = (typeof MEMORY_GROUPS)[number];

/** In the order of tables and pictures. */
export const MEMORY_GROUPS = ['weights', 'arguments', 'copies', 'outputs', 'code', 'rest', 'temp'] as const;

/** Allocations of one group and one size that are alive together. */
export interface EqualAllocations {
  bytes: Bytes;
  count: number;
}

/** What is alive at one moment, in groups that add up to the total. */
export interface MomentFigures {
  /** The program that runs then, which names the moment in profiles of other depths; empty where none does. */
  name: string;
  groups: Partial<Record<MemoryGroup, Bytes>>;
  /** Of the fullest moment: the largest sizes of the groups whose allocations are known. */
  sizes: Partial<Record<MemoryGroup, EqualAllocations[]>>;
}

/** One profile, or one row of a table, before its depth is known. */
export interface MemoryFigures {
  /** File, or `row 3`. */
  source: string;
  /** The fullest moments, the fullest first. Not empty. */
  moments: MomentFigures[];
  capacity: Bytes | null;
  /** The number of blocks as repetitions in the profile tell it; null where they do not. */
  guessedDepth: number | null;
}

/** The same with the number of blocks that the user, or the table, gave. */
export interface DepthFigures extends MemoryFigures {
  depth: number;
}

/** How tables and sentences call the groups. */
export const GROUP_WORDS: Record<MemoryGroup, string> = {
  weights: 'weights and what else stays',
  arguments: 'arguments',
  copies: 'copies',
  outputs: 'outputs',
  code: 'program code',
  rest: 'the rest',
  temp: 'temps',
};

export interface ByteRange {
  estimate: Bytes;
  low: Bytes;
  high: Bytes;
}

export interface ProjectedGroup extends ByteRange {
  group: MemoryGroup;
  /** By depth, ascending. */
  known: { depth: number; bytes: Bytes }[];
  /** Bytes that each further block is taken to add; null where the figure is known at the target itself. */
  perBlock: Bytes | null;
  /** One sentence: what the figure rests on. */
  restsOn: string;
}

/**
 * `fits` only where every figure is known at the target depth; `seems-to-fit` where the whole range is below the
 * capacity, but rests on a fit.
 */
export type FitVerdict = 'fits' | 'seems-to-fit' | 'open' | 'does-not-fit' | 'no-capacity';

export interface Projection {
  target: number;
  capacity: Bytes | null;
  /** The program at whose peak the figures are taken; empty where they are those of a whole run. */
  moment: string;
  groups: ProjectedGroup[];
  total: ByteRange;
  verdict: FitVerdict;
  /** The answer. */
  sentence: string;
  /** What it takes for granted, and what would say more. */
  notes: string[];
}

/** The better way: asks the compiler, at full depth, and allocates nothing. */
export const COMPILE_SNIPPET = [
  'import jax',
  '',
  'shapes = jax.eval_shape(make_model, key)        # at full depth: shapes only',
  'compiled = jax.jit(step).lower(shapes, batch).compile()',
  'print(compiled.memory_analysis())               # allocates nothing',
].join('\n');
