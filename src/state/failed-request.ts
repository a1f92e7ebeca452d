/** The request that failed, by an error text that lies beside the profile, against the allocator that is shown. */

import { gravestFirst } from '../model/incident-headline.ts';
import type { Incident, Verdict } from '../model/oom-incident.ts';
import type { StatedSize } from '../model/oom.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { Bytes } from '../model/units.ts';
import type { AppState, ExplainedText } from './app-state.ts';
import { shownAllocator } from './app-state.ts';

/** The largest failed request that a text states. */
export interface StatedRequest {
  /** As the pool needs it, where the text says so: rounded up. */
  bytes: Bytes;
  /** False where the text states the size with two or three digits only. */
  isExact: boolean;
  /** What the call asked for, before rounding. */
  asked: StatedSize;
  /** Compiled program that the text names; empty where it names none. */
  executable: string;
}

export interface FailedRequest extends StatedRequest {
  /** With the request on top of the window peak. */
  level: Bytes;
  /** What it is over the capacity; negative where it would have fitted, null where the capacity is not known. */
  over: Bytes | null;
}

/** Not those of the chip's own memory, the host and the driver: these take nothing from the allocator's pool. */
const OF_A_POOL: readonly Verdict[] = ['pool full', 'fragmented', 'temp arena', 'program load', 'unknown'];

/**
 * The largest failed request of the texts beside the profile. Null where there is none, or where it was made of another
 * allocator. A text that names no allocator speaks of a device.
 */
export function failedRequest(state: Pick<AppState, 'profile' | 'view' | 'messages'>): FailedRequest | null {
  const shown = shownAllocator(state);
  if (shown === null || state.messages.length === 0) return null;
  const request = largestRequest(state.messages, (incident, text) => isOf(incident, text, shown.summary));
  if (request === null) return null;
  const { capacity } = shown.summary.allocator;
  const level = shown.summary.peak.total + request.bytes;
  const over = capacity === null ? null : level - capacity;
  return { ...request, level, over };
}

/** The same beside dumps, which know buffers and no allocators: any request that failed on a device. */
export function failedRequestBesideDumps({
  profile,
  messages,
}: Pick<AppState, 'profile' | 'messages'>): StatedRequest | null {
  return profile?.content.kind === 'dumps' ? largestRequest(messages, isOfPool) : null;
}

function largestRequest(
  messages: readonly ExplainedText[],
  counts: (incident: Incident, text: ExplainedText) => boolean,
): StatedRequest | null {
  const texts = new Map<Incident, ExplainedText>();
  for (const text of messages) {
    for (const incident of text.reading.incidents) if (counts(incident, text)) texts.set(incident, text);
  }
  const incident = gravestFirst([...texts.keys()]).find((candidate) => sizeOf(candidate, 'requested') !== undefined);
  const asked = incident && sizeOf(incident, 'requested');
  if (incident === undefined || asked === undefined) return null;
  const size = sizeOf(incident, 'rounded') ?? asked;
  const reports = texts.get(incident)?.reading.reports.filter(({ n }) => incident.reports.includes(n)) ?? [];
  const executable = reports.find((report) => report.executable !== undefined)?.executable ?? '';
  return { bytes: size.bytes, isExact: size.exact, asked, executable };
}

function isOfPool({ verdict, fatal }: Incident): boolean {
  return fatal !== false && OF_A_POOL.includes(verdict);
}

function isOf(incident: Incident, { reading }: ExplainedText, { allocator }: AllocatorSummary): boolean {
  if (!isOfPool(incident)) return false;
  const { reports } = incident;
  const names = reading.reports.flatMap((report) =>
    reports.includes(report.n) && 'allocator' in report && report.allocator !== undefined ? [report.allocator] : [],
  );
  if (names.length > 0) return names.includes(allocator.id);
  return allocator.kind === 'device' || allocator.kind === 'tpu';
}

function sizeOf({ numbers }: Incident, name: 'requested' | 'rounded'): StatedSize | undefined {
  return numbers.find((number) => number.name === name)?.size;
}
