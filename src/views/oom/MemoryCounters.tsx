import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { MemoryCounter } from '../../model/oom-incident.ts';
import { sizeWithError } from './picture-tables.ts';
import { WideTable } from './WideTable.tsx';

/** Numbers that people paste beside each other although they count different things: each with what it counts. */
export function MemoryCounters({ counters }: { counters: readonly MemoryCounter[] }): ReactNode {
  return (
    <section className="oom-counters">
      <h3>What each number counts</h3>
      <WideTable label="Memory counters">
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Size</th>
              <th scope="col">Line</th>
              <th scope="col">Counts</th>
            </tr>
          </thead>
          <tbody>
            {counters.map(({ name, size, counts, line }, row) => (
              <tr key={`${String(row)} ${name}`}>
                <th scope="row">{name}</th>
                <td>{sizeWithError(size)}</td>
                <td>{line > 0 ? formatCount(line) : ''}</td>
                <td className="oom-words">{counts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </section>
  );
}
