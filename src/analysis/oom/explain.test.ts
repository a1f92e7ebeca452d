/** Verdicts, and steps that no number contradicts. Texts after the grammar, with numbers of our own. */

import { describe, expect, test } from 'vitest';
import { readOomText } from '../../formats/oom/reader.ts';
import { SAMPLES } from '../../formats/oom/testing/samples.ts';
import type { Incident, OomReading } from '../../model/oom-incident.ts';
import { explainOom } from './explain.ts';

function read(...lines: string[]): OomReading {
  return explainOom(readOomText(lines.join('\n')));
}

function only(...lines: string[]): Incident {
  const { incidents } = read(...lines);
  expect(incidents).toHaveLength(1);
  return incidents[0];
}

function tags({ steps }: Incident): string[] {
  return steps.map(({ tag }) => tag);
}

const warning = (size: string, rounded: number, allocator = 'GPU_0_bfc'): string =>
  `W x/bfc_allocator.cc:501] Allocator (${allocator}) ran out of memory trying to allocate ${size} ` +
  `(rounded to ${rounded})requested by op `;
const map = (stars: number): string => `W x/bfc_allocator.cc:512] ${'*'.repeat(stars)}${'_'.repeat(100 - stars)}`;
const request = (bytes: number): string => `RESOURCE_EXHAUSTED: Out of memory while trying to allocate ${bytes} bytes.`;
const smi = (used: number, total: number): string =>
  `| NVIDIA-SMI 550.54 |\n|   0  NVIDIA A100   On |  x |\n| N/A  33C  P0  47W / 400W |  ${used}MiB /  ` +
  `${total}MiB |  0% |`;

describe('a full pool and a fragmented one', () => {
  test('are told by the map and the size of the pool', () => {
    const full = only(warning('3.00GiB', 3 * 2 ** 30), map(95), request(3 * 2 ** 30), smi(30_000, 40_960));
    expect(full).toMatchObject({ verdict: 'pool full', diagnosis: 'full', fatal: true });
    const pieces = `W x/bfc_allocator.cc:512] ${'*****_____'.repeat(10)}`;
    const fragmented = only(warning('5.00GiB', 5 * 2 ** 30), pieces, request(5 * 2 ** 30), smi(30_000, 40_960));
    expect(fragmented).toMatchObject({ verdict: 'fragmented', diagnosis: 'fragmented' });
    expect(tags(fragmented)).toContain('defragment_allocator');
  });

  test('an exact request beats the rounded one, and has no error', () => {
    const { numbers } = only(warning('3.00GiB', 3_221_225_472), map(95), request(3_221_225_400));
    expect(numbers.find(({ name }) => name === 'requested')?.size).toMatchObject({ bytes: 3_221_225_400, exact: true });
    expect(numbers.find(({ name }) => name === 'rounded')?.size).toMatchObject({ bytes: 3_221_225_472, exact: true });
  });
});

describe('a larger pool is advised', () => {
  test('where it makes room, with the room that it makes', () => {
    const incident = only(warning('3.00GiB', 3 * 2 ** 30), map(95), request(3 * 2 ** 30), smi(30_000, 40_960));
    const step = incident.steps.find(({ tag }) => tag === 'raise_mem_fraction');
    expect(step?.how).toBe('XLA_PYTHON_CLIENT_MEM_FRACTION=0.95');
    expect(step?.why).toContain('would be free for the 3.00 GiB of this request');
  });

  test.each([
    ['the request exceeds the device', warning('50.00GiB', 50 * 2 ** 30), 50 * 2 ** 30, smi(30_000, 40_960)],
    ['even the largest share leaves too little', warning('20.00GiB', 20 * 2 ** 30), 20 * 2 ** 30, smi(30_000, 40_960)],
    ['it is no GPU of today that would do', warning('400.00GiB', 400 * 2 ** 30), 400 * 2 ** 30, ''],
    [
      'the fraction is high already',
      warning('3.00GiB', 3 * 2 ** 30),
      3 * 2 ** 30,
      'XLA_PYTHON_CLIENT_MEM_FRACTION=0.95',
    ],
  ])('but not where %s', (_, pool, bytes, beside) => {
    expect(tags(only(pool, map(95), request(bytes), beside))).not.toContain('raise_mem_fraction');
  });

  test('never where the driver refused: there the pool must leave more', () => {
    const driver = only(
      'E x/cuda_driver.cc:828] failed to allocate 21.26GiB (22828940288 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY',
    );
    expect(driver).toMatchObject({ verdict: 'driver', diagnosis: 'driver' });
    expect(driver.steps[0]).toMatchObject({ tag: 'lower_mem_fraction', how: 'XLA_PYTHON_CLIENT_MEM_FRACTION=0.5' });
    expect(tags(driver)).not.toContain('raise_mem_fraction');
  });
});

