import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { MemoryCounter } from '../../model/oom-incident.ts';
import { OomTable } from './OomTable.tsx';
import { sizeWithError } from './picture-tables.ts';
import { savedCounters } from './saved-tables.ts';

/** Numbers that people paste beside each other although they count different things: each with what it counts. */
export function MemoryCounters({ counters }: { counters: readonly MemoryCounter[] }): ReactNode {
  return (
    <section className="oom-counters">
      <h3>What each number counts</h3>
      <OomTable
        name="Memory counters"
        head={['Number', 'Size', 'Line', 'Counts']}
        rows={counters.map(({ name, size, counts, line }) => [
          name,
          sizeWithError(size),
          line > 0 ? formatCount(line) : '',
          counts,
        ])}
        saved={() => savedCounters(counters)}
        sentences={3}
      />
    </section>
  );
}
