/**
 * What a text says of memory that ran out. A log holds reports (one message each) and statements (memory counters that
 * somebody pasted beside it). The reader in formats/oom makes them, analysis/oom groups them into incidents.
 *
 * A small example, two messages of one failure:
 *
 *     … Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.69GiB (rounded to 2885681152)requested by op
 *       -> report 1, family F3: requested 2.69GiB ± 6,417,286 bytes, rounded to 2,885,681,152 exactly
 *     ValueError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 2885681152 bytes.
 *       -> report 2, family F1: requested 2,885,681,152 bytes exactly
 */

import type { Bytes } from './units.ts';

/**
 * A size as the text states it. `exact` sizes are to the byte; others were printed with two or three digits, and the
 * true value lies within `bytes ± pm`.
 */
export interface StatedSize {
  bytes: Bytes;
  exact: boolean;
  /** As printed (`2.69GiB`, `96.30M`, `0B`); absent where the text has only the exact number. */
  text?: string;
  /** Absent where `exact`. */
  pm?: Bytes;
}

/** Kinds of message, by grammar. F6, the occupancy map, is part of the F3 report that it belongs to. */
export type OomFamily =
  | 'F1' // GPU runtime, exact bytes
  | 'F2' // GPU runtime, rounded size and executable name
  | 'F3' // BFC allocator, short warning
  | 'F3b' // the same since 2026: lower or upper end of the pool
  | 'F4' // BFC allocator, "not a failure"
  | 'F5' // dump of a BFC allocator
  | 'F7' // buffer assignment of the program that failed
  | 'F8' // platform allocator
  | 'F9' // CUDA or HIP driver, pinned host memory
  | 'F10' // a compiled kernel could not be loaded
  | 'F11' // cudaMallocAsync
  | 'F12' // CPU
  | 'F13' // a TensorFlow tensor
  | 'F14' // TPU compile time, HBM
  | 'F15' // TPU compile time, temporaries only
  | 'F16' // TPU compile time, TensorCore and SparseCore
  | 'F17' // TPU compile time, VMEM or SMEM
  | 'F18' // TPU compile time, scoped VMEM
  | 'F19' // Mosaic: one allocation exceeds its memory
  | 'F20' // TPU runtime, a buffer
  | 'F21' // TPU runtime, a program
  | 'F22' // rematerialization could not get below its budget
  | 'F23' // arguments exceed the limit
  | 'F24' // shared memory of a GPU kernel
  | 'F25' // donated buffers that were not usable
  | 'TORCH'; // PyTorch, on the same device

/** Every report has these; absent means that the text does not say. */
export interface ReportHead {
  /** Position among the reports of the file, from 1. */
  n: number;
  /** 1-based line of the file in which the message begins. */
  line: number;
  /** `jaxlib.xla_extension.XlaRuntimeError`, `ValueError` … */
  exception?: string;
  /** `RESOURCE_EXHAUSTED`, in today's spelling. */
  status?: string;
  /** `E1000`. */
  errorCode?: string;
  /** `CompileTimeHbmOom`. */
  errorName?: string;
  /** Compiled program: `jit_train_step`. */
  executable?: string;
  /** Text of the TensorFlow allocator, mostly empty. */
  tfAllocatorError?: string;
  /** Number in front of the line, as mpirun, srun and torchrun write it. */
  rank?: number;
  replica?: number;
  partition?: number;
  /** Quoted in a sentence, not logged. */
  inProse?: boolean;
  /** The message has no beginning: its head was cut off. */
  partial?: boolean;
  /** `n` of an earlier report that says the same. */
  sameAs?: number;
  /** What should be there and is not, one sentence each. */
  missing?: string[];
}

/** F1, F2, F8, F12: an allocation of so many bytes was refused. */
export interface RequestReport extends ReportHead {
  family: 'F1' | 'F2' | 'F8' | 'F12';
  /** Absent where the message says no more than that memory ran out. */
  requested?: StatedSize;
  deviceOrdinal?: number;
}

/** F9, F10: the driver refused, outside of the pool. */
export interface DriverReport extends ReportHead {
  family: 'F9' | 'F10';
  requested?: StatedSize;
  driverError?: string;
  where?: 'device' | 'host';
  /** A library that asks the driver itself: `NCCL`, `cuBLAS` … */
  library?: string;
  deviceOrdinal?: number;
  /** Memory of the device, where the driver states it. */
  total?: StatedSize;
}

