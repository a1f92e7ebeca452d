/**
 * What became of a failure: the reports that belong to it, one verdict with its reason, what to do next, and the
 * numbers for its pictures. Made by analysis/oom from the reports of a text; shown by the page and printed by the
 * command line.
 */

import type { OomReport, StatedSize } from './oom.ts';
import type { OomContext, Repair } from './oom-text.ts';
import type { Bytes } from './units.ts';

/** The names that scripts read. `vmem` is any memory on the chip: VMEM, SMEM, shared memory of a GPU. */
export type Diagnosis =
  'full' | 'fragmented' | 'temp arena' | 'program load' | 'vmem' | 'driver' | 'host' | 'not fatal';

/** Finer than the diagnosis: arguments that fill the device are `full`, but ask for other steps. */
export type Verdict =
  | 'pool full'
  | 'fragmented'
  | 'temp arena'
  | 'program load'
  | 'arguments'
  | 'on-chip memory'
  | 'driver'
  | 'host'
  | 'not fatal'
  | 'unknown';

export type Confidence = 'high' | 'medium' | 'low';

export interface Incident {
  /** `n` of its reports. */
  reports: number[];
  /** Null where the text does not show what came of it. */
  fatal: boolean | null;
  verdict: Verdict;
  diagnosis: Diagnosis | null;
  confidence: Confidence;
  /** One sentence with the numbers that decide. */
  reason: string;
  numbers: IncidentNumber[];
  /** Sums that the text allows to check. */
  checks: ArithmeticCheck[];
  steps: NextStep[];
  /** Shapes that have exactly the requested size, likeliest first. */
  shapes: LikelyShape[];
  pictures: IncidentPictures;
  missing: string[];
  inProse?: boolean;
  /** A pool of this size would have had room for the request, if it were filled alike. */
  fitsIfPoolAtLeast?: Bytes;
}

/** A number from the text or derived from it, with its error. */
export interface IncidentNumber {
  name: string;
  size: StatedSize;
  /** What it counts and where it comes from. */
  meaning: string;
}

export interface ArithmeticCheck {
  sentence: string;
  ok: boolean;
}

/** Ideas by name, so that scripts and tests can look for them. */
export type StepTag =
  | 'avoid_copies'
  | 'avoid_f32_upcast'
  | 'bf16_activations'
  | 'bf16_logits'
  | 'check_shapes'
  | 'check_sharding'
  | 'chunk_computation'
  | 'defragment_allocator'
  | 'disable_preallocation'
  | 'donate'
  | 'flash_attention'
  | 'free_arrays'
  | 'free_host_memory'
  | 'grid'
  | 'jit_initializer'
  | 'jit_whole_step'
  | 'jit_with_out_shardings'
  | 'lower_mem_fraction'
  | 'match_shapes_for_donation'
  | 'memory_profile'
  | 'more_of_the_log'
  | 'no_action'
  | 'other_process_on_gpu'
  | 'pad_less'
  | 'quantize_or_offload'
  | 'raise_mem_fraction'
  | 'raise_scoped_limit'
  | 'reduce_batch'
  | 'reduce_embedding_tables'
  | 'reduce_program_temps'
  | 'reduce_size'
  | 'remat'
  | 'restart_or_defragment'
  | 'reuse_buffers'
  | 'scan_instead_of_unroll'
  | 'shard'
  | 'shard_init'
  | 'smaller_block';

export interface NextStep {
  tag: StepTag;
  /** What to do, as one sentence. */
  action: string;
  /** Why it fits here, with the numbers. */
  why: string;
  /** The call, the flag or the variable, ready to copy; absent where there is none. */
  how?: string;
}

export interface LikelyShape {
  /** `bf16[32,4096,11008]`. */
  shape: string;
  /** `32 · 4096 · 11008 · 2`. */
  product: string;
  /** What the text calls each dimension: `embedding_dim`; empty for one that has no name. */
  names: string[];
}

export interface IncidentPictures {
  space?: SpacePicture;
  allocations?: AllocationsPicture;
  map?: MapPicture;
  remat?: RematPicture;
}

export type PartKind =
  'reserved' | 'program' | 'arguments' | 'output' | 'temporary' | 'constant' | 'in-use' | 'request' | 'free';

/** A memory with what is in it, against its capacity. */
export interface SpacePicture {
  name: string;
  /** Null where the text does not say how large it is. */
  capacity: StatedSize | null;
  parts: { name: string; kind: PartKind; size: StatedSize }[];
}

/** Allocations as boxes, each as large as it is. */
export interface AllocationsPicture {
  name: string;
  capacity: StatedSize | null;
  boxes: {
    name: string;
    size: StatedSize;
    shape: string;
    source: string;
    /** Part of `size` that is padding; 0 where there is none or the text does not say. */
    padding: Bytes;
    kind: PartKind;
  }[];
}

export interface MapPicture {
  allocator: string;
  /** `*`, `x` and `_`, up to 100. */
  cells: string;
  request: Bytes;
  /** Bytes of one cell; null where the size of the pool is not known. */
  bytesPerCell: Bytes | null;
  owner: string;
}

export interface RematPicture {
  original: StatedSize | null;
  reached: StatedSize | null;
  budget: StatedSize;
}

/** Numbers of different origin beside each other, each with what it counts. */
export interface MemoryCounter {
  name: string;
  size: StatedSize;
  counts: string;
  line: number;
}

/** Everything that a text says, explained. */
export interface OomReading {
  /** With the diagnosis of their incident. */
  reports: (OomReport & { diagnosis: Diagnosis | null })[];
  incidents: Incident[];
  counters: MemoryCounter[];
  context: OomContext;
  repairs: Repair[];
  /** What cannot be said, and why: a text that ends within a message, too many reports. */
  notes: string[];
}
