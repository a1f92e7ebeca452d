/**
 * Everything that was read from one text: reports (model/oom.ts), memory counters beside them, and what was put right.
 */

import type { OomReport, StatedSize } from './oom.ts';
import type { Bytes } from './units.ts';

/** Memory counters beside a message: what a table, a dictionary or a print says, and what each number counts. */
export interface MemoryStatement {
  kind: 'compiled-memory-stats' | 'memory-stats' | 'nvidia-smi';
  line: number;
  /** `GPU 0`, `process 26141 on GPU 0`; empty where the text does not say whose it is. */
  of: string;
  rows: { name: string; size: StatedSize }[];
}

/** What else the text says of the run. */
export interface OomContext {
  /** `NVIDIA L4`. */
  gpu?: string;
  nvidiaSmiUsedMib?: number;
  nvidiaSmiTotalMib?: number;
  processMib?: number;
  /** Value of `XLA_PYTHON_CLIENT_MEM_FRACTION`, as written. */
  memFractionEnv?: string;
  /** `xla_tpu_scoped_vmem_limit_kib`. */
  scopedVmemLimitKib?: number;
  /** By package: jax, jaxlib, flax, torch_xla … */
  versions: Record<string, string>;
  /**
   * Sizes that the text names (`embedding_dim=4096`) or that stand in shapes. Factors of a request are looked for here.
   */
  dimensions: { value: number; names: string[] }[];
}

/** Something about the text that was put right before it was read. */
export interface Repair {
  kind: RepairKind;
  /** `12 lines carried a log prefix, which was taken off.` */
  sentence: string;
  count: number;
}

export type RepairKind =
  | 'utf16'
  | 'ansi'
  | 'carriage-returns'
  | 'spaces'
  | 'html-entities'
  | 'html-tags'
  | 'escapes'
  | 'markdown'
  | 'prefixes'
  | 'wrapped-lines'
  | 'lost-breaks'
  | 'duplicates'
  | 'order'
  | 'cut';

/** Everything that was read from one text. */
export interface OomText {
  reports: OomReport[];
  statements: MemoryStatement[];
  context: OomContext;
  repairs: Repair[];
  /** Reports that are not kept because there are too many. */
  reportsLeftOut: number;
  /** The last words of a message that the end of the text cuts off before its numbers. */
  brokenOff?: string;
  bytes: Bytes;
}
