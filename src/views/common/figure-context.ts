/** What a picture says of the whole file: the same numbers as the strip of facts, exact. */

import { bothAmounts, signed } from '../../layout/sample-amounts.ts';
import { peakOf, seriesTotals } from '../../layout/series.ts';
import { amountsOfType } from '../../model/amounts.ts';
import { formatAllocator, formatBytesBoth, formatQuantity, formatTime } from '../../model/format.ts';
import { digestTotal, digestUnit } from '../../model/digest.ts';
import type { ProfileDigest } from '../../model/digest.ts';
import type { OpenedDumps } from '../../model/snapshot.ts';
import type { AllocatorSummary, Summary } from '../../model/summary.ts';
import type { EpochNanoseconds } from '../../model/units.ts';
import type { FigureContext } from '../../share/figure.ts';
import type { AppState } from '../../state/app-state.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { shownSides } from '../../state/compare-state.ts';
import { dumpView, shownSampleType } from '../../state/dump-state.ts';
import { filesOf } from '../../state/link-state.ts';

export function figureContext(state: AppState): FigureContext {
  const { profile, comparison, messages } = state;
  if (comparison !== null && !state.showsMessages) {
    const { baseline, candidate } = shownSides(comparison, state.view);
    const sides = [sideFact('baseline', baseline.digest), sideFact('candidate', candidate.digest)];
    const delta = digestTotal(candidate.digest) - digestTotal(baseline.digest);
    const unit = digestUnit(candidate.digest);
    const isSame = digestUnit(baseline.digest) === unit;
    const { exact, short } = amountsOfType({ type: '', unit });
    const facts = isSame ? [...sides, `delta ${signed(delta, short)} (${signed(delta, exact)})`] : sides;
    const files = [`baseline: ${baseline.digest.name}`, `candidate: ${candidate.digest.name}`];
    return { files, facts, captured: null, build: __HIGHWATER_BUILD__ };
  }
  if (profile === null || state.showsMessages) return textContext(messages.map(({ file }) => file));
  const { content } = profile;
  const files = filesOf(content);
  if (content.kind === 'dumps') {
    const { facts } = content.dumps.snapshot;
    const time = content.dumps.series === null ? facts.timeNs : null;
    return { files, facts: dumpFacts(content.dumps, state), captured: dateOf(time), build: __HIGHWATER_BUILD__ };
  }
  const { summary } = content;
  const shown = shownAllocator(state);
  const facts = [...(shown === null ? [] : allocatorFacts(shown.summary)), ...placeFacts(summary)];
  return { files, facts, captured: dateOf(summary.capture.startNs), build: __HIGHWATER_BUILD__ };
}

/** Of a picture that was made from texts alone. */
export function textContext(files: readonly string[]): FigureContext {
  return { files, facts: [], captured: null, build: __HIGHWATER_BUILD__ };
}

/** `baseline: peak of GPU_0_bfc 4.67 GiB (5,015,278,592 bytes)` */
function sideFact(side: string, digest: ProfileDigest): string {
  const total = bothAmounts(digestTotal(digest), amountsOfType({ type: '', unit: digestUnit(digest) }));
  if (digest.kind === 'dump') return `${side}: ${digest.summary.sampleTypes[digest.sampleType]?.type ?? ''} ${total}`;
  const shown = digest.summary.allocators[digest.allocator];
  return shown === undefined ? `${side}: no memory events` : `${side}: peak of ${formatAllocator(shown.allocator)} ${total}`;
}

function allocatorFacts({ allocator, peak, peakBeforeCapture, inUseBefore, curves }: AllocatorSummary): string[] {
  const { lifetimePeak, capacity } = allocator;
  const at = formatTime(peak.time, undefined, curves.end);
  const facts = [`${formatAllocator(allocator)}: window peak ${formatBytesBoth(peak.total)} at ${at}`];
  if (lifetimePeak !== null) {
    const when = peakBeforeCapture ? ', before the capture' : '';
    facts.push(`lifetime peak ${formatBytesBoth(lifetimePeak)}${when}`);
  }
  if (capacity !== null) facts.push(`capacity ${formatBytesBoth(capacity)}`);
  if (inUseBefore > 0) facts.push(`in use before the capture ${formatBytesBoth(inUseBefore)}`);
  return facts;
}

function placeFacts({ capture: { devices, versions } }: Summary): string[] {
  if (devices.length === 0) return [];
  const kinds = [...new Set(devices.flatMap(({ kind }) => kind ?? []))];
  const jax = versions['jax_version'] ?? versions['jaxlib_version'];
  const named = kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
  return [`${formatQuantity(devices.length, 'device')}${named}`, ...(jax === undefined ? [] : [`JAX ${jax}`])];
}

function dumpFacts({ snapshot, series }: OpenedDumps, { view }: AppState): string[] {
  const type = shownSampleType(snapshot, dumpView(view).sampleType);
  const sampleType = snapshot.sampleTypes[type];
  const amounts = amountsOfType(sampleType);
  const what = sampleType.type || 'total';
  if (series === null) {
    const total = `${what} ${bothAmounts(snapshot.totals[type], amounts)}`;
    return [total, formatQuantity(snapshot.samples, 'sample')];
  }
  const totals = seriesTotals(series, type);
  const peak = peakOf(totals);
  return [
    formatQuantity(totals.length, 'dump'),
    `${what}: first ${bothAmounts(totals[0], amounts)}`,
    `last ${bothAmounts(totals[totals.length - 1], amounts)}`,
    `peak ${bothAmounts(totals[peak], amounts)} in ${series.points[peak].name}`,
  ];
}

/** `2026-11-30 17:45:06 UTC`; null where it is not stated, or is no date. */
function dateOf(time: EpochNanoseconds | null): string | null {
  if (time === null || time <= 0n) return null;
  const date = new Date(Number(time / 1_000_000n));
  return Number.isNaN(date.getTime()) ? null : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
