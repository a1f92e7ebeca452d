/** Trees of a comparison as text, for tests: one node a line, `file.py: function baseline → candidate`, bytes of its own. */

import { PRESENT_BASELINE, PRESENT_CANDIDATE } from '../../model/comparison.ts';
import type { DeltaTree } from '../../model/comparison.ts';
import { flameFromText } from './flame-text.ts';

/** `-` for a side that has no such node. Siblings must stand by rise + fall already. */
export function deltaFromText(text: string): DeltaTree {
  const own: (readonly [number | null, number | null])[] = [];
  const frames = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, frame, before, after] = /^(.*?)(?: (-|\d+) → (-|\d+))?$/.exec(line) ?? [];
      const bytes = (stated: string | undefined): number | null => (stated === '-' ? null : Number(stated ?? 0));
      own.push([bytes(before), bytes(after)]);
      return frame;
    });
  const { length, parent, kind, name, file, names } = flameFromText(frames.join('\n'));
  const [baseline, candidate, rise, fall] = Array.from({ length: 4 }, () => new Float64Array(length));
  const presence = new Uint8Array(length);
  for (let row = length - 1; row >= 0; row--) {
    const [before, after] = own[row];
    const change = (after ?? 0) - (before ?? 0);
    baseline[row] += before ?? 0;
    candidate[row] += after ?? 0;
    if (change > 0) rise[row] += change;
    else fall[row] -= change;
    presence[row] = (before === null ? 0 : PRESENT_BASELINE) | (after === null ? 0 : PRESENT_CANDIDATE);
    if (row === 0) continue;
    for (const column of [baseline, candidate, rise, fall]) column[parent[row]] += column[row];
  }
  return { length, parent, kind, name, file, baseline, candidate, rise, fall, presence, names };
}