/** F3, F3b, F4: the BFC allocator refused. */
export interface PoolReport extends ReportHead {
  family: 'F3' | 'F3b' | 'F4';
  allocator: string;
  requested: StatedSize;
  /** What the allocator needs to find: the request rounded up to 256 bytes. */
  roundedBytes?: Bytes;
  /** Usually empty in JAX. */
  op?: string;
  freedByCount?: number;
  /** Since 2026 a pool is filled from both ends. */
  end?: 'lower' | 'upper';
  occupancy?: Occupancy;
  /** Set where the map may be that of another allocator's message. */
  occupancyOwner?: string;
}

/**
 * The map of a pool: 100 cells over all its regions in address order. `*` is requested memory in use, `x` what rounding
 * wastes, `_` free. A cell that an in-use byte touches is a star, so stars overestimate by up to one cell a boundary.
 */
export interface Occupancy {
  cells: number;
  star: number;
  x: number;
  free: number;
  /** (star + x) / cells in percent, one decimal. */
  usedPct: number;
  largestFreeRun: number;
  freeRuns: number;
  /** All 100 cells are there. */
  complete: boolean;
  /** The cells themselves, for the picture. */
  map: string;
}

/** Counters of an allocator as it prints them: Limit, InUse, MaxInUse, NumAllocs, MaxAllocSize … */
export type AllocatorStats = Record<string, StatedSize | number>;

/** F5. */
export interface DumpReport extends ReportHead {
  family: 'F5';
  allocator?: string;
  bins?: PoolBin[];
  binFor?: { request: StatedSize; bin: StatedSize };
  /** Free chunks of the bin that the request belongs in. */
  freeChunksInBin?: { size: StatedSize; requested: StatedSize }[];
  regions?: Bytes[];
  chunks?: { inUseCount: number; inUseBytes: Bytes; freeCount: number; freeBytes: Bytes; largestFree: Bytes };
  /** Chunks in use by size. */
  summary?: { count: number; size: Bytes; total: StatedSize }[];
  sumInUse?: StatedSize;
  pool?: StatedSize;
  limit?: StatedSize;
  /** What the pool may still grow by. */
  available?: StatedSize;
  currRegion?: StatedSize;
  /** Free within the pool (since 2026). */
  free?: StatedSize;
  /** The largest chunk that the request could have used (since 2026). */
  largestFree?: StatedSize;
  stats?: AllocatorStats;
}

export interface PoolBin {
  bin: Bytes;
  chunks: number;
  inUse: number;
  allocated: StatedSize;
  inUseSize: StatedSize;
  requested: StatedSize;
}

/** F7. */
export interface AssignmentReport extends ReportHead {
  family: 'F7';
  stats?: AssignmentStats;
  peakBuffers?: PeakBuffer[];
}

export interface AssignmentStats {
  parameter?: StatedSize;
  constant?: StatedSize;
  maybeLiveOut?: StatedSize;
  preallocatedTemp?: StatedSize;
  total?: StatedSize;
  tempFragmentation?: StatedSize;
  tempFragmentationPct?: number;
  totalFragmentation?: StatedSize;
  totalFragmentationPct?: number;
}

/** Where a buffer or an allocation comes from, as its `Operator:` line says. */
export interface OperatorSource {
  opType?: string;
  opName?: string;
  /** The text ends within the name. */
  opNameTruncated?: boolean;
  sourceFile?: string;
  sourceLine?: number;
  /** Name of the instruction whose twin this one is. */
  dedup?: string;
  /** The line was broken and has been joined. */
  wrapped?: boolean;
}

export interface PeakBuffer extends OperatorSource {
  /** Null where the text begins within the buffer. */
  n: number | null;
  size?: StatedSize;
  /** HLO opcode: `fusion`. */
  label?: string;
  shape?: string;
  entryParameter?: boolean;
  /** Dimensions × element size; derived, without tiling. */
  shapeBytesUnpadded?: Bytes;
}

/** F11. */
export interface AsyncPoolReport extends ReportHead {
  family: 'F11';
  allocator?: string;
  requested: StatedSize;
  driverError?: string;
  /** Of the device, as CUDA reports it. */
  free?: StatedSize;
  total?: StatedSize;
  stats?: AllocatorStats;
  /** Live allocations by size. */
  histogram?: { size: Bytes; count: number }[];
}

/** F13. */
export interface TensorReport extends ReportHead {
  family: 'F13';
  shape: string;
  dtype?: string;
  device?: string;
  allocator?: string;
  /** Derived from shape and type; absent where the type or its size is not known. */
  requested?: StatedSize;
}

