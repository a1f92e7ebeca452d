/**
 * F11: the cudaMallocAsync allocator. Message, CUDA's own counters, the allocator's, and a histogram of what is alive.
 * Source: xla/stream_executor/gpu/gpu_cudamallocasync_allocator.cc.
 */

import type { AsyncPoolReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead } from '../head.ts';
import { groupsOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, exactSize, INT } from '../sizes.ts';
import { readAllocatorStats } from '../allocator-stats.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const MESSAGE = pattern(
  `(?:cuMemAllocAsync|cudaMallocAsync|cuMemAllocFromPoolAsync) failed to allocate (?<int>${INT})(?: bytes|(?=~:))`,
  'g',
);
/** Looked for backwards from the message: in front of the pattern it would be tried at every word of the text. */
const NAME_BEFORE = pattern('(gpu_async_\\d{1,4}|GPU_\\d{1,4}\\w{0,40}|(?<![\\w-])[\\w-]{1,40}_async\\w{0,20}) $');
const MAX_NAME = 100;
const ERROR = /\b((?:CUDA_ERROR|cudaError|hipError|HIP_ERROR)\w{2,60})/;
const MEMORY = pattern(`Free memory~/~Total memory:~(?<free>${INT})~/~(?<total>${INT})`);
const HISTOGRAM = pattern('Histogram of current allocation:[^;]{0,200};');
const HISTOGRAM_ROW = /^\s*(\d{1,20}), (\d{1,12})\s*$/;
/** Where the counters stop: the next message, or far enough. */
const MAX_BLOCK = 1 << 20;

function find(text: RepairedText): Found[] {
  const matches = [...text.text.matchAll(MESSAGE)];
  return matches.map((match, i) => {
    const end = Math.min(matches[i + 1]?.index ?? text.text.length, match.index + MAX_BLOCK);
    const block = text.text.slice(match.index + match[0].length, end);
    const { int = '' } = groupsOf(match);
    const name = NAME_BEFORE.exec(text.text.slice(Math.max(0, match.index - MAX_NAME), match.index));
    const memory = groupsOf(MEMORY.exec(block.slice(0, 2000)));
    const head = readHead(text, match.index - (name?.[0].length ?? 0));
    const report: AsyncPoolReport = {
      ...headFields(text, head),
      family: 'F11',
      requested: exactFromDigits(int),
      ...present({
        allocator: name?.[1],
        driverError: ERROR.exec(block.slice(0, 300))?.[1],
        free: memory['free'] === undefined ? undefined : exactFromDigits(memory['free']),
        total: memory['total'] === undefined ? undefined : exactFromDigits(memory['total']),
        stats: readAllocatorStats(block.slice(0, 8000)),
        histogram: readHistogram(block),
      }),
    };
    return { start: head.start, end: match.index + match[0].length, report };
  });
}

function readHistogram(block: string): AsyncPoolReport['histogram'] {
  const header = HISTOGRAM.exec(block);
  if (!header) return undefined;
  const rows: { size: number; count: number }[] = [];
  let others = 0;
  for (const line of block.slice(header.index + header[0].length).split('\n')) {
    const row = HISTOGRAM_ROW.exec(line);
    if (row) {
      rows.push({ size: exactSize(Number(row[1])).bytes, count: Number(row[2]) });
      others = 0;
    } else if (line.trim() !== '' && ++others > 3) break;
  }
  return rows.length > 0 ? rows : undefined;
}

export const CUDA_ASYNC: Family = { name: 'cudaMallocAsync (F11)', find };
