/** What PyTorch says when memory runs out: its own pool, and what the device holds beside it. */

import type { StatedSize, TorchReport } from '../../model/oom.ts';
import type { IncidentFacts } from './facts.ts';
import type { Ruling } from './ruling.ts';
import { errorOf, exceeds, minus, plus, sizeWords } from './sizes.ts';

/** The pool of PyTorch in all: what its tensors take, and what it keeps for later ones. */
export function torchReserved({ reserved, allocated, unallocated }: TorchReport): StatedSize | undefined {
  return reserved ?? (allocated && unallocated ? plus(allocated, unallocated) : undefined);
}

/** Kept by PyTorch and in no tensor. */
export function torchUnallocated({ reserved, allocated, unallocated }: TorchReport): StatedSize | undefined {
  return unallocated ?? (reserved && allocated ? minus(reserved, allocated) : undefined);
}

/** On the device, and not in the pool of PyTorch: other processes, another framework of this one, CUDA itself. */
export function outsideTorch(report: TorchReport): StatedSize | undefined {
  const reserved = torchReserved(report);
  const { total, free } = report;
  if (!reserved || !total || !free) return undefined;
  const outside = minus(minus(total, free), reserved);
  return outside.bytes > errorOf(outside) ? outside : undefined;
}

/** Contexts and libraries of CUDA take about so much beside any pool. */
const USUAL_OVERHEAD = 2 ** 30;

/** What is less than this part is not what fills a pool or a device. */
const LARGE_SHARE = 10;

/** TORCH: enough in the pool but not in one piece; or taken by others; or full of tensors. */
export function torchVerdict(facts: IncidentFacts): Ruling | null {
  const { torch } = facts;
  if (!torch) return null;
  const { requested, total, free, limit } = torch;
  const reserved = torchReserved(torch);
  const kept = torchUnallocated(torch);
  if (kept && exceeds(kept, requested)) {
    return {
      verdict: 'fragmented',
      confidence: reserved && kept.bytes * LARGE_SHARE < reserved.bytes ? 'medium' : 'high',
      reason:
        `${sizeWords(requested)} requested, and PyTorch keeps ${sizeWords(kept)} that no tensor uses: enough in all, ` +
        'but not in one piece.',
    };
  }
  if (!total || !reserved) {
    const room = free ? `; ${sizeWords(free)} of the device are free` : '';
    return {
      verdict: 'pool full',
      confidence: 'low',
      reason: `PyTorch asked for ${sizeWords(requested)}${room}; the text does not say what holds the rest.`,
    };
  }
  const outside = outsideTorch(torch);
  const wanted = plus(reserved, requested);
  if (!limit && outside && outside.bytes > Math.max(USUAL_OVERHEAD, total.bytes / LARGE_SHARE) && exceeds(total, wanted)) {
    return {
      verdict: 'driver',
      confidence: 'high',
      reason:
        `${sizeWords(requested)} requested on a device of ${sizeWords(total)}. PyTorch holds ${sizeWords(reserved)} of ` +
        `it, and ${sizeWords(outside)} are taken outside of its pool: without that the request would fit.`,
    };
  }
  const bound = limit ? `${sizeWords(limit)} that it may use` : `${sizeWords(total)} of the device`;
  return {
    verdict: 'pool full',
    confidence: 'high',
    reason:
      `${sizeWords(requested)} requested while PyTorch holds ${sizeWords(reserved)} of the ${bound}` +
      `${torch.allocated ? `, ${sizeWords(torch.allocated)} of it in tensors` : ''}` +
      `${free ? `; ${sizeWords(free)} are free` : ''}.`,
  };
}
