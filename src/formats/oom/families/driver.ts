/**
 * F9, F10: the driver refused memory outside of the pool, or could not load a compiled kernel.
 * Sources: xla/stream_executor/cuda/cuda_executor.cc and cuda_driver.cc, rocm/rocm_driver.cc, tsl
 * device_host_allocator.h; nccl src/include/alloc.h.
 */

import type { DriverReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead, readTrailer } from '../head.ts';
import { groupsOf, numberOf, pattern, present } from '../pattern.ts';
import { exactFromDigits, exactSize, INT, SIZE, sizeOf } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

/** `CUDA_ERROR_OUT_OF_MEMORY`, `HIP_ERROR_OutOfMemory`, `hipErrorOutOfMemory`, `hipError_t(1002)` of old ROCm. */
const ERROR = '(?<error>(?:CUDA|HIP)_?[A-Za-z_]{3,60}(?:\\(\\d{1,6}\\))?)';

/** `failed to allocate 528.00M (553648128 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY: out of memory`. */
const DEVICE = pattern(
  `failed to allocate (?<size>${SIZE}) \\(~(?<int>${INT}) bytes~\\) from device:~(?:\\S{0,40}:~){0,2}${ERROR}`,
  'gi',
);
/** `Failed to allocate device memory of 1.00GiB: RESOURCE_EXHAUSTED: : CUDA_ERROR_OUT_OF_MEMORY`, without exact bytes. */
const DEVICE_MEMORY = pattern(
  `failed to allocate device memory of (?:(?<size>${SIZE})|(?<int>${INT})(?: bytes)?):~(?:\\S{0,40}:~){0,2}${ERROR}`,
  'gi',
);
/** `failed to alloc 17179869184 bytes on host: CUDA_ERROR_OUT_OF_MEMORY: out of memory`. */
const HOST = pattern(
  `failed to alloc(?:ate)? (?<int>${INT}) bytes (?:on|of) (?:unified )?(?<where>host|device)(?: ` +
    `memory)?(?::~(?:\\S{0,40}:~){0,2}${ERROR})?`,
  'gi',
);
const PINNED = pattern(`could not allocate pinned host memory of size:~(?:(?<size>${SIZE})|(?<int>${INT}))`, 'gi');
/** The very first call, when another process holds the device. */
const CONTEXT = pattern(
  `failed call to cuDevicePrimaryCtxRetain:~${ERROR}(?::~out of memory)?(?:; total memory reported:~(?<int>${INT}))?`,
  'gi',
);
/** `[0] Failed to load in-memory CUBIN (compiled for a different GPU?).: CUDA_ERROR_OUT_OF_MEMORY: out of memory`. */
const MODULE = pattern(
  '(?:\\[(?<device>\\d+)\\]~)?Failed to load (?:in-memory CUBIN|PTX|HSACO|module|in-memory ' +
    `module)[^\\[\\]]{0,200}?${ERROR}(?::~out of memory)?`,
  'gi',
);

/** `NCCL … Cuda failure 2 'out of memory'`: NCCL allocates its own buffers when a communicator begins. */
const NCCL = pattern(
  "Cuda failure~(?:\\d{1,4}~)?[\"'\u2018]~(?<error>out of memory)~[\"'\u2019]" +
    `(?:[^\\n]{0,20}\\n[^\\n]{0,120}Failed to CUDA (?:c|m)alloc(?: async)? (?<int>${INT}) bytes)?`,
  'gi',
);
/** `failed to create cublas handle: CUBLAS_STATUS_ALLOC_FAILED`: the handle of a library needs memory of the device. */
const LIBRARY = pattern('\\b(?<library>CUBLAS|CUDNN|CUSOLVER|CUSPARSE|CUFFT)_(?:STATUS_)?ALLOC_FAILED\\b', 'g');
const LIBRARY_NAMES: Record<string, string> = {
  CUBLAS: 'cuBLAS',
  CUDNN: 'cuDNN',
  CUSOLVER: 'cuSOLVER',
  CUSPARSE: 'cuSPARSE',
  CUFFT: 'cuFFT',
};

/** Other errors of the driver are no lack of memory. */
function isOutOfMemory(error: string | undefined): boolean {
  return error === undefined || /out_?of_?memory|memory_?allocation|\((?:2|1002)\)/i.test(error);
}

function find(text: RepairedText): Found[] {
  const found: Found[] = [];
  const add = (match: RegExpExecArray, fields: Omit<DriverReport, 'n' | 'line'>): void => {
    const head = readHead(text, match.index);
    const end = match.index + match[0].length;
    found.push({
      start: head.start,
      end,
      report: { ...headFields(text, head), ...readTrailer(text, end), ...fields },
    });
  };
  for (const match of text.text.matchAll(DEVICE)) {
    const { int = '', size, error } = groupsOf(match);
    if (!isOutOfMemory(error)) continue;
    add(match, {
      family: 'F9',
      requested: exactFromDigits(int, size),
      ...present({ driverError: error }),
      where: 'device',
    });
  }
  for (const match of text.text.matchAll(DEVICE_MEMORY)) {
    const { int, size, error } = groupsOf(match);
    if (!isOutOfMemory(error)) continue;
    const requested = int === undefined ? sizeOf(size) : exactFromDigits(int);
    add(match, { family: 'F9', ...present({ requested, driverError: error }), where: 'device' });
  }
  for (const match of text.text.matchAll(NCCL)) {
    const { int } = groupsOf(match);
    const requested = int === undefined ? undefined : exactFromDigits(int);
    add(match, { family: 'F9', ...present({ requested }), library: 'NCCL', where: 'device' });
  }
  for (const match of text.text.matchAll(LIBRARY)) {
    const { library = '' } = groupsOf(match);
    add(match, { family: 'F9', driverError: match[0], ...present({ library: LIBRARY_NAMES[library] }), where: 'device' });
  }
  for (const match of text.text.matchAll(HOST)) {
    const { int = '', where, error } = groupsOf(match);
    if (!isOutOfMemory(error)) continue;
    const place = where?.toLowerCase() === 'device' ? 'device' : 'host';
    add(match, { family: 'F9', requested: exactFromDigits(int), ...present({ driverError: error }), where: place });
  }
  for (const match of text.text.matchAll(PINNED)) {
    const { int, size } = groupsOf(match);
    const requested = int === undefined ? sizeOf(size) : exactFromDigits(int);
    add(match, { family: 'F9', ...present({ requested }), where: 'host' });
  }
  for (const match of text.text.matchAll(CONTEXT)) {
    const { int, error } = groupsOf(match);
    if (!isOutOfMemory(error)) continue;
    const total = int === undefined ? undefined : exactSize(Number(int));
    add(match, { family: 'F9', ...present({ driverError: error, total }), where: 'device' });
  }
  for (const match of text.text.matchAll(MODULE)) {
    const { device, error } = groupsOf(match);
    if (!isOutOfMemory(error)) continue;
    add(match, { family: 'F10', ...present({ driverError: error, deviceOrdinal: numberOf(device) }) });
  }
  return found;
}

export const DRIVER: Family = { name: 'driver (F9, F10)', find };
