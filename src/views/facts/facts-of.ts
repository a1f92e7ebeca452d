/** The numbers people come for, each with its exact value and a sentence on what it counts. */

import { deviceOf, silentDevices } from '../../model/device.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatExactBytes,
  formatPercent,
  formatQuantity,
  formatTime,
} from '../../model/format.ts';
import type { AllocatorSummary, CountAndBytes, Summary } from '../../model/summary.ts';
import type { Fact } from '../common/FactItem.tsx';

export function factsOf(summary: Summary, shown: AllocatorSummary | null): Fact[] {
  return [...(shown === null ? [] : [...peaks(shown), ...sizes(summary, shown), ...counts(shown)]), host(summary)];
}

function peaks({ peak, peakBeforeCapture, allocator, curves }: AllocatorSummary): Fact[] {
  const parts =
    peak.reserved > 0
      ? ` = ${formatExactBytes(peak.inUse)} in use + ${formatExactBytes(peak.reserved)} reserved`
      : '';
  const ties = peak.equalPeaks > 1 ? ` It is reached ${formatCount(peak.equalPeaks)} times; this is the first.` : '';
  const facts: Fact[] = [
    {
      key: 'window-peak',
      value: formatBytes(peak.total),
      label: `window peak, ${formatTime(peak.time, undefined, curves.end)}`,
      exact: formatExactBytes(peak.total) + parts,
      meaning: `The most memory within the capture: in use and reserved.${ties}`,
    },
  ];
  if (allocator.lifetimePeak !== null) {
    facts.push({
      key: peakBeforeCapture ? 'earlier-peak' : 'lifetime-peak',
      value: formatBytes(allocator.lifetimePeak),
      label: lifetimeLabel(peakBeforeCapture, peak.reserved > 0),
      exact: formatExactBytes(allocator.lifetimePeak),
      meaning:
        'The most memory in use since the process began, as the allocator states it; reserved memory is not in it.' +
        (peakBeforeCapture
          ? ' It is more than was ever in use during the capture: the real peak came before the capture began, and ' +
            'nothing here shows it. Start the capture earlier to see it.'
          : ''),
    });
  }
  return facts;
}

/** Beside a window peak that has reserved memory in it, it has to be said on the screen that this one has not. */
function lifetimeLabel(isBeforeCapture: boolean, hasReserved: boolean): string {
  const parts = ['lifetime peak', ...(isBeforeCapture ? ['before the capture'] : []), ...(hasReserved ? ['without reserved'] : [])];
  return parts.join(', ');
}

/** Where the peak that people look for is not in the picture; null where it is. */
export function earlierPeakText({ peakBeforeCapture, allocator }: AllocatorSummary): string | null {
  const { lifetimePeak } = allocator;
  if (!peakBeforeCapture || lifetimePeak === null) return null;
  const size = `${formatBytes(lifetimePeak)} (${formatExactBytes(lifetimePeak)})`;
  return `The real peak, ${size}, came before the capture. Start the capture earlier to see it.`;
}

/** Why fewer devices have a curve than the capture has; null where all have one. */
export function silentDevicesText(summary: Summary): string | null {
  const silent = silentDevices(summary).length;
  if (silent === 0) return null;
  const rest = silent === 1 ? 'the other one' : `the other ${formatCount(silent)}`;
  return (
    `Of ${formatQuantity(summary.capture.devices.length, 'device')} ${rest} had no memory event: nothing was allocated or ` +
    'freed there during the capture, and what they hold is not known.'
  );
}

function sizes(summary: Summary, shown: AllocatorSummary): Fact[] {
  const facts: Fact[] = [];
  const { capacity } = shown.allocator;
  if (capacity !== null) {
    const used = capacity > 0 ? shown.peak.total / capacity : 0;
    facts.push({
      key: 'capacity',
      value: formatBytes(capacity),
      label: `capacity, ${formatPercent(used)} used at the peak`,
      exact: formatExactBytes(capacity),
      meaning: 'What this allocator can give in all: reserved, in use and free together. Less than the device has.',
    });
  }
  const device = deviceOf(summary, shown);
  if (device !== null && device.memoryBytes !== null) {
    facts.push({
      key: 'device-memory',
      value: formatBytes(device.memoryBytes),
      label: 'device memory',
      exact: formatExactBytes(device.memoryBytes),
      meaning: `Memory of the device itself (${device.kind ?? device.plane}), as the trace states it.`,
    });
  }
  facts.push({
    key: 'before-capture',
    value: formatBytes(shown.inUseBefore),
    label: 'before the capture',
    exact: formatExactBytes(shown.inUseBefore),
    meaning:
      'In use before the first event: weights, mostly. It follows from that event alone; nothing says who asked for it.',
  });
  return facts;
}

function counts({ allocator, neverFreed, freesWithoutAllocation, curves }: AllocatorSummary): Fact[] {
  const frees = formatQuantity(allocator.deallocations, 'free');
  return [
    {
      key: 'events',
      value: formatCount(allocator.allocations),
      label: `allocations, ${frees}`,
      exact: `${formatQuantity(allocator.allocations, 'allocation')}, ${frees}`,
      meaning:
        `Alive at the end: ${counted(neverFreed, 'allocation')}. ` +
        `Given back from before the capture: ${counted(freesWithoutAllocation, 'free')}.`,
    },
    {
      key: 'duration',
      value: formatDuration(curves.end - curves.start),
      label: 'first to last event',
      exact: `${formatTime(curves.start, undefined, curves.end)} to ${formatTime(curves.end)}`,
      meaning: 'From the first to the last memory event of the capture, over all allocators.',
    },
  ];
}

function counted({ count, bytes }: CountAndBytes, unit: string): string {
  return `${formatQuantity(count, unit)}, ${formatExactBytes(bytes)}`;
}

function host(summary: Summary): Fact {
  const { hosts, devices, versions } = summary.capture;
  const kinds = [...new Set(devices.flatMap(({ kind }) => kind ?? []))];
  const jax = versions['jax_version'] ?? versions['jaxlib_version'];
  const where = hosts.length === 0 ? 'host not stated' : hosts.length === 1 ? hosts[0] : `${hosts.length} hosts`;
  const silent = silentDevicesText(summary);
  const details = [
    ...hosts.map((name) => `host ${name}`),
    ...devices.map(({ plane, kind }) => (kind === null ? plane : `${plane} (${kind})`)),
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ];
  return {
    key: 'host',
    value: devices.length === 0 ? 'no device' : formatQuantity(devices.length, 'device'),
    label: [...(silent === null ? [] : ['not all with events']), where, ...(kinds.length === 1 ? kinds : []), ...(jax === undefined ? [] : [`JAX ${jax}`])].join(', '),
    exact: details.join(', ') || 'nothing is stated',
    meaning: `Where the capture was taken, as the trace states it.${silent === null ? '' : ` ${silent}`}`,
  };
}
