/** How to take a profile: the three ways that JAX and XLA have, and what to ask where the model does not fit at all. */

import { COMPILE_SNIPPET } from '../../model/projection.ts';

export interface Snippet {
  title: string;
  /** What it shows, and what to do with it here. */
  purpose: string;
  code: string;
}

export const SNIPPETS: readonly Snippet[] = [
  {
    title: 'Memory over time',
    purpose: 'A trace of a few steps on GPU or TPU. Drop the folder, or the .xplane.pb in it.',
    code: [
      'import jax',
      '',
      'with jax.profiler.trace("/tmp/profile"):',
      '    for batch in batches[:3]:',
      '        state = train_step(state, batch)',
      '    jax.block_until_ready(state)',
    ].join('\n'),
  },
  {
    title: 'One instant',
    purpose: 'What is alive now, with the lines of Python that asked for it. Drop one dump, or several to see what grows.',
    code: ['import jax', '', 'jax.profiler.save_device_memory_profile("memory.prof")'].join('\n'),
  },
  {
    title: 'What the compiler planned',
    purpose:
      'A folder with the buffers of each program, also of one that never ran. Highwater names these files but draws none ' +
      'of them: open *-memory-usage-report.txt in an editor, the largest come first. The totals of the plan it does ' +
      'read: paste what memory_analysis() prints, as in the next example.',
    code: 'XLA_FLAGS="--xla_dump_to=/tmp/xla" python train.py',
  },
  {
    title: 'Will the full model fit?',
    purpose: 'The compiler knows, from shapes alone: nothing is allocated. Profiles of two smaller depths give an estimate.',
    code: COMPILE_SNIPPET,
  },
];
