import type { ReactNode } from 'react';
import type { CurveSource } from '../../layout/readings.ts';
import { signed } from '../../layout/sample-amounts.ts';
import { stepsAround } from '../../layout/readings.ts';
import { formatBytes, formatCount, formatTime } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';
import { stepsTable } from '../../share/summary-tables.ts';
import { useAppState } from '../../state/store.ts';
import { SaveTable } from '../common/SaveTable.tsx';

const ROWS = 13;
/** More than a table shows: who saves it looks for something. */
const MOST_SAVED = 10_000;

/** Single steps around the cursor, where the picture is close enough to have them. */
export function StepsTable({ source, cursor }: { source: CurveSource; cursor: Picoseconds }): ReactNode {
  const setCursor = useAppState((state) => state.setCursor);
  const steps = stepsAround(source, cursor, ROWS);
  if (steps === null) {
    const count = formatCount(source.curves.total.steps);
    return <p className="steps-far">{`There are ${count} steps. Zoom in at the cursor to list them one by one.`}</p>;
  }
  const resolution = resolutionOf(steps.map(({ time }) => time));
  return (
    <div className="steps-list">
      <table className="numbers steps">
        <caption>Steps around the cursor</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Change</th>
            <th scope="col">In use</th>
            <th scope="col">Total, bytes</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ time, change, inUse, total }, index) => (
            <tr key={`${String(index)} ${String(time)}`} aria-current={time === cursor}>
              <th scope="row">
                <button type="button" className="row-button" onClick={() => setCursor(time)}>
                  {formatTime(time, resolution, source.curves.end)}
                </button>
              </th>
              <td>{signed(change, formatBytes)}</td>
              <td>{formatBytes(inUse)}</td>
              <td>{formatCount(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SaveTable name="steps" table={() => stepsTable(stepsAround(source, cursor, MOST_SAVED) ?? steps)} />
    </div>
  );
}

/** As many digits as tell the nearest two times apart. */
function resolutionOf(times: readonly Picoseconds[]): Picoseconds {
  let least = Infinity;
  for (let i = 1; i < times.length; i++) {
    const gap = times[i] - times[i - 1];
    if (gap > 0 && gap < least) least = gap;
  }
  return least === Infinity ? 1e9 : least;
}
