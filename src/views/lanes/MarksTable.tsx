import type { ReactNode } from 'react';
import { longestMarks } from '../../layout/lanes.ts';
import { formatCount, formatDuration, formatTime } from '../../model/format.ts';
import type { Lanes } from '../../model/lanes.ts';
import { shownAllocator, shownRange } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';

const ROWS = 20;

/** The marks of the visible range that last longest. */
export function MarksTable({ lanes }: { lanes: Lanes }): ReactNode {
  const view = useAppState((state) => state.view);
  const allocator = useAppState((state) => shownAllocator(state)?.summary ?? null);
  const setCursor = useAppState((state) => state.setCursor);
  if (allocator === null) return null;
  const range = shownRange(view, allocator);
  const { marks, others } = longestMarks(lanes, range, ROWS);
  const resolution = (range.to - range.from) / 1000;
  return (
    <div className="lanes-table">
      <table className="numbers">
        <caption>The longest marks of the visible range</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Lane</th>
            <th scope="col">Start</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {marks.map(({ lane, name, start, end }, index) => (
            <tr key={`${String(index)} ${String(start)}`}>
              <th scope="row">
                <button type="button" className="row-button" onClick={() => setCursor(start)}>
                  {name === '' ? 'no name' : name}
                </button>
              </th>
              <td>{lane === 'device runs' ? 'device runs, in device time' : lane}</td>
              <td>{formatTime(start, resolution, allocator.curves.end)}</td>
              <td>{formatDuration(end - start)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p>{`${formatCount(others)} shorter ones are not listed. Zoom in to see them one by one.`}</p>}
    </div>
  );
}
