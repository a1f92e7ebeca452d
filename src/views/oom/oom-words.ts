/** Headings of verdicts and kinds of message. */

import type { Confidence, Incident, Verdict } from '../../model/oom-incident.ts';
import type { OomFamily, OomReport, StatedSize } from '../../model/oom.ts';
import { statedSizeBoth } from '../../model/stated-size.ts';

export const VERDICT_TITLES: Record<Verdict, string> = {
  'pool full': 'The pool is full',
  fragmented: 'There is room, but not in one piece',
  'temp arena': 'One program needs too much temporary memory',
  'program load': 'A program did not fit when it was loaded',
  arguments: 'The arguments alone fill the device',
  'on-chip memory': 'Too much for the memory on the chip',
  driver: 'The driver had no memory outside the pool',
  host: 'The host ran out of memory',
  'not fatal': 'A warning, not a failure',
  unknown: 'The text does not say why',
};

export const CONFIDENCE_WORDS: Record<Confidence, string> = {
  high: '',
  medium: 'likely, but the text does not prove it',
  low: 'the best guess from little text',
};

const FAMILY_WORDS: Record<OomFamily, string> = {
  F1: 'GPU runtime, exact size',
  F2: 'GPU runtime, rounded size',
  F3: 'BFC allocator',
  F3b: 'BFC allocator, pool filled from both ends',
  F4: 'BFC allocator, no failure by itself',
  F5: 'dump of a BFC allocator',
  F7: 'buffer assignment of the program',
  F8: 'platform allocator',
  F9: 'driver',
  F10: 'driver, loading a kernel',
  F11: 'cudaMallocAsync pool',
  F12: 'CPU allocator',
  F13: 'a TensorFlow tensor',
  F14: 'TPU compiler, HBM',
  F15: 'TPU compiler, temporaries in HBM',
  F16: 'TPU compiler, TensorCore and SparseCore',
  F17: 'TPU compiler, memory on the chip',
  F18: 'TPU compiler, scoped memory of a kernel',
  F19: 'Mosaic kernel compiler',
  F20: 'TPU runtime, a buffer',
  F21: 'TPU runtime, a program',
  F22: 'rematerialization',
  F23: 'compiler, arguments against the limit',
  F24: 'shared memory of a GPU kernel',
  F25: 'donated buffers that were not used',
  TORCH: 'PyTorch',
};

/** `BFC allocator GPU_0_bfc`, `TPU compiler, HBM (E1000 CompileTimeHbmOom)`. */
export function kindOfReport(report: OomReport): string {
  const allocator = 'allocator' in report && report.allocator !== undefined ? ` ${report.allocator}` : '';
  const code = [report.errorCode, report.errorName].filter((part) => part !== undefined).join(' ');
  return `${FAMILY_WORDS[report.family]}${allocator}${code === '' ? '' : ` (${code})`}`;
}

/** What the message says first: its sizes, in words. */
export function sizesOfReport(report: OomReport): string {
  const parts: string[] = [];
  const add = (word: string, size: StatedSize | undefined): void => {
    if (size !== undefined) parts.push(`${word} ${statedSizeBoth(size)}`);
  };
  if ('requested' in report) add('requested', report.requested);
  if ('used' in report) add('used', report.used);
  if ('capacity' in report) add('of', report.capacity);
  if ('limit' in report) add('limit', report.limit);
  if ('exceeded' in report) add('over by', report.exceeded);
  if ('free' in report) add('free', report.free);
  if (report.family === 'F7') add('total', report.stats?.total);
  if (report.family === 'F22') {
    add('budget', report.budget);
    add('reached', report.reached);
  }
  if (report.family === 'F23') add('arguments', report.arguments);
  if (report.family === 'F25') parts.push(report.buffers.join(', '));
  return parts.join(', ');
}

/** `RESOURCE_EXHAUSTED, jit_train_step`: whatever else names the message. */
export function namesOfReport(report: OomReport): string {
  const rank = report.rank === undefined ? undefined : `rank ${report.rank}`;
  const repeated = report.sameAs === undefined ? undefined : `the same as message ${report.sameAs}`;
  const quoted = report.inProse === true ? 'quoted in a sentence' : undefined;
  return [report.exception, report.status, report.executable, rank, repeated, quoted]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** Whether the run died of it, as a few words. */
export function outcomeOf({ fatal }: Incident): string {
  if (fatal === null) return 'the text does not show whether it went on';
  return fatal ? 'fatal' : 'not fatal';
}
