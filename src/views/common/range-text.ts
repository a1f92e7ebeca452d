import { formatDuration, formatTime } from '../../model/format.ts';
import { sameRange } from '../../model/time-range.ts';
import type { TimeRange } from '../../model/view-state.ts';

/** What of the capture a picture shows: `shown: 0 s to 1.512 s (1.51 s), the whole capture`. `all` says what all of it is. */
export function rangeText(range: TimeRange, whole: TimeRange, all = 'the whole capture'): string {
  const resolution = (range.to - range.from) / 1000;
  const at = (time: number): string => formatTime(time, resolution, whole.to);
  const length = formatDuration(range.to - range.from);
  const part = sameRange(range, whole) ? `, ${all}` : ` of ${formatDuration(whole.to - whole.from)}`;
  return `shown: ${at(range.from)} to ${at(range.to)} (${length})${part}`;
}
