import { describe, expect, test } from 'vitest';
import type { MemoryStatement } from '../../../model/oom-text.ts';
import { readOomText } from '../reader.ts';

const MIB = 2 ** 20;

function statements(text: string): MemoryStatement[] {
  return readOomText(text).statements;
}

function bytes({ rows }: MemoryStatement): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, size }) => [name, size.bytes]));
}

describe('the table of nvidia-smi', () => {
  const table = [
    '+-----------------------------------------------------------------------------------------+',
    '| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |',
    '|-----------------------------------------+------------------------+----------------------+',
    '| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |',
    '|   0  NVIDIA A100-SXM4-40GB          On  |   00000000:00:04.0 Off |                    0 |',
    '| N/A   33C    P0             47W /  400W |   30811MiB /  40960MiB |      0%      Default |',
    '|   1  Tesla V100-SXM2-16GB           Off |   00000000:00:05.0 Off |                    0 |',
    '| N/A   30C    P0             45W /  300W |       0MiB /  16160MiB |      0%      Default |',
    '| Processes:                                                                              |',
    '|    0   N/A  N/A     26141      C   python                                     30802MiB |',
    '|    1      9999    C+G   /usr/bin/x                                                5MiB |',
    '+-----------------------------------------------------------------------------------------+',
  ].join('\n');

  test('gives used and total of each GPU, and what each process has reserved', () => {
    const read = statements(table);
    expect(read.map(({ of }) => of)).toEqual([
      'GPU 0 NVIDIA A100-SXM4-40GB',
      'GPU 1 Tesla V100-SXM2-16GB',
      'process 26141 on GPU 0',
      'process 9999 on GPU 1',
    ]);
    expect(read.map(bytes)).toEqual([
      { used: 30_811 * MIB, total: 40_960 * MIB },
      { used: 0, total: 16_160 * MIB },
      { process: 30_802 * MIB },
      { process: 5 * MIB },
    ]);
    expect(read[0]?.rows[0]?.size).toMatchObject({ exact: false, pm: MIB / 2 });
    expect(read.map(({ line }) => line)).toEqual([6, 8, 10, 11]);
  });

  test('rows that look like it elsewhere are none', () => {
    expect(statements('| a | b |\n| 5MiB / 6MiB | x |')).toEqual([]);
  });
});

describe('device.memory_stats()', () => {
  test('is read printed, pretty-printed and as JSON, with its device where the text says it', () => {
    const printed = "CudaDevice(id=0) {'num_allocs': 12, 'bytes_in_use': 2147483648, 'bytes_limit': 17179869184}";
    const pretty = "gpu:1\n{'bytes_in_use': 5,\n 'bytes_limit': 6,\n 'peak_bytes_in_use': 7}";
    const json = '{"bytes_in_use": 8, "bytes_limit": 9}';
    const read = statements([printed, pretty, json].join('\n\n'));
    expect(read.map(({ of }) => of)).toEqual(['CudaDevice(id=0)', 'gpu:1', '']);
    expect(read.map(bytes)).toEqual([
      { num_allocs: 12, bytes_in_use: 2_147_483_648, bytes_limit: 17_179_869_184 },
      { bytes_in_use: 5, bytes_limit: 6, peak_bytes_in_use: 7 },
      { bytes_in_use: 8, bytes_limit: 9 },
    ]);
  });
});

test('CompiledMemoryStats is read, also over several lines', () => {
  const [read] = statements(
    'print(compiled.memory_analysis())\nCompiledMemoryStats(generated_code_size_in_bytes=0,\n' +
      '  argument_size_in_bytes=2229248, output_size_in_bytes=262144, alias_size_in_bytes=131072,\n' +
      '  temp_size_in_bytes=393240, host_temp_size_in_bytes=0)',
  );
  expect(read).toMatchObject({ kind: 'compiled-memory-stats', line: 2 });
  expect(read && bytes(read)).toEqual({
    generated_code_size_in_bytes: 0,
    argument_size_in_bytes: 2_229_248,
    output_size_in_bytes: 262_144,
    alias_size_in_bytes: 131_072,
    temp_size_in_bytes: 393_240,
    host_temp_size_in_bytes: 0,
  });
});
