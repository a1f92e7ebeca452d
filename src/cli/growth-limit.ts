/** How much a peak may grow: `5%` of the baseline's, or a size such as `200MiB`. */

import { formatBytes, formatPercent } from '../model/format.ts';
import type { Bytes, Fraction } from '../model/units.ts';

export type GrowthLimit = { kind: 'share'; share: Fraction } | { kind: 'size'; bytes: Bytes };

const UNITS: Record<string, number | undefined> = {
  '': 1,
  b: 1,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
};

/** Null where the text is neither. Sizes are binary with an i (`MiB`) and decimal without (`MB`). */
export function parseGrowthLimit(text: string): GrowthLimit | null {
  const match = /^(\d+(?:\.\d+)?)\s*(%|[kmgt]?i?b)?$/i.exec(text.trim());
  if (match === null) return null;
  const [, number, unit = ''] = match;
  if (unit === '%') return { kind: 'share', share: Number(number) / 100 };
  const factor = UNITS[unit.toLowerCase()];
  return factor === undefined ? null : { kind: 'size', bytes: Math.floor(Number(number) * factor) };
}

/** The greatest growth that still passes, in whole bytes. */
export function allowedGrowth(limit: GrowthLimit, baseline: Bytes): Bytes {
  return limit.kind === 'size' ? limit.bytes : Math.floor(Math.max(0, baseline) * limit.share);
}

export function limitText(limit: GrowthLimit, baseline: Bytes): string {
  const size = formatBytes(allowedGrowth(limit, baseline));
  return limit.kind === 'size' ? size : `${formatPercent(limit.share)} (${size})`;
}