describe('arguments', () => {
  test('alone are too much where the budget is below nothing, whatever request fails then', () => {
    const incident = only(
      "W x/hlo_rematerialization.cc:3021] Can't reduce memory use below -25.62GiB (-27506732520 bytes) by " +
        'rematerialization; only reduced to 48.25GiB (51808779708 bytes)',
      warning('4.50GiB', 4_831_838_208),
      map(99),
      request(4_831_838_208),
    );
    expect(incident.verdict).toBe('arguments');
    expect(incident.reason).toBe(
      'The program needs 48.25 GiB (51,808,779,708 bytes) for temporaries, with arguments and outputs alone ' +
        '25.62 GiB ' +
        'over what there is.',
    );
    expect(tags(incident)).toContain('shard');
    expect(tags(incident)).not.toContain('remat');
  });
});

describe('sizes that no device has', () => {
  test.each([
    ['a driver', 'failed to allocate 127.99TiB (140729850295296 bytes) from device: HIP_ERROR_OutOfMemory'],
    [
      'a compiler',
      "Aborting compilation early because it's unlikely to have enough memory. Requires 2.50T, has 31.25G available.",
    ],
    ['a pool', request(24_696_099_900_024)],
  ])('are looked at first: %s', (_, text) => {
    expect(only(text).steps[0]?.tag).toBe('check_shapes');
  });
});

describe('every sample', () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    '%s: steps have a reason each, and none twice',
    (_, { text }) => {
      for (const incident of read(text).incidents) {
        expect(new Set(tags(incident)).size).toBe(incident.steps.length);
        for (const { action, why } of incident.steps) {
          expect(action).toMatch(/^[A-Z].*\.$/);
          expect(why).toMatch(/^\S.*[.)]$/);
          expect(`${action} ${why}`).not.toMatch(/undefined|NaN|Infinity|\b1 (?:buffers|pieces|rows|requests)\b/);
        }
        expect(incident.reason).toMatch(/^[^a-z].*\.$/);
        expect(incident.reason).not.toMatch(/undefined|NaN|Infinity/);
      }
    },
  );
});

describe('counters beside a message', () => {
  test('say what each counts, and what the pool is by default', () => {
    const { counters, incidents } = read(
      smi(30_811, 40_960),
      "{'bytes_in_use': 1073741824, 'bytes_limit': 32212254720, 'num_allocs': 3}",
      'CompiledMemoryStats(argument_size_in_bytes=100, output_size_in_bytes=50, alias_size_in_bytes=20, ' +
        'temp_size_in_bytes=7)',
    );
    expect(incidents).toEqual([]);
    const sizes = new Map(counters.map(({ name, size }) => [name, size.bytes]));
    expect(sizes.get('nvidia-smi, GPU 0 NVIDIA A100: 0.75 × total')).toBe(30_720 * 2 ** 20);
    expect(sizes.get('memory_stats(): bytes_in_use')).toBe(1_073_741_824);
    expect(sizes.get('memory_analysis(): arguments + outputs − aliased + temporaries')).toBe(137);
    expect([...sizes.keys()].some((name) => name.includes('num_allocs'))).toBe(false);
    for (const { counts } of counters) expect(counts).toMatch(/^[A-Z].*\.$/);
  });

  test('one dictionary gives the pool its size', () => {
    const incident = only(
      warning('3.00GiB', 3 * 2 ** 30),
      map(95),
      request(3 * 2 ** 30),
      "{'bytes_in_use': 1, 'bytes_limit': 17179869184}",
    );
    expect(incident.numbers.find(({ name }) => name === 'limit of the pool')?.size).toMatchObject({
      bytes: 2 ** 34,
      exact: true,
    });
  });
});

