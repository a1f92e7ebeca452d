import type { KeyboardEvent, ReactNode } from 'react';
import { formatAllocator, formatBytes, formatCount, formatQuantity } from '../../model/format.ts';
import type { AllocatorKind } from '../../model/profile.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { allocatorKey } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { allocatorsTable } from '../../share/summary-tables.ts';
import { SaveTable } from '../common/SaveTable.tsx';

const KINDS: Record<AllocatorKind, string> = {
  device: 'device',
  tpu: 'TPU',
  'pinned-host': 'pinned host',
  cpu: 'host',
};

interface Props {
  allocators: readonly AllocatorSummary[];
  shown: AllocatorSummary | null;
  /** What the rows leave open; null where that is nothing. */
  note: string | null;
}

/** Every pool of memory with its own peak; peaks of different pools are never added. */
export function AllocatorTable({ allocators, shown, note }: Props): ReactNode {
  const choose = useAppState((state) => state.chooseAllocator);
  return (
    <section className="allocators" aria-labelledby="allocators-title">
      <div className="save-table-line">
        <h2 id="allocators-title">Allocators</h2>
        <SaveTable name="allocators" table={() => allocatorsTable(allocators)} />
      </div>
      <table className="numbers" onKeyDown={moveBetweenRows}>
        <thead>
          <tr>
            <th scope="col">Allocator</th>
            <th scope="col">Window peak, bytes</th>
            <th scope="col">Capacity</th>
            <th scope="col">Events</th>
          </tr>
        </thead>
        <tbody>
          {allocators.map((summary) => {
            const { allocator, peak } = summary;
            const key = allocatorKey(summary);
            return (
              <tr key={key} aria-current={summary === shown} onClick={() => choose(key)}>
                <th scope="row">
                  <button type="button" className="row-button" aria-pressed={summary === shown}>
                    {breakable(formatAllocator(allocator))}
                  </button>
                  <small>
                    {KINDS[allocator.kind]}
                    {allocator.host !== null && ` on ${allocator.host}`}
                  </small>
                </th>
                <td>
                  {formatBytes(peak.total)}
                  <small>{formatCount(peak.total)}</small>
                </td>
                <td>{allocator.capacity === null ? 'not stated' : formatBytes(allocator.capacity)}</td>
                <td>
                  {formatCount(allocator.allocations + allocator.deallocations)}
                  <small>{formatQuantity(allocator.deallocations, 'free')}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {note !== null && <p className="allocators-note">{note}</p>}
    </section>
  );
}

/** Names are words joined by underscores, and may be wider than the column. */
function breakable(name: string): string {
  return name.replaceAll('_', '_\u200b');
}

/** Up and down go from row to row, as in any list. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = Array.from(event.currentTarget.querySelectorAll('button'));
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
