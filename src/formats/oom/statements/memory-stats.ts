/**
 * `device.memory_stats()` as Python prints it: `{'bytes_in_use': 2147483648, 'bytes_limit': 17179869184, …}`,
 * pretty-printed or not. Source: jaxlib/xla_client (Device.memory_stats), xla/tsl/framework/allocator.h
 * (AllocatorStats).
 */

import type { MemoryStatement } from '../../../model/oom-text.ts';
import type { RepairedText } from '../repair/repaired-text.ts';
import { exactFromDigits } from '../sizes.ts';

const DICTIONARY = /\{([^{}]{0,4000}\bbytes_in_use\b[^{}]{0,4000})\}/g;
const MEMBER = /["']?([a-z_]{3,60})["']?\s*[:=]\s*(\d[\d,]*)(?![\d.])/g;
/** What stands before the dictionary and says whose it is. */
const DEVICE = new RegExp(
  String.raw`((?:Cuda|Rocm|Tpu|Gpu|Cpu)Device\([^()\n]{1,60}\)|` +
    String.raw`\b(?:TPU|GPU|CUDA|cuda|gpu|tpu)[_: ]?\d{1,4}(?:\([^()\n]{1,80}\))?)[^\n]{0,80}\n?\s{0,8}$`,
);

/** All dictionaries within a text. */
export function memoryStats(text: RepairedText): MemoryStatement[] {
  const statements: MemoryStatement[] = [];
  for (const match of text.text.matchAll(DICTIONARY)) {
    const rows = [...(match[1] ?? '').matchAll(MEMBER)].map(([, name = '', digits = '']) => ({
      name,
      size: exactFromDigits(digits.replace(/,$/, '')),
    }));
    const before = text.text.slice(Math.max(0, match.index - 200), match.index);
    const of = DEVICE.exec(before)?.[1] ?? '';
    if (rows.length > 0) statements.push({ kind: 'memory-stats', line: text.rawLineAt(match.index), of, rows });
  }
  return statements;
}
