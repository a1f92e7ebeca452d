/**
 * TORCH: the caching allocator of PyTorch. No message of XLA, but people who use both drop it, and two pools on one
 * device explain each other. Source: c10/cuda/CUDACachingAllocator.cpp; the wording changed with PyTorch 2.1.
 */

import type { StatedSize, TorchReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead } from '../head.ts';
import { groupsOf, numberOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, parseSize } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

/** `512.00 MiB`, and below 1024 `0 bytes`. */
const AMOUNT = '\\d{1,7}(?:\\.\\d{1,2})?~(?:[KMGT]iB|bytes)';
const MESSAGE = pattern(`(?:CUDA|HIP|XPU) out of memory\\.~Tried to allocate (?<requested>${AMOUNT})\\.?`, 'g');
/** `(GPU 0; 15.78 GiB total capacity; 14.00 GiB already allocated; 12.44 MiB free; 14.20 GiB reserved in total …)`. */
const BEFORE_2_1 = pattern(
  `^~\\(~GPU (?<device>\\d{1,4});~(?<total>${AMOUNT}) total capacity;~(?<allocated>${AMOUNT}) already allocated` +
    `(?:;~(?<free>${AMOUNT}) free)?(?:;~(?<limit>${AMOUNT}) allowed)?` +
    `(?:;~(?<reserved>${AMOUNT}) (?:reserved in total|cached))?`,
);
/** `capacty` is how 2.1 spelled it. */
const CAPACITY = pattern(
  `^~GPU (?<device>\\d{1,4}) has a total capaci?ty of (?<total>${AMOUNT})(?: of which (?<free>${AMOUNT}) is free)?`,
);
const OTHER_PROCESS = pattern(`Process (?<pid>\\d{1,10}) has (?<size>${AMOUNT}) memory in use`, 'g');
const THIS_PROCESS = pattern(`this process has (?<size>${AMOUNT}) memory in use`);
const ALLOWED = pattern(`(?<!\\w)(?<limit>${AMOUNT}) allowed`);
const OF_PYTORCH = pattern(
  `Of the allocated memory (?<allocated>${AMOUNT}) is allocated by PyTorch(?:,[^]{0,160}? ` +
    `(?<unallocated>${AMOUNT}) is reserved by PyTorch but unallocated)?`,
);
/** With a list of processes. */
const MAX_MESSAGE = 3000;

function find(text: RepairedText): Found[] {
  const matches = [...text.text.matchAll(MESSAGE)];
  return matches.flatMap((match, i) => {
    const requested = amount(groupsOf(match)['requested']);
    if (requested === undefined) return [];
    const from = match.index + match[0].length;
    const rest = text.text.slice(from, Math.min(from + MAX_MESSAGE, matches[i + 1]?.index ?? text.text.length));
    const head = readHead(text, match.index);
    const { facts, length } = BEFORE_2_1.test(rest) ? oldFacts(rest) : newFacts(rest);
    const report: TorchReport = { ...headFields(text, head), family: 'TORCH', requested, ...facts };
    if (facts.total === undefined || facts.allocated === undefined)
      report.missing = ['How full the device is, and how much of it PyTorch holds: the sentences after the request.'];
    return [{ start: head.start, end: from + length, report }];
  });
}

type Facts = Omit<TorchReport, 'n' | 'line' | 'family' | 'requested'>;

function oldFacts(rest: string): { facts: Facts; length: number } {
  const match = BEFORE_2_1.exec(rest);
  const { device, total, allocated, free, limit, reserved } = groupsOf(match);
  const sizes = { total: amount(total), allocated: amount(allocated), free: amount(free), limit: amount(limit) };
  const facts = present({ deviceOrdinal: numberOf(device), ...sizes, reserved: amount(reserved) });
  return { facts, length: match?.[0].length ?? 0 };
}

function newFacts(rest: string): { facts: Facts; length: number } {
  const capacity = CAPACITY.exec(rest);
  if (!capacity) return { facts: {}, length: 0 };
  const pools = OF_PYTORCH.exec(rest);
  const end = pools ? pools.index + pools[0].length : capacity[0].length;
  const between = rest.slice(0, end);
  const { device, total, free } = groupsOf(capacity);
  const { allocated, unallocated } = groupsOf(pools);
  const processes = [...between.matchAll(OTHER_PROCESS)].flatMap((match) => {
    const size = amount(groupsOf(match)['size']);
    return size === undefined ? [] : [{ pid: Number(groupsOf(match)['pid']), size }];
  });
  const sizes = {
    total: amount(total),
    free: amount(free),
    allocated: amount(allocated),
    unallocated: amount(unallocated),
    limit: amount(groupsOf(ALLOWED.exec(between))['limit']),
    thisProcess: amount(groupsOf(THIS_PROCESS.exec(between))['size']),
  };
  const facts = present({ deviceOrdinal: numberOf(device), ...sizes });
  return { facts: processes.length > 0 ? { ...facts, processes } : facts, length: end };
}

function amount(text: string | undefined): StatedSize | undefined {
  if (text === undefined) return undefined;
  return text.endsWith('bytes') ? exactFromDigits(text.replace(/\s*bytes$/, '')) : (parseSize(text) ?? undefined);
}

export const TORCH: Family = { name: 'PyTorch (TORCH)', find };
