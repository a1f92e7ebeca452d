import { describe, expect, test } from 'vitest';
import { explainOom } from '../../../analysis/oom/explain.ts';
import { readOomText } from '../reader.ts';

const TRACEBACK = [
  'Traceback (most recent call last):',
  '  File "/home/user/train.py", line 88, in <module>',
  '    state = step(state, batch)',
  '            ^^^^^^^^^^^^^^^^^^',
].join('\n');

describe('a message that says only that memory ran out', () => {
  test.each([
    ['XlaRuntimeError: RESOURCE_EXHAUSTED: failed to allocate memory', 'F1', 'unknown'],
    ['RESOURCE_EXHAUSTED: failed to allocate memory', 'F1', 'unknown'],
    [`${TRACEBACK}\njax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Failed to allocate memory.\n`, 'F1', 'unknown'],
    ['jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory', 'F1', 'unknown'],
    ['RuntimeError: Resource exhausted: Out of memory', 'F1', 'unknown'],
    ['Out of memory while trying to allocate\nstep 2', 'F1', 'unknown'],
    ['jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED:', 'F1', 'unknown'],
    ['RuntimeError: Bad StatusOr access: RESOURCE_EXHAUSTED: Out of memory.', 'F1', 'unknown'],
    ['CUDA_ERROR_OUT_OF_MEMORY: out of memory', 'F9', 'driver'],
    ['XlaRuntimeError: INTERNAL: Failed to capture gpu graph: CUDA_ERROR_OUT_OF_MEMORY: out of memory', 'F9', 'driver'],
    [
      '2026-03-14 09:26:53.589793: E external/xla/xla/stream_executor/cuda/cuda_executor.cc:830] could not ' +
        'allocate CUDA stream for context 0x55d2: CUDA_ERROR_OUT_OF_MEMORY: out of memory',
      'F9',
      'driver',
    ],
    ['XlaRuntimeError: INTERNAL: HIP_ERROR_OutOfMemory: out of memory', 'F9', 'driver'],
  ])('%s', (text, family, verdict) => {
    const { reports, incidents } = explainOom(readOomText(text));
    expect(reports.map((report) => report.family)).toEqual([family]);
    expect(incidents.map((incident) => incident.verdict)).toEqual([verdict]);
    expect(reports[0]).not.toHaveProperty('requested');
    expect(incidents[0]?.numbers).toEqual([]);
    expect(incidents[0]?.reason).toContain('the text states no size');
    expect(incidents[0]?.missing).toEqual(['How much was asked for, and of what: the message states no size.']);
    expect(incidents[0]?.steps[0]?.tag).toBe('more_of_the_log');
  });

  test('is one failure, however often it is raised again', () => {
    const error = 'RESOURCE_EXHAUSTED: failed to allocate memory';
    const text =
      `E0314 09:26:53.589900   31415 client.cc:2917] Execution of replica 0 failed: ${error}\n` +
      `${TRACEBACK}\njaxlib.xla_extension.XlaRuntimeError: ${error}\n\n` +
      'The above exception was the direct cause of the following exception:\n\n' +
      `${TRACEBACK}\nValueError: ${error}\n`;
    const { reports, incidents } = explainOom(readOomText(text));
    expect(reports).toHaveLength(3);
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.fatal).toBe(true);
  });

  test('tells nothing beside a message that has a size', () => {
    const text =
      'XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 3221225400 bytes.\n' +
      'RESOURCE_EXHAUSTED: Out of memory\n';
    expect(readOomText(text).reports).toHaveLength(1);
  });
});

test.each([
  'If you see RESOURCE_EXHAUSTED: Out of memory, lower the batch size.',
  'How to fix CUDA_ERROR_OUT_OF_MEMORY: out of memory',
  '- RESOURCE_EXHAUSTED: Out of memory. Reduce the batch size.',
  '| `RESOURCE_EXHAUSTED: Out of memory` | reduce the batch | often |',
  '`CUDA_ERROR_OUT_OF_MEMORY: out of memory` means that the GPU has no memory left.',
  'CUDA_ERROR_OUT_OF_MEMORY: out of memory errors can be avoided with a smaller batch.',
  'Out of memory errors can happen on small GPUs.',
  'return ResourceExhausted("Out of memory while trying to allocate %d bytes.", size);',
  'return absl::ResourceExhaustedError("RESOURCE_EXHAUSTED: failed to allocate memory");',
  'if "RESOURCE_EXHAUSTED: Out of memory" in str(error):',
  'RESOURCE_EXHAUSTED: Received message larger than max (10485760 vs. 4194304)',
  'RESOURCE_EXHAUSTED: Quota exceeded for TPU v5e.',
  'assert "failed to allocate memory" in caplog.text',
  'We failed to allocate memory for this.',
])('no message where one is only spoken of: %s', (text) => {
  expect(readOomText(text).reports).toEqual([]);
});
