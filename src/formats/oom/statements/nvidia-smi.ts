/**
 * The table of `nvidia-smi`: memory used and installed for each GPU, and memory of each process. Whole MiB.
 *
 *     |   0  NVIDIA L4                      On  |   00000000:00:03.0 Off |                    0 |
 *     | NA   73C    P0             35W      72W |   17058MiB /  23034MiB |      0%      Default |
 *     |    0   N/A  N/A     26141      C   ...v0/_-q8SO6VnSpibMPUniJGc/bin/python      17050MiB |
 */

import type { StatedSize } from '../../../model/oom.ts';
import type { MemoryStatement } from '../../../model/oom-text.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const TITLE = /NVIDIA-SMI|Memory-Usage/;
const GPU_ROW = new RegExp(
  String.raw`^\|?\s{0,6}(\d{1,3})\s{1,4}((?:NVIDIA|Tesla|GeForce|Quadro|TITAN|A\d+|H\d+|L\d+|GRID|RTX)[^|]{0,50}?)` +
    String.raw`(?:\s{2,}(?:On|Off|N/A)\s*)?\s*\|`,
);
const MEMORY_ROW = /\|\s*(\d{1,7})\s?MiB\s*\/\s*(\d{1,7})\s?MiB\s*\|/;
const PROCESS_ROW = new RegExp(
  String.raw`^\|?\s{0,6}(\d{1,3})\s{1,6}(?:(?:N/A|\d+)\s+(?:N/A|\d+)\s+)?(\d{1,8})\s+[CGM+]{1,3}\s+` +
    String.raw`(.{1,120}?)\s+(\d{1,7})\s?MiB\s*\|`,
);
/** Lines of a table between its title and its last row. */
const MAX_LINES = 400;

/** All tables within a text, one statement for each GPU and for each process. */
export function nvidiaSmi(text: RepairedText): MemoryStatement[] {
  const statements: MemoryStatement[] = [];
  let remaining = 0;
  let gpu: { index: string; name: string } | null = null;
  for (const line of text.lines) {
    if (TITLE.test(line.text)) remaining = MAX_LINES;
    if (remaining-- <= 0) continue;
    const row = GPU_ROW.exec(line.text);
    if (row) gpu = { index: row[1] ?? '', name: (row[2] ?? '').trim() };
    const memory = MEMORY_ROW.exec(line.text);
    if (memory) {
      const rows = [
        { name: 'used', size: mebibytes(memory[1]) },
        { name: 'total', size: mebibytes(memory[2]) },
      ];
      const of = gpu === null ? 'GPU' : `GPU ${gpu.index} ${gpu.name}`;
      statements.push({ kind: 'nvidia-smi', line: line.raw, of, rows });
      gpu = null;
    }
    const process = PROCESS_ROW.exec(line.text);
    if (process) {
      const of = `process ${process[2] ?? ''} on GPU ${process[1] ?? ''}`;
      statements.push({
        kind: 'nvidia-smi',
        line: line.raw,
        of,
        rows: [{ name: 'process', size: mebibytes(process[4]) }],
      });
    }
  }
  return statements;
}

/** The tool rounds to whole MiB. */
function mebibytes(digits: string | undefined): StatedSize {
  const count = Number(digits);
  return { bytes: count * 2 ** 20, exact: false, text: `${count}MiB`, pm: 2 ** 19 };
}
