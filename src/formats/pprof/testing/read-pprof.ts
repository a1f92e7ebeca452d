import { RefusalError } from '../../../model/problems.ts';
import type { Snapshot } from '../../../model/snapshot.ts';
import { PprofReader } from '../reader.ts';

/** Reads a whole file in chunks of a size. */
export function readPprof(bytes: Uint8Array, chunk = 7): Snapshot {
  const reader = new PprofReader('memory.prof');
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.slice(at, at + chunk));
  const outcome = reader.end();
  if (outcome.kind !== 'snapshot') throw new Error(`not a snapshot but a ${outcome.kind}`);
  return outcome.snapshot;
}

/** The snapshot, or why the bytes are none. Any other error is a fault of the reader and goes on. */
export function readOrRefuse(bytes: Uint8Array, chunk = 1 << 16): Snapshot | RefusalError {
  try {
    return readPprof(bytes, chunk);
  } catch (error) {
    if (error instanceof RefusalError) return error;
    throw error;
  }
}

/** The stack of a sample, outermost first, as `fixtures/pprof-writer.ts` takes it. */
export function stackText(snapshot: Snapshot, sample: number): string[] {
  const { samples, stacks, frames, functions, strings } = snapshot;
  const texts: string[] = [];
  for (let row = samples.stack[sample]; row >= 0; row = stacks.parent[row]) {
    const frame = stacks.frame[row];
    const file = strings[functions.file[frames.function[frame]]];
    const line = frames.line[frame] === 0 ? '' : `:${frames.line[frame]}`;
    texts.unshift(`${strings[functions.name[frames.function[frame]]]}${file === '' ? '' : ` ${file}`}${line}`);
  }
  return texts;
}

/** `key=value` of each label of a sample. */
export function labelText({ samples, labels, strings }: Snapshot, sample: number): string[] {
  return Array.from(samples.label.subarray(samples.labelStart[sample], samples.labelStart[sample + 1]), (label) => {
    const number = ((BigInt(labels.numberHigh[label]) << 32n) | BigInt(labels.numberLow[label])).toString();
    const unit = labels.unit[label] === 0 ? '' : ` ${strings[labels.unit[label]]}`;
    return `${strings[labels.key[label]]}=${labels.text[label] < 0 ? number + unit : strings[labels.text[label]]}`;
  });
}

/** The values of a sample. */
export function valuesOf({ samples, sampleTypes }: Snapshot, sample: number): number[] {
  const types = sampleTypes.length;
  return Array.from(samples.values.subarray(sample * types, (sample + 1) * types));
}
