/** All families. A new one is a file under families/ and a row here. */

import { BFC } from './families/bfc.ts';
import { BFC_DUMP } from './families/bfc-dump.ts';
import { BUFFER_ASSIGNMENT } from './families/buffer-assignment.ts';
import { COMPILE_WARNINGS } from './families/compile-warnings.ts';
import { CUDA_ASYNC } from './families/cuda-async.ts';
import { DRIVER } from './families/driver.ts';
import { GPU_REQUEST } from './families/gpu-request.ts';
import { SCOPED } from './families/scoped.ts';
import { TF_TENSOR } from './families/tf-tensor.ts';
import { TORCH } from './families/torch.ts';
import { TPU_COMPILE } from './families/tpu-compile.ts';
import { TPU_RUNTIME } from './families/tpu-runtime.ts';
import type { Family } from './family.ts';

export const FAMILIES: readonly Family[] = [
  BFC,
  BFC_DUMP,
  GPU_REQUEST,
  BUFFER_ASSIGNMENT,
  DRIVER,
  CUDA_ASYNC,
  TF_TENSOR,
  TPU_COMPILE,
  SCOPED,
  TPU_RUNTIME,
  COMPILE_WARNINGS,
  TORCH,
];
