/** The facts of one side, as tables and reports list them. */

import type { SideFacts } from '../../model/comparison.ts';
import { digestTotal, type DumpDigest, type ProfileDigest, type TraceDigest } from '../../model/digest.ts';
import { deviceOf } from '../../model/device.ts';
import { formatAllocator } from '../../model/format.ts';

export function sideFacts(digest: ProfileDigest): SideFacts {
  const { name, isReduced } = digest;
  return { name, total: digestTotal(digest), isReduced, ...(digest.kind === 'trace' ? ofTrace(digest) : ofDump(digest)) };
}

function ofTrace({ summary, allocator }: TraceDigest): Omit<SideFacts, 'name' | 'total' | 'isReduced'> {
  const shown = summary.allocators[allocator];
  if (shown === undefined) return { counted: '', ...NOTHING };
  const { host } = shown.allocator;
  const label = formatAllocator(shown.allocator);
  return {
    counted: host === null ? label : `${host}/${label}`,
    device: deviceOf(summary, shown)?.kind ?? null,
    peakTime: shown.peak.time,
    duration: shown.curves.end - shown.curves.start,
    lifetimePeak: shown.allocator.lifetimePeak,
    inUseBefore: shown.inUseBefore,
    capacity: shown.allocator.capacity,
  };
}

function ofDump({ summary, sampleType }: DumpDigest): Omit<SideFacts, 'name' | 'total' | 'isReduced'> {
  const devices = summary.labels.find(({ key }) => key === 'device')?.values.map(({ text }) => text) ?? [];
  const counted = summary.sampleTypes[sampleType]?.type ?? '';
  const device = devices.length > 4 ? `${devices.length} devices` : devices.toSorted().join(', ');
  return { counted, ...NOTHING, device: device === '' ? null : device };
}

const NOTHING = {
  device: null,
  peakTime: null,
  duration: null,
  lifetimePeak: null,
  inUseBefore: null,
  capacity: null,
} satisfies Partial<SideFacts>;
