/** Steps where PyTorch ran out of memory: its own settings and calls, not those of JAX. */

import type { NextStep } from '../../../model/oom-incident.ts';
import type { IncidentFacts } from '../facts.ts';
import { shortSize, sizeWords } from '../sizes.ts';
import { outsideTorch, torchReserved, torchUnallocated } from '../torch.ts';
import type { StepMaker } from './step-maker.ts';

function expandSegments({ torch }: IncidentFacts): NextStep | null {
  const kept = torch && torchUnallocated(torch);
  if (!torch || !kept || kept.bytes === 0) return null;
  return {
    tag: 'restart_or_defragment',
    action: 'Let the segments of the pool grow, so that free pieces lie side by side.',
    why: `${sizeWords(kept)} are kept by PyTorch and in no tensor, in pieces smaller than ${shortSize(torch.requested)}.`,
    how: 'PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True',
  };
}

function otherHolders({ torch }: IncidentFacts): NextStep | null {
  const outside = torch && outsideTorch(torch);
  if (!torch || !outside) return null;
  const processes = (torch.processes ?? []).map(({ pid, size }) => `process ${pid} has ${shortSize(size)}`);
  return {
    tag: 'other_process_on_gpu',
    action: 'Look for what else holds the device: another process, or JAX in this one.',
    why: processes.length > 0 ? `The message says: ${processes.join(', ')}.` : `${sizeWords(outside)} are outside of PyTorch.`,
    how: 'nvidia-smi  # AMD: rocm-smi --showpids',
  };
}

function lessForJax(): NextStep {
  return {
    tag: 'disable_preallocation',
    action: 'If JAX runs on the same device, let its pool grow as needed.',
    why: 'A JAX process reserves 0.75 of the memory that it finds unless told otherwise; PyTorch gets what is left.',
    how: 'XLA_PYTHON_CLIENT_PREALLOCATE=false',
  };
}

function smallerBatch({ torch }: IncidentFacts): NextStep | null {
  if (!torch) return null;
  return {
    tag: 'reduce_batch',
    action: 'Use a smaller batch, or several microbatches whose gradients are added up.',
    why: `Activations grow in proportion to the batch; this request alone is ${sizeWords(torch.requested)}.`,
  };
}

function freeTensors({ torch }: IncidentFacts): NextStep | null {
  const held = torch && (torch.allocated ?? torchReserved(torch));
  return {
    tag: 'free_arrays',
    action: 'Let go of tensors that are no longer needed: losses kept with their graph, results kept in a list.',
    why: `${held ? `${sizeWords(held)} are in tensors` : 'The memory is in tensors'}; one is freed when its last reference goes.`,
    how: 'del outputs  # and keep loss.item(), not loss',
  };
}

function checkpoint(): NextStep {
  return {
    tag: 'remat',
    action: 'Recompute activations in the backward pass instead of keeping them.',
    why: 'Activations that are recomputed are not kept.',
    how: 'torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)',
  };
}

function summary(): NextStep {
  return {
    tag: 'memory_profile',
    action: 'See what PyTorch holds just before the failure.',
    why: 'The message names the request that failed, not what fills the memory.',
    how: 'print(torch.cuda.memory_summary())',
  };
}

export const torchSteps: Record<'full' | 'fragmented' | 'driver', readonly StepMaker[]> = {
  full: [smallerBatch, checkpoint, freeTensors, summary],
  fragmented: [expandSegments, smallerBatch, summary],
  driver: [otherHolders, lessForJax],
};
