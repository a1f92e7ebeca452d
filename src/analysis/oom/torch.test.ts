import { describe, expect, test } from 'vitest';
import { readOomText } from '../../formats/oom/reader.ts';
import type { Incident } from '../../model/oom-incident.ts';
import { explainOom } from './explain.ts';

function only(text: string): Incident {
  const { incidents } = explainOom(readOomText(text));
  expect(incidents).toHaveLength(1);
  return incidents[0];
}

function message(requested: string, free: string, allocated: string, unallocated: string): string {
  return (
    `torch.OutOfMemoryError: CUDA out of memory. Tried to allocate ${requested}. GPU 0 has a total capacity of ` +
    `80.00 GiB of which ${free} is free. Including non-PyTorch memory, this process has 78.00 GiB memory in use. Of ` +
    `the allocated memory ${allocated} is allocated by PyTorch, and ${unallocated} is reserved by PyTorch but unallocated.`
  );
}

const tags = (incident: Incident): string[] => incident.steps.map(({ tag }) => tag);

describe('a message of PyTorch', () => {
  test('whose pool keeps more than was asked for is fragmented, and its own setting helps', () => {
    const incident = only(message('2.00 GiB', '1.50 GiB', '60.00 GiB', '18.00 GiB'));
    expect(incident.verdict).toBe('fragmented');
    expect(incident.reason).toContain('PyTorch keeps 18.00 GiB that no tensor uses');
    expect(incident.steps[0]?.how).toBe('PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True');
  });

  test('beside a pool of JAX is refused by what lies outside of its own', () => {
    const incident = only(message('2.00 GiB', '1.00 GiB', '17.50 GiB', '512.00 MiB'));
    expect(incident.verdict).toBe('driver');
    expect(incident.reason).toContain('61.00 GiB are taken outside of its pool');
    expect(tags(incident)).toEqual(['other_process_on_gpu', 'disable_preallocation']);
  });

  test('that fills the device with tensors is full, and no step speaks of the pool of JAX', () => {
    const incident = only(message('2.00 GiB', '1.00 GiB', '78.00 GiB', '256.00 MiB'));
    expect(incident.verdict).toBe('pool full');
    expect(tags(incident)).toEqual(['reduce_batch', 'remat', 'free_arrays', 'memory_profile']);
    expect(JSON.stringify(incident.steps)).not.toMatch(/jax|XLA_/);
  });

  test('with a failure of JAX in one log makes an incident of its own', () => {
    const jax = 'XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 5368709120 bytes.';
    const { incidents } = explainOom(readOomText(`${message('2.00 GiB', '0 bytes', '79.00 GiB', '0 bytes')}\n${jax}`));
    expect(incidents.map(({ verdict }) => verdict)).toEqual(['pool full', 'pool full']);
    expect(JSON.stringify(incidents[1]?.steps)).not.toContain('torch');
  });

  test('in the source of a program is none', () => {
    const code = 'except RuntimeError as e:\n    if "CUDA out of memory. Tried to allocate" in str(e): skip()';
    expect(readOomText(code).reports).toEqual([]);
  });
});