/** F14 to F17: the compiler found that a program does not fit. */
export interface CompileReport extends ReportHead {
  family: 'F14' | 'F15' | 'F16' | 'F17';
  /** `hbm`, `vmem`, `smem` … in lower case. */
  space: string;
  used?: StatedSize;
  capacity?: StatedSize;
  exceeded?: StatedSize;
  /** F16. */
  tensorcore?: StatedSize;
  sparsecore?: StatedSize;
  /** `Total hbm usage >=`. A part of unknown size is left out. */
  hbmUsage?: Record<string, StatedSize>;
  output?: { size?: StatedSize; shares?: StatedSize };
  programRequirement?: ProgramRequirement;
  allocations?: SpaceAllocation[];
  /** Entries in the text, before those that say the same twice were dropped. */
  pastedEntries?: number;
  duplicateEntriesDropped?: number;
}

export interface ProgramRequirement {
  space: string;
  total: StatedSize;
  /** `global`, `scoped`, `reserved`, `hlo_temp`. */
  rows: Record<string, StatedSize>;
  hloTempDetail?: {
    utilizationPct?: number;
    fragmentationPct?: number;
    fragmentation?: StatedSize;
    unpadded?: StatedSize;
    padded?: StatedSize;
  };
}

/** One of the `Largest program allocations`. */
export interface SpaceAllocation extends OperatorSource {
  n: number | null;
  size?: StatedSize;
  /** With tiling: `f32[32,4096,4096]{1,2,0:T(8,128)}`. */
  shape?: string;
  unpadded?: StatedSize;
  paddingExtra?: StatedSize;
  /** Padded ÷ unpadded, as stated. */
  expansion?: number;
  xlaLabel?: string;
  /** `HLO temp`, `global`, `scoped` … */
  type?: string;
  tag?: string;
  shapeBytesUnpadded?: Bytes;
}

/** F18, F19, F24: one allocation in a small memory. */
export interface ScopedReport extends ReportHead {
  family: 'F18' | 'F19' | 'F24';
  space?: string;
  /** Absent in the wordings of before 2023, which state no size. */
  requested?: StatedSize;
  /** F18, F24. */
  limit?: StatedSize;
  /** F19: the whole memory. */
  capacity?: StatedSize;
  exceeded?: StatedSize;
  /** What it was allocated for: an HLO instruction, or a kernel's name. */
  op?: string;
  shape?: string;
  shapeBytesUnpadded?: Bytes;
  scoped?: boolean;
  tag?: string;
  /** From the tag of a Pallas window: its block, the whole operand, and how many copies of the block are held. */
  window?: { block: string; full?: string; buffers?: number; operand?: string };
}

/** F20, F21. */
export interface RuntimeReport extends ReportHead {
  family: 'F20' | 'F21';
  program?: string;
  requested: StatedSize;
  free?: StatedSize;
  largestFree?: StatedSize;
  reserved?: StatedSize;
  reservable?: StatedSize;
  scope?: string;
  /** Coordinates: `0x0x1`. */
  chip?: string;
  hbmIndex?: number;
}

/** F22. */
export interface RematReport extends ReportHead {
  family: 'F22';
  /** What is left for temporaries after arguments and outputs; may be 0. */
  budget: StatedSize;
  reached?: StatedSize;
  original?: StatedSize;
}

/** F23. */
export interface ArgumentsReport extends ReportHead {
  family: 'F23';
  arguments: StatedSize;
  limit: StatedSize;
}

/** F25. */
export interface DonationReport extends ReportHead {
  family: 'F25';
  buffers: string[];
}

/** TORCH: the pool of PyTorch was refused. Sizes as stated; a version states some of them. */
export interface TorchReport extends ReportHead {
  family: 'TORCH';
  requested: StatedSize;
  deviceOrdinal?: number;
  /** Of the device. */
  total?: StatedSize;
  free?: StatedSize;
  /** In tensors. */
  allocated?: StatedSize;
  /** In the pool in all; before PyTorch 2.1. */
  reserved?: StatedSize;
  /** In the pool and in no tensor; since PyTorch 2.1. */
  unallocated?: StatedSize;
  /** What `set_per_process_memory_fraction` allows. */
  limit?: StatedSize;
  /** Of this process, with what is not PyTorch's. */
  thisProcess?: StatedSize;
  /** Other processes on the device. */
  processes?: { pid: number; size: StatedSize }[];
}

export type OomReport =
  | RequestReport
  | DriverReport
  | PoolReport
  | DumpReport
  | AssignmentReport
  | AsyncPoolReport
  | TensorReport
  | CompileReport
  | ScopedReport
  | RuntimeReport
  | RematReport
  | ArgumentsReport
  | DonationReport
  | TorchReport;
