import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { signed } from '../../layout/sample-amounts.ts';
import { formatBytes, formatExactBytes } from '../../model/format.ts';
import type { ProfileRun } from '../../state/app-state.ts';
import { Modal } from '../common/Modal.tsx';
import type { RunPeak } from '../common/session.ts';
import { useSession } from '../common/session.ts';
import { runLabel, sortedRuns } from './run-label.ts';

interface Props {
  runs: readonly ProfileRun[];
  onClose: () => void;
}

/** The peaks of all runs, read one after the other; any two of them open side by side. */
export function RunsDialog({ runs, onClose }: Props): ReactNode {
  const session = useSession();
  const [peaks, setPeaks] = useState<Record<string, RunPeak>>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  useEffect(
    () => session.readPeaks((peak) => setPeaks((before) => ({ ...before, [peak.path]: peak }))),
    [session],
  );

  // By name, which for runs is by time: the first is what the others are held against.
  const sorted = sortedRuns(runs);
  const first = peaks[sorted[0].path]?.allocator?.peak.total ?? null;
  const toggle = (path: string): void =>
    setChosen((before) => (before.includes(path) ? before.filter((one) => one !== path) : [...before, path].slice(-2)));
  const pair = sorted.filter(({ path }) => chosen.includes(path));
  return (
    <Modal title="Peaks of all runs" onClose={onClose}>
      <p>Choose two to compare them. The earlier one is the baseline.</p>
      <table className="numbers">
        <caption className="visually-hidden">Peaks of all runs</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Window peak</th>
            <th scope="col">Against the first</th>
            <th scope="col">Before the capture</th>
            <th scope="col">Capacity</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((run) => (
            <tr key={run.path} aria-current={chosen.includes(run.path)}>
              <th scope="row">
                <label className="flame-check">
                  <input type="checkbox" checked={chosen.includes(run.path)} onChange={() => toggle(run.path)} />
                  {runLabel(run, runs)}
                </label>
              </th>
              <PeakCells peak={peaks[run.path] ?? null} first={first} isFirst={run === sorted[0]} />
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <button
          type="button"
          className="button primary"
          disabled={pair.length !== 2}
          onClick={() => {
            onClose();
            session.compareRuns(pair[0].path, pair[1].path);
          }}
        >
          Compare these two
        </button>
      </p>
    </Modal>
  );
}

function PeakCells({ peak, first, isFirst }: { peak: RunPeak | null; first: number | null; isFirst: boolean }): ReactNode {
  if (peak === null) return <td colSpan={4}>being read</td>;
  if (peak.allocator === null) return <td colSpan={4} className="runs-fault">{peak.fault}</td>;
  const { peak: window, inUseBefore, allocator } = peak.allocator;
  const delta = first === null ? null : window.total - first;
  return (
    <>
      <td>
        {formatBytes(window.total)}
        <small>{formatExactBytes(window.total)}</small>
      </td>
      <td title={delta === null ? '' : signed(delta, formatExactBytes)}>
        {isFirst ? 'the first' : delta === null ? '' : delta === 0 ? 'the same' : signed(delta, formatBytes)}
      </td>
      <td title={formatExactBytes(inUseBefore)}>{formatBytes(inUseBefore)}</td>
      <td>{allocator.capacity === null ? 'not stated' : formatBytes(allocator.capacity)}</td>
    </>
  );
}
