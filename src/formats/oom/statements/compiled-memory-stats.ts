/**
 * `CompiledMemoryStats(generated_code_size_in_bytes=0, argument_size_in_bytes=…, …)`, which printing
 * `compiled.memory_analysis()` gives. Source: jaxlib/xla_compiler.cc.
 */

import type { MemoryStatement } from '../../../model/oom-text.ts';
import type { RepairedText } from '../repair/repaired-text.ts';
import { exactFromDigits } from '../sizes.ts';

const PRINT = /CompiledMemoryStats\(([^()]{1,3000})\)/g;
const MEMBER = /([a-z_]{3,60}_in_bytes)\s*=\s*(\d[\d,]*)/g;

/** All prints within a text. */
export function compiledMemoryStats(text: RepairedText): MemoryStatement[] {
  const statements: MemoryStatement[] = [];
  for (const match of text.text.matchAll(PRINT)) {
    const rows = [...(match[1] ?? '').matchAll(MEMBER)].map(([, name = '', digits = '']) => ({
      name,
      size: exactFromDigits(digits),
    }));
    if (rows.length > 0)
      statements.push({ kind: 'compiled-memory-stats', line: text.rawLineAt(match.index), of: '', rows });
  }
  return statements;
}
