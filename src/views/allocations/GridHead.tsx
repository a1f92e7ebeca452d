import type { ReactNode, Ref } from 'react';
import type { AllocationColumn } from '../../model/allocation-rows.ts';
import { allocationsView } from '../../state/allocation-state.ts';
import { useAppState } from '../../state/store.ts';
import { COLUMNS } from './columns.ts';

/** Words sort from a to z at first, numbers from the greatest. */
function startsDescending(column: AllocationColumn): boolean {
  return COLUMNS.some(({ id, isNumber }) => id === column && isNumber && id !== 'start' && id !== 'address');
}

/** The columns' names; each sorts by its column, and the other way round when it does already. */
export function GridHead({ ref }: { ref: Ref<HTMLDivElement> }): ReactNode {
  const choices = useAppState((state) => state.view.allocations);
  const setAllocations = useAppState((state) => state.setAllocations);
  const { sort, descending } = allocationsView({ allocations: choices });
  return (
    <div ref={ref} className="allocations-head" role="row" aria-rowindex={1}>
      {COLUMNS.map(({ id, head, isNumber }, index) => (
        <div
          key={id}
          className={isNumber ? 'allocations-cell number' : 'allocations-cell'}
          role="columnheader"
          aria-colindex={index + 1}
          aria-sort={sort === id ? (descending ? 'descending' : 'ascending') : 'none'}
        >
          <button
            type="button"
            className="row-button"
            onClick={() => setAllocations({ sort: id, descending: sort === id ? !descending : startsDescending(id) })}
          >
            {head}
            <span aria-hidden="true">{sort === id ? (descending ? ' ↓' : ' ↑') : ''}</span>
          </button>
        </div>
      ))}
    </div>
  );
}