describe('messages of one failure', () => {
  test('are one incident, also where two devices fail at once', () => {
    const { incidents } = read(
      warning('3.00GiB', 3 * 2 ** 30),
      warning('3.00GiB', 3 * 2 ** 30, 'GPU_1_bfc'),
      map(95),
      map(94),
      `E Execution of replica 0 failed: ${request(3 * 2 ** 30)}`,
      `E Execution of replica 1 failed: ${request(3 * 2 ** 30)}`,
      `jax.errors.JaxRuntimeError: ${request(3 * 2 ** 30)}`,
    );
    expect(incidents.map(({ reports }) => reports)).toEqual([[1, 2, 3, 4, 5]]);
  });

  test('of other sizes are others', () => {
    const { incidents } = read(
      request(3_000_000_000),
      ...Array.from({ length: 70 }, () => 'step'),
      request(2_000_000_000),
    );
    expect(incidents).toHaveLength(2);
  });
});

describe('steps that the text contradicts are not given', () => {
  const tagsOf = (text: string): string[] =>
    explainOom(readOomText(text)).incidents.flatMap(({ steps }) => steps.map(({ tag }) => tag));

  test('without a pool, no smaller pool', () => {
    const tags = tagsOf('RESOURCE_EXHAUSTED: Failed to allocate request for 1.53GiB (1644167168B) on device ordinal 0');
    expect(tags).not.toContain('lower_mem_fraction');
    expect(tags).toContain('reduce_size');
  });

  test('for an operation of TensorFlow, nothing of JAX', () => {
    const tags = tagsOf(
      'W tensorflow/core/common_runtime/bfc_allocator.cc:479] Allocator (GPU_0_bfc) ran out of memory trying to ' +
        'allocate 392.00MiB (rounded to 411041792)requested by op model/block3/conv2d/Conv2D',
    );
    expect(tags).not.toContain('raise_mem_fraction');
    expect(tags).not.toContain('jit_whole_step');
  });

  test('outputs that lie in arguments are donated already', () => {
    const text = (shared: string): string =>
      'Ran out of memory in memory space hbm. Used 19.44G of 15.48G hbm. Exceeded hbm capacity by 3.96G.\n\n' +
      `Output size 2.24G; shares ${shared} with arguments.\n\nProgram hbm requirement 17.20G:\n    HLO temp  17.20G\n`;
    expect(tagsOf(text('2.24G'))).not.toContain('donate');
    expect(tagsOf(text('0B'))).toContain('donate');
  });
});

test('a log that lost its line breaks after a sentence is no quotation, and one failure', () => {
  const { reports, incidents } = read(
    'this is what I get when I run it with the same batch ' +
      '2026-03-14 09:26:53.589793: W external/xla/xla/tsl/framework/bfc_allocator.cc:501] Allocator (GPU_0_bfc) ran ' +
      'out of memory trying to allocate 3.00GiB (rounded to 3221225472)requested by op ' +
      'XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 3221225400 bytes.',
  );
  expect(reports.map(({ inProse }) => inProse)).toEqual([undefined, undefined]);
  expect(incidents.map((incident) => incident.reports)).toEqual([[1, 2]]);
});
