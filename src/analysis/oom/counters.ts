/**
 * Numbers of different origin beside each other. They differ for good reasons, and each row says what it counts:
 * the 17,058 MiB that nvidia-smi shows are the pool that JAX reserved, not what arrays take.
 */

import type { MemoryCounter } from '../../model/oom-incident.ts';
import type { MemoryStatement } from '../../model/oom-text.ts';
import { DEFAULT_FRACTION } from './facts.ts';
import { derived, errorOf } from './sizes.ts';

/**
 * What each counter counts and leaves out. Sources: nvidia-smi manual, tsl/framework/allocator.h,
 * jaxlib/xla_compiler.cc.
 */
const MEANINGS: Record<string, string> = {
  used:
    'Memory of the GPU that is taken, by all processes: for JAX the whole pool it has reserved, with what is ' +
    'free in it, and the CUDA context. Not what arrays take.',
  total: 'Memory of the GPU. A pool is a share of it (0.75 unless told otherwise).',
  process:
    'Memory of the GPU that one process has reserved: its pool, free parts of it included, and its CUDA context.',
  bytes_in_use:
    'Memory in use within the pool at the moment of the call: arrays, temp arenas, program constants. Leaves ' +
    'free parts of the pool out.',
  peak_bytes_in_use:
    'The largest in-use number since the process began: the lifetime peak. Leaves reserved memory out.',
  bytes_limit: 'What the pool may become: its capacity.',
  bytes_reserved: 'Memory of the device that is set aside beside the pool (TPU: loaded programs).',
  peak_bytes_reserved: 'The largest reserved number since the process began.',
  bytes_reservable_limit: 'What may be set aside for programs at most (TPU).',
  largest_alloc_size: 'The largest single allocation that ever succeeded.',
  largest_free_block_bytes: 'The largest free piece: a request must fit into it.',
  pool_bytes: 'What the pool has taken from the device so far.',
  peak_pool_bytes: 'The largest pool since the process began.',
  generated_code_size_in_bytes: 'Code of one program.',
  argument_size_in_bytes: 'Arguments of one program. They are there before it runs.',
  output_size_in_bytes: 'Outputs of one program, those that reuse an argument included.',
  alias_size_in_bytes: 'Outputs that reuse a donated argument: counted in arguments and in outputs.',
  temp_size_in_bytes: 'The temp arena of one program, alive only while it runs.',
  peak_memory_in_bytes: "The compiler's own peak of one program; on CPU it leaves temporaries out.",
};
const NOT_BYTES = new Set(['num_allocs']);

/** A row for each counter that the text states. */
export function countersOf(statements: readonly MemoryStatement[]): MemoryCounter[] {
  const counters: MemoryCounter[] = [];
  for (const statement of statements) {
    const source = sourceOf(statement);
    for (const { name, size } of statement.rows) {
      if (NOT_BYTES.has(name)) continue;
      const counts = MEANINGS[name] ?? MEANINGS[name.replace(/^host_/, '')];
      if (counts === undefined) continue;
      const onHost = name.startsWith('host_') ? ' In host memory.' : '';
      counters.push({ name: `${source}: ${name}`, size, counts: counts + onHost, line: statement.line });
    }
    const pool = statement.kind === 'nvidia-smi' ? defaultPool(statement) : null;
    if (pool) counters.push({ name: `${source}: ${DEFAULT_FRACTION} × total`, ...pool, line: statement.line });
    const needed = statement.kind === 'compiled-memory-stats' ? programTotal(statement) : null;
    if (needed)
      counters.push({
        name: `${source}: arguments + outputs − aliased + temporaries`,
        ...needed,
        line: statement.line,
      });
  }
  return counters;
}

function sourceOf(statement: MemoryStatement): string {
  const of = statement.of === '' ? '' : `, ${statement.of}`;
  if (statement.kind === 'nvidia-smi') return `nvidia-smi${of}`;
  return statement.kind === 'memory-stats' ? `memory_stats()${of}` : `memory_analysis()${of}`;
}

/** What JAX reserves unless told otherwise: beside "used" it shows that the number is the pool. */
function defaultPool(statement: MemoryStatement): Pick<MemoryCounter, 'size' | 'counts'> | null {
  const total = statement.rows.find((row) => row.name === 'total')?.size;
  if (!total) return null;
  const size = derived(Math.round(total.bytes * DEFAULT_FRACTION), errorOf(total));
  return { size, counts: 'The pool that JAX reserves by default when it starts, whatever the arrays take.' };
}

/** What a program holds while it runs: its output may lie in a donated argument, which counts once. */
function programTotal(statement: MemoryStatement): Pick<MemoryCounter, 'size' | 'counts'> | null {
  const bytes = (name: string): number => statement.rows.find((row) => row.name === name)?.size.bytes ?? 0;
  const temp = bytes('temp_size_in_bytes');
  const total = bytes('argument_size_in_bytes') + bytes('output_size_in_bytes') - bytes('alias_size_in_bytes') + temp;
  if (total === 0) return null;
  return {
    size: { bytes: total, exact: true },
    counts: 'What the program holds while it runs. Other arrays of the process are not in it.',
  };
}
