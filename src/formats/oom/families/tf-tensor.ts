/** F13: TensorFlow could not allocate a tensor. Source: tensorflow/core/framework/op_kernel.cc. */

import { elementBits, shapeBytes } from '../../../model/shape-text.ts';
import type { TensorReport } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { headFields, readHead } from '../head.ts';
import { groupsOf, pattern, present } from '../pattern.ts';
import { exactSize } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

/** `OOM when allocating tensor with shape[64,256,256] and type float on /job:…/device:GPU:0 by allocator GPU_0_bfc`. */
const TENSOR = pattern(
  'OOM when allocating tensor (?:with|of) shape~\\[(?<dims>[\\d,\\s]{0,200})\\](?: and type ' +
    '(?<type>\\w{2,20}))?(?: on (?<device>/\\S{1,200}))?(?: by allocator (?<allocator>[\\w-]{1,60}))?',
  'gi',
);
/** TensorFlow's C++ names. */
const TYPES = new Map([
  ['float', 'f32'],
  ['double', 'f64'],
  ['half', 'f16'],
  ['int', 's32'],
]);

function find(text: RepairedText): Found[] {
  const found: Found[] = [];
  for (const match of text.text.matchAll(TENSOR)) {
    const { dims = '', type, device, allocator } = groupsOf(match);
    const dimensions = dims.match(/\d+/g)?.map(Number) ?? [];
    const element = TYPES.get(type ?? '') ?? type ?? '';
    const bytes = elementBits(element) === null ? null : shapeBytes({ type: element, dimensions });
    const head = readHead(text, match.index);
    const report: TensorReport = {
      ...headFields(text, head),
      family: 'F13',
      shape: `[${dimensions.join(',')}]`,
      ...present({ dtype: type, device, allocator, requested: bytes === null ? undefined : exactSize(bytes) }),
    };
    found.push({ start: head.start, end: match.index + match[0].length, report });
  }
  return found;
}

export const TF_TENSOR: Family = { name: 'TensorFlow tensors (F13)', find };
