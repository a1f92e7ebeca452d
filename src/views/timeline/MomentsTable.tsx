import type { ReactNode } from 'react';
import type { CurveSource } from '../../layout/readings.ts';
import { readAt, readPeak } from '../../layout/readings.ts';
import { formatBytes, formatCount, formatTime } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Picoseconds } from '../../model/units.ts';
import type { Moment } from '../../share/summary-tables.ts';
import { momentsTable } from '../../share/summary-tables.ts';
import { SaveTable } from '../common/SaveTable.tsx';

interface Props {
  allocator: AllocatorSummary;
  source: CurveSource;
  cursor: Picoseconds | null;
}

const CURSOR = 'Cursor';

/** The picture's moments as numbers. */
export function MomentsTable({ allocator, source, cursor }: Props): ReactNode {
  const moments = momentsOf(allocator, source, cursor);
  const timeText = (time: Picoseconds | null, name: string): string =>
    time === null ? '' : formatTime(time, name === CURSOR ? 1e6 : undefined, allocator.curves.end);
  return (
    <div className="steps-list">
      <table className="numbers moments">
        <caption>Moments</caption>
        <thead>
          <tr>
            <th scope="col">Moment</th>
            <th scope="col">Time</th>
            <th scope="col">In use</th>
            <th scope="col">Reserved</th>
            <th scope="col">Total, bytes</th>
          </tr>
        </thead>
        <tbody>
          {moments.map(({ name, time, reading }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{timeText(time, name)}</td>
              <td>{formatBytes(reading.inUse)}</td>
              <td>{formatBytes(reading.reserved)}</td>
              <td>
                {reading.exact ? '' : 'about '}
                {formatCount(reading.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SaveTable name="moments" table={() => momentsTable(moments)} />
    </div>
  );
}

function momentsOf(allocator: AllocatorSummary, source: CurveSource, cursor: Picoseconds | null): Moment[] {
  const { curves, inUseBefore, inUseFirst, inUseLast } = allocator;
  const firstTime = curves.total.levels[0]?.time[0] ?? curves.start;
  const stated = (name: string, time: Picoseconds | null, inUse: number, reserved: number): Moment => ({
    name,
    time,
    reading: { inUse, reserved, total: inUse + reserved, exact: true },
  });
  const moments: Moment[] = [
    stated('Before the capture', null, inUseBefore, curves.total.initial - inUseBefore),
    stated('First event', firstTime, inUseFirst, readAt(source, firstTime).reserved),
    { name: 'Window peak', time: source.peak.time, reading: readPeak(source) },
    stated('Last event', curves.end, inUseLast, readAt(source, curves.end).reserved),
  ];
  if (cursor !== null) moments.push({ name: CURSOR, time: cursor, reading: readAt(source, cursor) });
  return moments;
}
