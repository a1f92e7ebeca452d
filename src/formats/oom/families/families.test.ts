/** Wordings of each family through the years, each with the facts that must be read. Numbers are our own. */

import { describe, expect, test } from 'vitest';
import type { OomReport } from '../../../model/oom.ts';
import { readOomText } from '../reader.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

function read(text: string): OomReport[] {
  return readOomText(text).reports;
}

/** Text, and for each report its family with some of its facts. */
const WORDINGS: [name: string, text: string, expected: object[]][] = [
  [
    'PyTorch 2.1, with its spelling, a limit, private pools and no free byte',
    'torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 3 has a total capacty of 15.78 ' +
      'GiB of which 0 bytes is free. Process 17 has 1.25 GiB memory in use. Process 18 has 14.00 GiB memory in use. ' +
      '12.00 GiB allowed; Of the allocated memory 11.50 GiB is allocated by PyTorch, with 24.00 MiB allocated in ' +
      'private pools (e.g., CUDA Graphs), and 5.00 MiB is reserved by PyTorch but unallocated.',
    [
      {
        family: 'TORCH',
        exception: 'torch.cuda.OutOfMemoryError',
        deviceOrdinal: 3,
        requested: { text: '20.00MiB' },
        total: { text: '15.78GiB' },
        free: { bytes: 0, exact: true },
        allocated: { text: '11.50GiB' },
        unallocated: { text: '5.00MiB' },
        limit: { text: '12.00GiB' },
        processes: [
          { pid: 17, size: { text: '1.25GiB' } },
          { pid: 18, size: { text: '14.00GiB' } },
        ],
      },
    ],
  ],
  [
    'PyTorch of 2019, whose pool is called a cache',
    'RuntimeError: CUDA out of memory. Tried to allocate 1.50 GiB (GPU 0; 10.92 GiB total capacity; 8.62 GiB already ' +
      'allocated; 1.39 GiB free; 9.10 GiB cached)',
    [{ family: 'TORCH', free: { text: '1.39GiB' }, allocated: { text: '8.62GiB' }, reserved: { text: '9.10GiB' } }],
  ],
  [
    'PyTorch on ROCm, cut after the request',
    'OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB',
    [{ family: 'TORCH', requested: { text: '2.00GiB' }, missing: [expect.stringContaining('How full')] }],
  ],
  [
    'a program that the compiler gives up early',
    "RESOURCE_EXHAUSTED: Compilation failure: Aborting compilation early because it's unlikely to have " +
      'enough memory. ' +
      'Requires 2.50T, has 31.25G available. If more detailed logging is desired, set --xla_tpu_x=-1',
    [
      {
        family: 'F14',
        space: 'hbm',
        status: 'RESOURCE_EXHAUSTED',
        used: { text: '2.50T' },
        capacity: { text: '31.25G' },
      },
    ],
  ],
  [
    'compile time in 2024, with blocks on one line',
    '"XlaRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory ' +
      'space hbm. Used ' +
      '40.50G of 31.25G hbm. Exceeded hbm capacity by 9.25G. Total hbm usage >= 40.75G: reserved 260.00M ' +
      'program unknown ' +
      'size arguments 40.50G',
    [{ family: 'F14', hbmUsage: { arguments: { text: '40.50G' }, reserved: { text: '260.00M' } } }],
  ],
  [
    'VMEM without sizes, as in 2019',
    'INFO:tensorflow:Error: Compilation failure: Ran out of memory in memory space vmem. It should not be ' +
      'possible to ' +
      'run out of vmem - please file a bug against XLA.\n\nLargest program allocations in vmem:\n\n' +
      '  XLA label: register allocator spill slots\n  Allocation type: scoped\n',
    [{ family: 'F17', space: 'vmem', allocations: [{ type: 'scoped' }] }],
  ],
  [
    'SMEM, where the excess is less than the last digit',
    'RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory space smem. Used 1.00M ' +
      'of 1.00M ' +
      'smem. Exceeded smem capacity by 4.6K.',
    [{ family: 'F17', space: 'smem', exceeded: { text: '4.6K' } }],
  ],
  [
    'a scoped allocation with code and name',
    'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: E1001: CompileTimeScopedVmemOom:\nRan out of memory in ' +
      'memory space ' +
      'vmem while allocating on stack for %gmm.1 = f32[16384,512]{1,0:T(8,128)} custom-call(%a, %b), ' +
      'custom_call_target="tpu_custom_call". Scoped allocation with size 18.00M and limit 16.00M exceeded ' +
      'scoped vmem ' +
      'limit by 2.00M. It should not be possible to run out of scoped vmem',
    [
      {
        family: 'F18',
        errorCode: 'E1001',
        errorName: 'CompileTimeScopedVmemOom',
        requested: { bytes: 18 * MIB },
        limit: { bytes: 16 * MIB },
        exceeded: { bytes: 2 * MIB },
        shape: 'f32[16384,512]{1,0:T(8,128)}',
      },
    ],
  ],
  [
    'the scoped sentence alone',
    'ValueError: Scoped allocation with size 34.08M and limit 32.00M exceeded scoped vmem limit by 2.08M.',
    [{ family: 'F18', space: 'vmem', exception: 'ValueError' }],
  ],
  [
    'a Mosaic window',
    'RESOURCE_EXHAUSTED: Allocation (size=3758096384) would exceed memory (size=67108864) :: #allocation3 [shape = ' +
      "'u8[3758096384]{0}', space=vmem, scoped, tag = 'input window allocation for operator input 2. The " +
      'window shape is ' +
      "bf16[64,7168,4096], while the full shape is bf16[64,7168,4096]. This allocation is single buffered.'] " +
      ':: kernel.2',
    [
      {
        family: 'F19',
        requested: { bytes: 3_758_096_384, exact: true },
        capacity: { bytes: 64 * MIB },
        scoped: true,
        op: 'kernel.2',
        window: { block: 'bf16[64,7168,4096]', full: 'bf16[64,7168,4096]', buffers: 1 },
      },
    ],
  ],
  [
    'a Mosaic allocation whose size is left out',
    'ValueError: Allocation would exceed memory (size=17179869184)',
    [{ family: 'F19', capacity: { bytes: 16 * GIB } }],
  ],
  [
    'a buffer of a TPU, on one of several chips',
    'RuntimeError: Bad StatusOr access: RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate ' +
      '196.00M. That was not possible. There are 134.44M free.; (1x0x2_HBM0): while running replica 0 and ' +
      'partition 3 of ' +
      'a replicated computation (other replicas may have failed as well).',
    [{ family: 'F20', chip: '1x0x2', hbmIndex: 0, replica: 0, partition: 3, free: { text: '134.44M' } }],
  ],
  [
    'a fragmented TPU',
    'E0118 22:42:45.737331   20084 tpu_pjrt_client.cc:1889] TpuClient::AllocateBuffer returning error after ' +
      '1 attempt(s): ' +
      'RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate 1.96G. That was not ' +
      'possible. There are ' +
      '48.18G free. The largest contiguous region of free memory is 1.50G due to fragmentation.; (0x0x0_HBM0)',
    [{ family: 'F20', requested: { text: '1.96G' }, largestFree: { text: '1.50G' }, chip: '0x0x0' }],
  ],
  [
    'a program that is reserved for',
    "XlaRuntimeError: RESOURCE_EXHAUSTED: Error loading program 'jit_step': Attempting to reserve 29.49G at " +
      'the bottom ' +
      'of memory. That was not possible. There are 147.64M free, 0B reserved, and 147.64M reservable. Scope: unknown..',
    [{ family: 'F21', program: 'jit_step', reservable: { text: '147.64M' }, scope: 'unknown' }],
  ],
  [
    'a program that is allocated for',
    "RESOURCE_EXHAUSTED: Error loading program 'jit_step':\nAttempting to allocate 1.82G. That was not " +
      'possible. There ' +
      'are 1.54G free.',
    [{ family: 'F21', program: 'jit_step', free: { text: '1.54G' } }],
  ],
  [
    'a program without a name, fatal in the log',
    'F tensorflow/tsl/platform/statusor.cc:33] Attempting to fetch value instead of handling error ' +
      'RESOURCE_EXHAUSTED: ' +
      'Error loading program: Attempting to reserve 7.04G at the bottom of memory. That was not possible. There are ' +
      '6.90G free, 0B reserved, and 6.90G reservable.',
    [{ family: 'F21', status: 'RESOURCE_EXHAUSTED', reserved: { bytes: 0 } }],
  ],
  [
    'TensorCore and SparseCore',
    'RESOURCE_EXHAUSTED: TC Hbm usage: 34.82G, SC Hbm usage 174.10G, exceeding available bytes: 95.74G',
    [{ family: 'F16', tensorcore: { text: '34.82G' }, sparsecore: { text: '174.10G' }, capacity: { text: '95.74G' } }],
  ],
  [
    'shared memory, with what for',
    'RESOURCE_EXHAUSTED: Shared memory size limit exceeded: requested 131072, available: 101376, context: ' +
      '[Fusion: f32[4]]',
    [{ family: 'F24', requested: { bytes: 131_072 }, limit: { bytes: 101_376 }, exceeded: { bytes: 29_696 } }],
  ],
  [
    'shared memory without sizes, as in 2023',
    'Execution of replica 0 failed: INTERNAL: Failed to execute XLA Runtime executable: run time error: custom call ' +
      "'xla.gpu.custom_call' failed: Shared memory requested exceeds device resources.; current tracing scope: f.3",
    [{ family: 'F24', status: 'INTERNAL', replica: 0 }],
  ],
  [
    'the driver of NVIDIA, and the runtime after it',
    '[7] 2019-05-29 23:55:55.594693: E external/x/cuda_driver.cc:828] failed to allocate 528.00M (553648128 ' +
      'bytes) from \n' +
      'device: CUDA_ERROR_OUT_OF_MEMORY: out of memory\n' +
      '[7] 2019-05-29 23:55:55.606314: E external/x/picker.cc:525] Resource exhausted: Failed to \n' +
      'allocate request for 528.00MiB (553648128B) on device ordinal 0',
    [
      {
        family: 'F9',
        rank: 7,
        requested: { bytes: 553_648_128, exact: true },
        driverError: 'CUDA_ERROR_OUT_OF_MEMORY',
      },
      { family: 'F8', rank: 7, status: 'RESOURCE_EXHAUSTED', deviceOrdinal: 0 },
    ],
  ],
  [
    'the driver of today, with a status between',
    'E cuda_executor.cc:1001] failed to allocate 21.26GiB (22828940288 bytes) from device: RESOURCE_EXHAUSTED: : ' +
      'CUDA_ERROR_OUT_OF_MEMORY: out of memory',
    [{ family: 'F9', requested: { bytes: 22_828_940_288 } }],
  ],
  [
    'the drivers of AMD, old and new',
    'E x/rocm_driver.cc:601] failed to allocate 7.35G (7889485824 bytes) from device: hipError_t(1002)\n' +
      'E x/rocm_driver.cc:606] failed to allocate 6.61G (7100536832 bytes) from device: HIP_ERROR_OutOfMemory',
    [
      { family: 'F9', driverError: 'hipError_t(1002)' },
      { family: 'F9', driverError: 'HIP_ERROR_OutOfMemory' },
    ],
  ],
  [
    'the platform allocator, retold without its exact bytes',
    'RESOURCE_EXHAUSTED: Failed to allocate request for 5.41GiB on device ordinal 0\n' +
      'RESOURCE_EXHAUSTED: Failed to allocate request for 301989888 bytes.\n' +
      'it died with `RESOURCE_EXHAUSTED: Failed to allocate 19.9 GiB on device ordinal 1`',
    [
      { family: 'F8', requested: { text: '5.41GiB', exact: false }, deviceOrdinal: 0 },
      { family: 'F8', requested: { bytes: 301_989_888, exact: true } },
      { family: 'F8', requested: { text: '19.9GiB', exact: false }, deviceOrdinal: 1 },
    ],
  ],
  [
    'constants of a program',
    'INTERNAL: Failed to allocate 96010512 bytes for new constant',
    [{ family: 'F1', requested: { bytes: 96_010_512, exact: true } }],
  ],
  [
    'the driver without exact bytes',
    'Failed to allocate device memory of 1.00GiB: RESOURCE_EXHAUSTED: : CUDA_ERROR_OUT_OF_MEMORY: out of memory',
    [{ family: 'F9', requested: { text: '1.00GiB' }, driverError: 'CUDA_ERROR_OUT_OF_MEMORY' }],
  ],
  [
    'libraries that ask the driver themselves',
    "NCCL operation ncclCommInitRank(&comm, nranks, id, rank) failed: unhandled cuda error. Last NCCL warning(error) " +
      "log entry (may be unrelated) 'Cuda failure 2 'out of memory''.\n" +
      "node:21:21 [0] include/alloc.h:178 NCCL WARN Cuda failure 'out of memory'\n" +
      'node:21:21 [0] include/alloc.h:185 NCCL WARN Failed to CUDA calloc 6291456 bytes\n' +
      'E cuda_blas.cc:190] failed to create cublas handle: CUBLAS_STATUS_ALLOC_FAILED',
    [
      { family: 'F9', library: 'NCCL' },
      { family: 'F9', library: 'NCCL', requested: { bytes: 6_291_456 } },
      { family: 'F9', library: 'cuBLAS', driverError: 'CUBLAS_STATUS_ALLOC_FAILED' },
    ],
  ],
  [
    'pinned host memory',
    'W x/device_host_allocator.h:65] could not allocate pinned host memory of size: 17179869184',
    [{ family: 'F9', where: 'host', requested: { bytes: 16 * GIB } }],
  ],
  [
    'a kernel that cannot be loaded, in 2021 and today',
    'RuntimeError: Internal: Failed to load in-memory CUBIN: CUDA_ERROR_OUT_OF_MEMORY: out of memory\n\n' +
      'RESOURCE_EXHAUSTED: [2] Failed to load in-memory CUBIN (compiled for a different GPU?).: ' +
      'CUDA_ERROR_OUT_OF_MEMORY',
    [
      { family: 'F10', status: 'INTERNAL' },
      { family: 'F10', status: 'RESOURCE_EXHAUSTED', deviceOrdinal: 2 },
    ],
  ],
  [
    'cudaMallocAsync with its counters and histogram',
    'E1103 18:23:55.103160 3413767 gpu_cudamallocasync_allocator.cc:361] gpu_async_1 cuMemAllocAsync failed ' +
      'to allocate ' +
      '1225195446464 bytes: RESOURCE_EXHAUSTED: : CUDA_ERROR_OUT_OF_MEMORY: out of memory\n' +
      ' Reported by CUDA: Free memory/Total memory: 22635544576/85095874560\n' +
      'E1103 18:23:55.103186 3413767 gpu_cudamallocasync_allocator.cc:366] Stats: Limit:                   0\n' +
      'InUse:                     61982909300\nNumAllocs:                       21841\n' +
      'E1103 18:23:55.103239 3413767 gpu_cudamallocasync_allocator.cc:70] Histogram of current allocation: ' +
      '(a, b), ...;\n' +
      'E1103 18:23:55.103249 3413767 gpu_cudamallocasync_allocator.cc:73] 2, 6\n' +
      'E1103 18:23:55.103253 3413767 gpu_cudamallocasync_allocator.cc:73] 64, 196\n',
    [
      {
        family: 'F11',
        allocator: 'gpu_async_1',
        free: { bytes: 22_635_544_576 },
        total: { bytes: 85_095_874_560 },
        stats: { InUse: { bytes: 61_982_909_300 }, NumAllocs: 21_841 },
        histogram: [
          { size: 2, count: 6 },
          { size: 64, count: 196 },
        ],
      },
    ],
  ],
  [
    'rematerialization with sizes to the byte, and with less than nothing left',
    "W0905 x.cc:1] Can't reduce memory use below 57.03GiB (61237292825 bytes) by rematerialization; only reduced to " +
      '68.32GiB (73361280968 bytes), down from 70.00GiB (75161927680 bytes) originally\n' +
      "W hlo_rematerialization.cc:2] Can't reduce memory use below -3.20GiB by rematerialization; only " +
      'reduced to 1.00GiB',
    [
      { family: 'F22', budget: { bytes: 61_237_292_825, exact: true }, original: { bytes: 70 * GIB } },
      { family: 'F22', budget: { bytes: Math.round(-3.2 * GIB), exact: false, text: '-3.20GiB' } },
    ],
  ],
  [
    'donated buffers',
    'UserWarning: Some donated buffers were not usable: f32[524288,32,32,1]{3,2,1,0}, ShapedArray(bf16[8,128]).\n' +
      'See an explanation at https://example.org/faq',
    [{ family: 'F25', buffers: ['f32[524288,32,32,1]{3,2,1,0}', 'ShapedArray(bf16[8,128])'] }],
  ],
  [
    'a tensor of TensorFlow without its type',
    'W tensorflow/core/framework/op_kernel.cc:1158] Resource exhausted: OOM when allocating tensor with ' +
      'shape[64,64,300]',
    [{ family: 'F13', shape: '[64,64,300]' }],
  ],
];

test.each(WORDINGS)('%s', (_, text, expected) => {
  expect(read(text)).toMatchObject(expected);
});

describe('a size keeps what the text says of it', () => {
  test('an exact count beside a rounded size is the size, in the words of the text', () => {
    const [report] = read(
      'RESOURCE_EXHAUSTED: Failed to allocate request for 176.00MiB (184549376B) on device ordinal 0',
    );
    expect(report).toMatchObject({ requested: { bytes: 184_549_376, exact: true, text: '176.00MiB' } });
  });

  test('a rounded one has its error', () => {
    const [report] = read(
      "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 46.86GiB. [executable_name='jit_f']",
    );
    expect(report).toMatchObject({
      family: 'F2',
      executable: 'jit_f',
      requested: { bytes: Math.round(46.86 * GIB), exact: false, pm: 6_417_286 },
    });
  });
});
