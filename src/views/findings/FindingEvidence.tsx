import type { ReactNode } from 'react';
import type { FindingEvidence as Evidence } from '../../model/finding.ts';
import { formatBytes, formatCount, formatQuantity, formatTime } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';
import { useAppState } from '../../state/store.ts';

interface Props {
  evidence: Evidence;
  end: Picoseconds;
  /** Shows the finding, so that the moment of one of its allocations is in the picture. */
  onShow: () => void;
}

/** The allocations that a finding rests on. */
export function FindingEvidence({ evidence, end, onShow }: Props): ReactNode {
  const setCursor = useAppState((state) => state.setCursor);
  const { count, bytes, allocations, callSite } = evidence;
  const listed = allocations.length < count ? `, the largest ${formatCount(allocations.length)} listed` : '';
  return (
    <div className="finding-evidence">
      <p>
        {formatQuantity(count, 'allocation')}, {formatBytes(bytes)}
        {listed}
        {callSite !== '' && (
          <>
            , all under <code>{callSite}</code>
          </>
        )}
        .
      </p>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Start</th>
            <th scope="col">Held, bytes</th>
            <th scope="col">Address</th>
          </tr>
        </thead>
        <tbody>
          {[...allocations].sort((a, b) => a.start - b.start).map(({ start, held, address }, index) => (
            <tr key={`${String(index)} ${address}`}>
              <th scope="row">
                <button
                  type="button"
                  className="row-button"
                  onClick={() => {
                    onShow();
                    setCursor(start);
                  }}
                >
                  {formatTime(start, 1e6, end)}
                </button>
              </th>
              <td>{formatCount(held)}</td>
              <td>
                <code>{address}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
