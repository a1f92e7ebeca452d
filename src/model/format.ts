/**
 * Numbers as people read them. Every number on the screen, in a picture and in a report goes through here,
 * so that the same number reads the same everywhere.
 */

import type { Allocator } from './profile.ts';
import type { Bytes, Fraction, Picoseconds } from './units.ts';

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Picoseconds in each unit of time, largest first. Seconds are the largest: an hour reads `3600.000 s`. */
const TIME_UNITS = [
  { name: 's', picoseconds: 1e12 },
  { name: 'ms', picoseconds: 1e9 },
  { name: 'µs', picoseconds: 1e6 },
  { name: 'ns', picoseconds: 1e3 },
  { name: 'ps', picoseconds: 1 },
] as const;

export type TimeUnit = (typeof TIME_UNITS)[number];

/**
 * What stands before the size of a number that people read: a minus (U+2212), as wide as a plus and no place to break a
 * line, unlike the hyphen that machines read; nothing from 0 on.
 */
export function signOf(value: number): '' | '−' {
  return value < 0 ? '−' : '';
}

/** A whole number with thousands separators: `8,881,995,814`. */
export function formatCount(count: number): string {
  const size = Math.abs(count);
  // Pictures write dozens of numbers in every frame, and the general way takes ten times as long.
  return `${signOf(count)}${Number.isSafeInteger(count) ? grouped(String(size)) : counts.format(size)}`;
}

/** Digits in groups of three from the right. */
function grouped(digits: string): string {
  let start = digits.length - 3;
  if (start <= 0) return digits;
  let text = digits.slice(start);
  for (; start > 3; start -= 3) text = `${digits.slice(start - 3, start)},${text}`;
  return `${digits.slice(0, start)},${text}`;
}

/** The exact size: `8,881,995,814 bytes`. */
export function formatExactBytes(bytes: Bytes): string {
  return `${formatCount(bytes)} ${Math.abs(bytes) === 1 ? 'byte' : 'bytes'}`;
}

/**
 * A size in the largest binary unit that leaves 1 or more: two decimals below 100 (`8.27 GiB`, `16.49 GiB`), none
 * from 100 on (`860 MiB`), so three digits or four. Bytes stay whole (`512 B`). A value that rounds up to 1024 of a
 * unit is written as 1.00 of the next.
 */
export function formatBytes(bytes: Bytes): string {
  let unit = 0;
  let value = Math.abs(bytes);
  while (unit < BINARY_UNITS.length - 1 && value >= (unit === 0 ? 1024 : 1023.5)) {
    value /= 1024;
    unit++;
  }
  const digits = unit > 0 && value < 99.995 ? 2 : 0;
  return `${signOf(bytes)}${unit === 0 ? formatCount(value) : value.toFixed(digits)} ${BINARY_UNITS[unit]}`;
}

/** `8.27 GiB (8,881,995,814 bytes)`; only the exact size where it is the shorter way to say it. */
export function formatBytesBoth(bytes: Bytes): string {
  return Math.abs(bytes) < 1024 ? formatExactBytes(bytes) : `${formatBytes(bytes)} (${formatExactBytes(bytes)})`;
}

/** The largest unit of time that leaves 1 or more; seconds for 0, which has no size of its own. */
export function timeUnitOf(time: Picoseconds): TimeUnit {
  const size = Math.abs(time);
  if (size === 0) return TIME_UNITS[0];
  return TIME_UNITS.find((unit) => size >= unit.picoseconds) ?? TIME_UNITS[TIME_UNITS.length - 1] ?? TIME_UNITS[0];
}

/**
 * A moment, to three decimals of its unit (`21.738 s`), or to as many more as tell two moments apart that lie
 * `resolution` apart: 21.738 s on a picture of one microsecond a pixel is `21.738123 s`. The unit is that of `scale`, so that the
 * times of one capture read alike: beside its end at 22 s, 433 ms are `0.433 s`.
 */
export function formatTime(time: Picoseconds, resolution?: Picoseconds, scale: Picoseconds = time): string {
  const unit = timeUnitOf(Math.max(Math.abs(time), Math.abs(scale)));
  if (time === 0) return `0 ${unit.name}`;
  const most = Math.round(Math.log10(unit.picoseconds));
  const decimals = Math.max(Math.min(3, most), resolution === undefined ? 0 : decimalsFor(unit, resolution));
  // Rounded while it is a whole number: times that end in 5 would else round up or down as their binary form has it.
  const rounded = Math.round(Math.abs(time) / (unit.picoseconds / 10 ** decimals)) / 10 ** decimals;
  return `${signOf(time)}${rounded.toFixed(decimals)} ${unit.name}`;
}

/** Decimals of `unit` that show a difference of `resolution`; as many as there are where it is 0. */
export function decimalsFor(unit: TimeUnit, resolution: Picoseconds): number {
  const most = Math.round(Math.log10(unit.picoseconds));
  if (!(resolution > 0)) return most;
  // 1e-9 takes back the rounding of the logarithm, which would make one decimal too many of an exact power of ten.
  return Math.min(most, Math.max(0, Math.ceil(Math.log10(unit.picoseconds / resolution) - 1e-9)));
}

/** A length of time, to three digits: `412 µs`, `31.2 ms`, `1.20 s`. */
export function formatDuration(duration: Picoseconds): string {
  const size = Math.abs(duration);
  if (size === 0) return '0 s';
  let unit = timeUnitOf(size);
  // 999.6 µs has three digits only as 1.00 ms.
  if (size / unit.picoseconds >= 999.5) unit = timeUnitOf(size * 1.001);
  const value = size / unit.picoseconds;
  const digits = unit.picoseconds === 1 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${signOf(duration)}${value.toFixed(digits)} ${unit.name}`;
}

/**
 * A share as whole percent (`50 %`), with one decimal below 10 (`4.2 %`). Never says 0 of something or all of
 * something that is not: `< 0.1 %`, `> 99.9 %`.
 */
export function formatPercent(share: Fraction): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return '< 0.1 %';
  if (percent < 100 && percent >= 99.5) return percent < 99.95 ? `${percent.toFixed(1)} %` : '> 99.9 %';
  return percent === 0 || percent >= 9.95 ? `${formatCount(percent)} %` : `${percent.toFixed(1)} %`;
}

/** A rate as disks state it, in 10^6 bytes a second: `412 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  const megabytes = bytesPerSecond / 1e6;
  return `${megabytes < 9.95 ? megabytes.toFixed(1) : formatCount(megabytes)} MB/s`;
}

/** An allocator by the name that people know: on TPU the file has only the number of the device. */
export function formatAllocator({ id, kind }: Pick<Allocator, 'id' | 'kind'>): string {
  return kind === 'tpu' ? `TPU ${id}` : id;
}

/** `1 allocation`, `954 allocations`. */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
