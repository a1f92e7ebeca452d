import type { ReactNode } from 'react';
import type { CurveReading, CurveSource } from '../../layout/readings.ts';
import { readAt, readPeak } from '../../layout/readings.ts';
import { formatBytes, formatCount, formatTime } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Picoseconds } from '../../model/units.ts';

interface Props {
  allocator: AllocatorSummary;
  source: CurveSource;
  cursor: Picoseconds | null;
}

interface Moment {
  name: string;
  time: string;
  reading: Pick<CurveReading, 'inUse' | 'reserved' | 'total' | 'exact'>;
}

/** The picture's moments as numbers. */
export function MomentsTable({ allocator, source, cursor }: Props): ReactNode {
  return (
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
        {momentsOf(allocator, source, cursor).map(({ name, time, reading }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{time}</td>
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
  );
}

function momentsOf(allocator: AllocatorSummary, source: CurveSource, cursor: Picoseconds | null): Moment[] {
  const { curves, inUseBefore, inUseFirst, inUseLast } = allocator;
  const firstTime = curves.total.levels[0]?.time[0] ?? curves.start;
  const at = (time: Picoseconds, resolution?: Picoseconds): string => formatTime(time, resolution, curves.end);
  const stated = (name: string, time: string, inUse: number, reserved: number): Moment => ({
    name,
    time,
    reading: { inUse, reserved, total: inUse + reserved, exact: true },
  });
  const moments: Moment[] = [
    stated('Before the capture', '', inUseBefore, curves.total.initial - inUseBefore),
    stated('First event', at(firstTime), inUseFirst, readAt(source, firstTime).reserved),
    { name: 'Window peak', time: at(source.peak.time), reading: readPeak(source) },
    stated('Last event', at(curves.end), inUseLast, readAt(source, curves.end).reserved),
  ];
  if (cursor !== null) moments.push({ name: 'Cursor', time: at(cursor, 1e6), reading: readAt(source, cursor) });
  return moments;
}
