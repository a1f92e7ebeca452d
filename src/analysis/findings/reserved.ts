/**
 * Reserved: on TPU a loaded program's temps are no allocations but a reservation, taken when it is loaded and counted
 * beside what is in use. Where that makes the peak, nothing that is allocated explains it.
 */

import type { Finding } from '../../model/finding.ts';
import { formatBytes, formatPercent } from '../../model/format.ts';
import { at, MARK_DEVICE_RUN } from '../../model/profile.ts';
import type { Picoseconds } from '../../model/units.ts';
import { makeFinding } from './make.ts';
import type { Scene } from './scene.ts';
import { MIN_BYTES, MIN_RESERVED_SHARE } from './thresholds.ts';

export function findReserved(scene: Scene): Finding[] {
  const { peak } = scene.summary;
  if (peak.reserved < Math.max(MIN_BYTES, MIN_RESERVED_SHARE * peak.total)) return [];
  const { from, to, rose, falls } = spanOfReservation(scene);
  const program = longestRunning(scene, from, to);
  const whose = program === null ? 'a program that is loaded' : `${program}, the program that runs longest meanwhile`;
  const when = rose ? 'They come in one step when it is loaded' : 'They are there from the first event on';
  const until = falls ? 'and go when it is unloaded' : 'and stay to the end of the capture';
  return [
    makeFinding(scene, {
      kind: 'reserved',
      severity: 'act',
      from,
      to,
      moment: peak.time,
      bytes: peak.reserved,
      title: program === null ? 'Memory reserved for a program' : `Memory reserved for ${program}`,
      sentence:
        `${formatBytes(peak.reserved)} of the peak, ${formatPercent(peak.reserved / peak.total)}, are reserved and not ` +
        `allocated: temps of ${whose}. ${when} ${until}. What lowers the peak is smaller temps (rematerialize, a ` +
        'smaller batch), not fewer arrays.',
      allocations: [],
    }),
  ];
}

/** The stretch around the peak in which as much is reserved, and whether it begins and ends within the capture. */
function spanOfReservation({ profile, events, summary, start, end }: Scene): {
  from: Picoseconds;
  to: Picoseconds;
  rose: boolean;
  falls: boolean;
} {
  const { peak } = summary;
  const { time, reserved } = profile.events;
  const isSame = (index: number): boolean => at(reserved, events[index]) === peak.reserved;
  let first = peak.eventOfAllocator;
  let last = first;
  while (first > 0 && isSame(first - 1)) first--;
  while (last + 1 < events.length && isSame(last + 1)) last++;
  const rose = first > 0;
  const falls = last + 1 < events.length;
  return { from: rose ? time[events[first]] : start, to: falls ? time[events[last + 1]] : end, rose, falls };
}

/** The program that devices run longest within a range, without its id; null where none runs. */
function longestRunning({ profile: { marks, strings } }: Scene, from: Picoseconds, to: Picoseconds): string | null {
  const byName = new Map<number, Picoseconds>();
  for (let mark = 0; mark < marks.length; mark++) {
    if (marks.kind[mark] !== MARK_DEVICE_RUN || marks.start[mark] < from || marks.start[mark] > to) continue;
    byName.set(marks.name[mark], (byName.get(marks.name[mark]) ?? 0) + marks.duration[mark]);
  }
  const longest = [...byName].reduce<[number, Picoseconds] | null>((best, one) => (best === null || one[1] > best[1] ? one : best), null);
  return longest === null ? null : strings[longest[0]].replace(/\(\d+\)$/, '');
}
