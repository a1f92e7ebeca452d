/** The words of the Share dialog. Pure, so that tests read them as a person does. */

import type { ProfileDigest } from '../../model/digest.ts';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { Names } from '../../share/disguise.ts';
import type { Digests } from '../../share/digest-link/reduce.ts';

const EXAMPLES = 3;

export interface Listed {
  what: string;
  /** Empty where there is none. */
  examples: string;
}

/** What somebody who has the link can read in it. */
export function contentsOf({ baseline, candidate }: Digests, names: Names): Listed[] {
  const sides = baseline === null ? [candidate] : [baseline, candidate];
  const devices = [...new Set(sides.flatMap(devicesOf))];
  const rows: Listed[] = [
    row(names.profiles, 'name of a file', 'names of files'),
    row(names.functions, 'function name', 'function names'),
    row(names.files, 'source path', 'source paths'),
    row(names.programs, 'program name', 'program names'),
    row(names.hosts, 'host name', 'host names'),
    row(devices, 'device', 'devices'),
    { what: 'sizes and times', examples: sizesOf(sides) },
  ];
  return rows.filter(({ what }) => !what.startsWith('no '));
}

/** The answer to what people fear. */
export const NOT_INSIDE = 'Not in it: the contents of arrays, source code, the profile itself.';

function row(found: readonly string[], one: string, many: string): Listed {
  if (found.length === 0) return { what: `no ${many}`, examples: '' };
  const shown = found.slice(0, EXAMPLES).join(', ');
  const more = found.length > EXAMPLES ? ' …' : '';
  return { what: `${formatCount(found.length)} ${found.length === 1 ? one : many}`, examples: shown + more };
}

function devicesOf(digest: ProfileDigest): string[] {
  return digest.kind === 'dump' ? [] : digest.summary.capture.devices.map(({ plane, kind }) => kind ?? plane);
}

function sizesOf(sides: readonly ProfileDigest[]): string {
  const findings = sides.reduce((sum, side) => sum + (side.kind === 'trace' ? side.summary.findings.length : 0), 0);
  const hasCurve = sides.some(({ kind }) => kind === 'trace');
  const parts = [
    hasCurve ? 'the curve' : 'the total',
    'what was alive at the peak',
    ...(findings > 0 ? [formatQuantity(findings, 'finding')] : []),
  ];
  return hasCurve ? parts.join(', ') : 'the total and what it is made of';
}
