/** What a picture says of the whole file: the same numbers as the strip of facts, exact. */

import { amountsOfType, bothAmounts } from '../../layout/sample-amounts.ts';
import { peakOf, seriesTotals } from '../../layout/series.ts';
import { formatAllocator, formatBytesBoth, formatQuantity, formatTime } from '../../model/format.ts';
import type { OpenedDumps } from '../../model/snapshot.ts';
import type { AllocatorSummary, Summary } from '../../model/summary.ts';
import type { EpochNanoseconds } from '../../model/units.ts';
import type { FigureContext } from '../../share/figure.ts';
import type { AppState } from '../../state/app-state.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { dumpView, shownSampleType } from '../../state/dump-state.ts';
import { filesOf } from '../../state/link-state.ts';

export function figureContext(state: AppState): FigureContext {
  const { profile, messages } = state;
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
