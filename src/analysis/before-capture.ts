/**
 * Names the memory from before the capture by a dump that was taken right before it.
 *
 * A trace says how much was in use when it began, and not what. A dump says what each buffer is, and knows nothing of
 * allocators. Where both add up to the same number of bytes, they speak of the same memory; where not, something was
 * allocated or freed between them (or lies in the pool without being a buffer), and the trace's bytes stay nameless.
 */

import type { BeforeCapture, BeforeCaptureSite, BeforeCaptureTrees } from '../model/before-capture.ts';
import { formatBytesBoth, formatQuantity } from '../model/format.ts';
import type { Allocator } from '../model/profile.ts';
import { NODE_NO_FRAME, type Snapshot } from '../model/snapshot.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { Bytes } from '../model/units.ts';
import { snapshotTrees } from './compare/digest-of-snapshot.ts';
import { isJaxDump } from './snapshot-facts.ts';
import { functionOrigins, keptFunctions, sumByInnermost, topOf } from './snapshot-tops.ts';
import { sumByStack } from './stack-sums.ts';

const MOST_SITES = 20;
const COUNT = 0;
const SPACE = 1;

/**
 * What allocators round a request up to. The BFC allocator's 256 bytes are known (bfc_allocator.h,
 * kMinAllocationSize); of TPUs nothing is stated, so whatever adds up exactly is taken for true.
 */
const UNITS: Partial<Record<Allocator['kind'], readonly Bytes[]>> = { device: [256], tpu: [1, 512, 1024] };

export interface NamedBefore {
  match: BeforeCapture;
  /** Null where the totals do not agree. */
  trees: BeforeCaptureTrees | null;
}

/**
 * The dump that agrees, or else the last one that knows the device. Null where no dump does, or where nothing was in
 * use before.
 */
export function nameBeforeCapture(
  { allocator, inUseBefore }: Pick<AllocatorSummary, 'allocator' | 'inUseBefore'>,
  dumps: readonly { name: string; snapshot: Snapshot }[],
): NamedBefore | null {
  let last: NamedBefore | null = null;
  if (inUseBefore <= 0) return null;
  for (const { name, snapshot } of dumps) {
    for (const unit of UNITS[allocator.kind] ?? []) {
      const named = matched(name, snapshot, allocator, inUseBefore, unit);
      if (named === null) break;
      if (named.match.agrees) return named;
      if (unit === UNITS[allocator.kind]?.[0]) last = named;
    }
  }
  return last;
}

function matched(
  name: string,
  snapshot: Snapshot,
  allocator: Allocator,
  inUseBefore: Bytes,
  unit: Bytes,
): NamedBefore | null {
  if (!isJaxDump(snapshot)) return null;
  const chosen = buffersOn(snapshot, ordinalOf(allocator.id));
  if (chosen === null) return null;
  const { mask, device } = chosen;
  const values = roundedUp(snapshot, unit);
  let buffers = 0;
  let bytes = 0;
  for (let sample = 0; sample < snapshot.samples.length; sample++) {
    if (mask[sample] === 0) continue;
    buffers += values[2 * sample + COUNT];
    bytes += values[2 * sample + SPACE];
  }
  const agrees = bytes === inUseBefore;
  const sentence = sentenceOf({ name, device, buffers, bytes, inUseBefore, unit });
  const { sites, unlisted } = sitesOf(snapshot, values, mask, bytes);
  return {
    match: { dump: name, device, buffers, bytes, inUseBefore, agrees, sentence, sites, unlisted },
    trees: agrees ? snapshotTrees(snapshot, values, SPACE, mask) : null,
  };
}

/** JAX writes one sample for the buffers of one size that one stack made, so that bytes ÷ count is the size of each. */
function roundedUp({ samples }: Snapshot, unit: Bytes): Float64Array {
  const values = samples.values.slice();
  for (let sample = 0; sample < samples.length; sample++) {
    const count = values[2 * sample + COUNT];
    if (count > 0) values[2 * sample + SPACE] = count * Math.ceil(values[2 * sample + SPACE] / count / unit) * unit;
  }
  return values;
}

/**
 * 1 for each sample of buffers on a device. Devices are texts (`cuda:0`, `TPU_0(process=0,…)`), or numbers in dumps
 * of 2021, in which 0 is left out by the encoding. Null where the dump has no buffer there.
 */
function buffersOn(snapshot: Snapshot, ordinal: number): { mask: Uint8Array; device: string } | null {
  const { samples, labels, strings } = snapshot;
  const mask = new Uint8Array(samples.length);
  let device: string | null = null;
  for (let sample = 0; sample < samples.length; sample++) {
    let isBuffer = false;
    let own: string | null = null;
    for (let at = samples.labelStart[sample]; at < samples.labelStart[sample + 1]; at++) {
      const label = samples.label[at];
      const text = labels.text[label] < 0 ? String(labels.numberLow[label]) : strings[labels.text[label]];
      if (strings[labels.key[label]] === 'kind') isBuffer = text === 'buffer';
      if (strings[labels.key[label]] === 'device') own = text;
    }
    if (!isBuffer || own === null || ordinalOf(own) !== ordinal) continue;
    mask[sample] = 1;
    device = own;
  }
  return device === null ? null : { mask, device };
}

/** The first number of a device's or an allocator's name. */
function ordinalOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

function sitesOf(
  snapshot: Snapshot,
  values: Float64Array,
  mask: Uint8Array,
  total: Bytes,
): Pick<BeforeCapture, 'sites' | 'unlisted'> {
  const { functions, strings } = snapshot;
  const kept = keptFunctions(functionOrigins(snapshot), 'user');
  const { rows } = topOf(snapshot, sumByInnermost(snapshot, sumByStack(snapshot, values, mask), kept), Infinity);
  const sites = rows
    .map((row): BeforeCaptureSite => {
      const isKnown = row.function !== NODE_NO_FRAME;
      const bytes = row.values[SPACE];
      return {
        function: isKnown ? strings[functions.name[row.function]] : null,
        file: isKnown ? strings[functions.file[row.function]] : '',
        bytes,
        share: total === 0 ? 0 : bytes / total,
      };
    })
    .sort((a, b) => b.bytes - a.bytes);
  const rest = sites.slice(MOST_SITES);
  return {
    sites: sites.slice(0, MOST_SITES),
    unlisted: { sites: rest.length, bytes: rest.reduce((sum, { bytes }) => sum + bytes, 0) },
  };
}

function sentenceOf({
  name,
  device,
  buffers,
  bytes,
  inUseBefore,
  unit,
}: Pick<BeforeCapture, 'device' | 'buffers' | 'bytes' | 'inUseBefore'> & { name: string; unit: Bytes }): string {
  const rounded = unit === 1 ? '' : `, each rounded up to ${unit} bytes,`;
  const held = `${formatQuantity(buffers, 'buffer')} on ${device}${rounded}`;
  if (bytes === inUseBefore) {
    return `${name} names what was there before the capture: its ${held} add up to exactly ${formatBytesBoth(bytes)}.`;
  }
  const difference = Math.abs(inUseBefore - bytes);
  return (
    `${name} does not name what was there before the capture: its ${held} add up to ${formatBytesBoth(bytes)}, but ` +
    `${formatBytesBoth(inUseBefore)} were in use, ${formatBytesBoth(difference)} ` +
    `${inUseBefore > bytes ? 'more' : 'less'}. Take the dump right before the trace starts. Memory that is no buffer, ` +
    "such as a library's workspace, is in the allocator and in no dump."
  );
}
