/**
 * Messages of every family for tests, written after the grammar with numbers of our own. Not part of the page.
 */

export interface Sample {
  name: string;
  families: string[];
  verdict: string;
  text: string;
}

const MAP = `${'*'.repeat(58)}x${'_'.repeat(9)}${'*'.repeat(20)}${'_'.repeat(12)}`;
const TSL = '2026-03-14 09:26:53.589793: W external/xla/xla/tsl/framework/bfc_allocator.cc:501] ';
const INFO = '2026-03-14 09:26:53.589793: I external/xla/xla/tsl/framework/bfc_allocator.cc:1046] ';

export const SAMPLES: readonly Sample[] = [
  {
    name: 'BFC warning, map, log line and exception',
    families: ['F3', 'F1', 'F1'],
    verdict: 'pool full',
    text: [
      `${TSL}Allocator (GPU_0_bfc) ran out of memory trying to allocate 3.00GiB (rounded to ` +
        '3221225472)requested by op ',
      `${TSL}${MAP}`,
      'E0314 09:26:53.589900   31415 pjrt_stream_executor_client.cc:2917] Execution of replica 0 failed: ' +
        'RESOURCE_EXHAUSTED: Out of memory while trying to allocate 3221225400 bytes. ' +
        "[tf-allocator-allocation-error='']",
      'jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate ' +
        '3221225400 bytes.',
    ].join('\n'),
  },
  {
    name: 'rematerialization and the arena of a program of 2026',
    families: ['F22', 'F2'],
    verdict: 'temp arena',
    text: [
      "W0314 09:26:53.589900   31415 hlo_rematerialization.cc:3231] Can't reduce memory use below 57.03GiB " +
        '(61237292825 bytes) by rematerialization; only reduced to 68.32GiB (73361280968 bytes), down from ' +
        '68.32GiB (73361280968 bytes) originally',
      'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 46.86GiB. ' +
        "[executable_name='jit_train_step'] [tf-allocator-allocation-error='']",
    ].join('\n'),
  },
  {
    name: 'BFC warning of 2026 with its dump',
    families: ['F3b', 'F5'],
    verdict: 'fragmented',
    text: [
      `${TSL}Allocator (GPU_1_bfc) ran out of memory trying to allocate 1.50GiB (rounded to 1610612736) from ` +
        'the lower end requested by op ',
      'If this is caused by memory fragmentation, the environment variable ' +
        "'TF_GPU_ALLOCATOR=cuda_malloc_async' may improve the situation.",
      'Current allocation summary follows.',
      `${INFO}BFCAllocator dump for GPU_1_bfc`,
      `${INFO}Bin (256): \tTotal Chunks: 85, Chunks in use: 84. 21.2KiB allocated for chunks. 21.0KiB in use ` +
        'in bin. 2.7KiB client-requested in use in bin.',
      `${INFO}Bin (268435456): \tTotal Chunks: 12, Chunks in use: 9. 14.17GiB allocated for chunks. 12.17GiB ` +
        'in use in bin. 12.17GiB client-requested in use in bin.',
      `${INFO}Bin for 1.50GiB was 256.00MiB, Chunk State: `,
      `${INFO}Next region of size 17179869184`,
      `${INFO}InUse at 7f2e72000000 of size 1342177280 tag lower allocation_annotation step{id=7} / jit(f) next 1`,
      `${INFO}Free  at 7f2ec2000000 of size 1073741824 tag lower next 18446744073709551615`,
      `${INFO}     Summary of in-use Chunks by size: `,
      `${INFO}9 Chunks of size 1342177280 totalling 11.25GiB`,
      `${INFO}Sum Total of in-use chunks: 12.17GiB`,
      `${INFO}Allocator memory summary: rounded request 1.50GiB, total free in pool 3.83GiB, largest free ` +
        'chunk usable by lower end 1.00GiB, unallocated bytes 0B, pool size 16.00GiB, pool limit 16.00GiB',
      `${INFO}Allocator region growth hint: next region allocation target 16.00GiB (growth disabled; ` +
        'fixed-size pool; not an attempted allocation).',
      `${INFO}Stats: `,
      'Limit:                      16.00GiB',
      'InUse:                      12.17GiB',
      'MaxInUse:                   14.02GiB',
      'NumAllocs:                     98765',
      'MaxAllocSize:                2.50GiB',
      'Reserved:                         0B',
      'PeakReserved:                     0B',
      'LargestFreeBlock:            1.00GiB',
    ].join('\n'),
  },
  {
    name: 'buffer assignment',
    families: ['F1', 'F7'],
    verdict: 'temp arena',
    text: [
      'XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 12884901888 bytes.',
      'BufferAssignment OOM Debugging.',
      'BufferAssignment stats:',
      '             parameter allocation:    6.50GiB',
      '              constant allocation:        40B',
      '        maybe_live_out allocation:    6.25GiB',
      '     preallocated temp allocation:   12.00GiB',
      '  preallocated temp fragmentation:       124B (0.00%)',
      '                 total allocation:   18.50GiB',
      '              total fragmentation:  384.0KiB (0.02%)',
      'Peak buffers:',
      '\tBuffer 1:',
      '\t\tSize: 4.50GiB',
      '\t\tOperator: ' +
        'op_name="jit(step)/jit(main)/transpose(jvp(Model))/dense/dot_general[dimension_numbers=(((1,), (0,)), ' +
        '((), ())) precision=None preferred_element_type=float32]" source_file="/home/user/train.py" ' +
        'source_line=62',
      '\t\tXLA Label: custom-call',
      '\t\tShape: f32[18,2,2048,16384]',
      '\t\t==========================',
      '',
      '\tBuffer 2:',
      '\t\tSize: 1004.50MiB',
      '\t\tEntry Parameter Subshape: f16[2048,257152]',
      '\t\t==========================',
      '',
    ].join('\n'),
  },
  {
    name: 'HBM at compile time',
    families: ['F14'],
    verdict: 'temp arena',
    text: [
      'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: XLA:TPU compile permanent ' +
        'error. Ran out of memory in memory space hbm. Used 63.80G of 30.75G hbm. Exceeded hbm capacity by ' +
        '33.05G.',
      '',
      'Total hbm usage >= 65.05G:',
      '    reserved          1.25G ',
      '    program          63.80G ',
      '    arguments            0B ',
      '',
      'Output size 0B; shares 0B with arguments.',
      '',
      'Program hbm requirement 63.80G:',
      '    global            1.14M',
      '    scoped            4.56M',
      '    HLO temp         63.79G (100.0% utilization: Unpadded (63.58G) Padded (63.58G), 0.3% ' +
        'fragmentation (210.89M))',
      '',
      '  Largest program allocations in hbm:',
      '',
      '  1. Size: 4.00G',
      '     Operator: op_name="jit(step)/jit(main)/attention/...qhd,...khd->...hqk/dot_general" ' +
        'source_file="/home/user/model.py" source_line=1059',
      '     Shape: f32[32,4096,4096]{1,2,0:T(8,128)}',
      '     Unpadded size: 2.00G',
      '     Extra memory due to padding: 2.00G (2.0x expansion)',
      '     XLA label: fusion.1265.remat3 = fusion(custom-call.224, custom-call.241), kind=kOutput, ' +
        'calls=fused_computation.957',
      '     Allocation type: HLO temp',
      '     ==========================',
      '',
      '  2. Size: 512.00M',
      '     Shape: bf16[4,8192,8192]{2,1,0:T(8,128)(2,1)}',
      '     Unpadded size: 512.00M',
      '     XLA label: copy.7 = copy(param.3)',
      '     Allocation type: HLO temp',
      '     ==========================',
      '',
      'See https://openxla.org/xla/errors/error_1000 for more details.',
    ].join('\n'),
  },
  {
    name: 'a kernel in VMEM',
    families: ['F17'],
    verdict: 'on-chip memory',
    text: [
      'RuntimeError: Bad StatusOr access: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of ' +
        'memory in memory space vmem. Used 48.50M of 32.00M vmem. Exceeded vmem capacity by 16.50M.',
      '',
      'Program vmem requirement 48.50M:',
      '    scoped           48.50M',
      '',
      '  Largest program allocations in vmem:',
      '',
      ...[1, 2].flatMap((n) => [
        `  ${n}. Size: 24.00M`,
        '     Shape: u8[25165824]{0}',
        '     Unpadded size: 24.00M',
        '     XLA label: kernel.3 = custom-call(get-tuple-element.5), custom_call_target="tpu_custom_call", ' +
          'operand_layout_constraints={bf16[3072,4096]{1,0}}',
        '     Allocation type: scoped',
        '     ==========================',
        '',
      ]),
      '  3. Size: 512.0K',
      '     XLA label: register allocator spill slots call depth 2',
      '     Allocation type: scoped',
      '     ==========================',
    ].join('\n'),
  },
  {
    name: 'scoped VMEM',
    families: ['F18'],
    verdict: 'on-chip memory',
    text:
      'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: E1001: CompileTimeScopedVmemOom: Ran out of memory in ' +
      'memory space vmem while allocating on stack for %gmm.1 = f32[8192,4096]{1,0:T(8,128)} custom-call(%p0, ' +
      '%p1), custom_call_target="tpu_custom_call". Scoped allocation with size 36.25M and limit 32.00M ' +
      'exceeded scoped vmem limit by 4.25M.',
  },
  {
    name: 'a Mosaic allocation',
    families: ['F19'],
    verdict: 'on-chip memory',
    text:
      'RESOURCE_EXHAUSTED: Allocation (size=117440512) would exceed memory (size=67108864) :: #allocation25 ' +
      "[shape = 'u8[117440512]{0}', space=vmem, scoped, size = 0x7000000, tag = 'input window allocation for " +
      'operator input 2. The window shape is bf16[1,7168,4096], while the full shape is bf16[64,7168,4096]. ' +
      "This allocation has 2 buffering levels.'] :: kernel.2",
  },
  {
    name: 'a fragmented TPU',
    families: ['F20'],
    verdict: 'fragmented',
    text:
      'ValueError: RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate 31.06M. That was ' +
      'not possible. There are 58.64M free. The largest contiguous region of free memory is 30.56M due to ' +
      'fragmentation.; (0x1x0_HBM0)',
  },
  {
    name: 'a program that cannot be loaded',
    families: ['F21'],
    verdict: 'program load',
    text:
      "XlaRuntimeError: RESOURCE_EXHAUSTED: Error loading program 'jit_step': Attempting to reserve 29.49G at " +
      'the bottom of memory. That was not possible. There are 147.64M free, 0B reserved, and 147.64M ' +
      'reservable.',
  },
  {
    name: 'the driver and the platform allocator',
    families: ['F9', 'F8'],
    verdict: 'driver',
    text: [
      '2026-03-14 09:26:53.589793: E external/xla/xla/stream_executor/cuda/cuda_driver.cc:828] failed to ' +
        'allocate 528.00M (553648128 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY: out of memory',
      'RESOURCE_EXHAUSTED: Failed to allocate request for 528.00MiB (553648128B) on device ordinal 3',
    ].join('\n'),
  },
  {
    name: 'code that cannot be loaded',
    families: ['F10'],
    verdict: 'driver',
    text:
      'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: [0] Failed to load in-memory CUBIN (compiled for a ' +
      "different GPU?).: CUDA_ERROR_OUT_OF_MEMORY: out of memory [executable_name='jit_advance']",
  },
  {
    name: 'cudaMallocAsync',
    families: ['F11'],
    verdict: 'pool full',
    text: [
      '2026-03-14 09:26:53.589793: E ' +
        'external/xla/xla/stream_executor/gpu/gpu_cudamallocasync_allocator.cc:310] gpu_async_0 ' +
        'cuMemAllocAsync failed to allocate 1288490188800 bytes: CUDA error: out of memory ' +
        '(CUDA_ERROR_OUT_OF_MEMORY)',
      ' Reported by CUDA: Free memory/Total memory: 21474836480/85899345920',
      '2026-03-14 09:26:53.589793: E ' +
        'external/xla/xla/stream_executor/gpu/gpu_cudamallocasync_allocator.cc:315] Stats: Limit:              ' +
        '       64424509440',
      'InUse:                     59055800320',
      'MaxInUse:                  59055800320',
      'NumAllocs:                       12345',
      'MaxAllocSize:               4294967296',
    ].join('\n'),
  },
  {
    name: 'the host',
    families: ['F12'],
    verdict: 'host',
    text: 'jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory allocating 4000000000000 bytes.',
  },
  {
    name: 'a tensor',
    families: ['F13'],
    verdict: 'pool full',
    text:
      'tensorflow.python.framework.errors_impl.ResourceExhaustedError: OOM when allocating tensor with ' +
      'shape[64,256,256,32] and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator ' +
      'GPU_0_bfc',
  },
  {
    name: 'temporaries, short',
    families: ['F15'],
    verdict: 'temp arena',
    text:
      'jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory required for ' +
      'HLO temporaries (32.55G) exceeds available HBM (31.25G).',
  },
  {
    name: 'TensorCore and SparseCore',
    families: ['F16'],
    verdict: 'pool full',
    text:
      'RESOURCE_EXHAUSTED: TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding available ' +
      'bytes: 95.74G',
  },
  {
    name: 'shared memory of a GPU',
    families: ['F24'],
    verdict: 'on-chip memory',
    text: 'XlaRuntimeError: RESOURCE_EXHAUSTED: Shared memory size limit exceeded: requested 131072, available: 101376',
  },
  {
    name: 'warnings that are no failures',
    families: ['F4', 'F25'],
    verdict: 'not fatal',
    text: [
      `${TSL}Allocator (GPU_0_bfc) ran out of memory trying to allocate 3.37GiB with freed_by_count=0. The ` +
        'caller indicates that this is not a failure, but this may mean that there could be performance gains ' +
        'if more memory were available.',
      'UserWarning: Some donated buffers were not usable: ShapedArray(float32[185,16,16,3]), f32[524288,32]{1,0}',
    ].join('\n'),
  },
  {
    name: 'PyTorch beside another process',
    families: ['TORCH'],
    verdict: 'driver',
    text:
      'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.00 GiB. GPU 0 has a total capacity of ' +
      '39.50 GiB of which 1.25 GiB is free. Process 4711 has 30.00 GiB memory in use. Including non-PyTorch memory, ' +
      'this process has 8.25 GiB memory in use. Of the allocated memory 7.50 GiB is allocated by PyTorch, and ' +
      '256.00 MiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting ' +
      'PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.',
  },
  {
    name: 'PyTorch before 2.1',
    families: ['TORCH'],
    verdict: 'pool full',
    text:
      'RuntimeError: CUDA out of memory. Tried to allocate 1.50 GiB (GPU 1; 15.78 GiB total capacity; 14.00 GiB ' +
      'already allocated; 1012.44 MiB free; 14.20 GiB reserved in total by PyTorch)',
  },
  {
    name: 'arguments beyond the limit',
    families: ['F23', 'F1'],
    verdict: 'arguments',
    text: [
      'The byte size of input/output arguments (1374526449600) exceeds the base limit (25554419712). This ' +
        'indicates an error in the calculation!',
      'ValueError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1374521760000 bytes.',
    ].join('\n'),
  },
];
