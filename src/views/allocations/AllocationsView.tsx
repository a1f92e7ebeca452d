import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { rowOfName } from '../../model/allocation-name.ts';
import type { AllocationListQuery, AllocationRowsQuery } from '../../model/allocation-rows.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { allocationsView, shownWhat } from '../../state/allocation-state.ts';
import { profileTitle, shownAllocator } from '../../state/app-state.ts';
import { flameView } from '../../state/flame-state.ts';
import { appStore, useAppState } from '../../state/store.ts';
import { useAnswer } from '../common/use-answer.ts';
import { AllocationGrid } from './AllocationGrid.tsx';
import { emptyText, totalsText } from './allocations-words.ts';
import { AllocationsBar } from './AllocationsBar.tsx';

interface Props {
  allocator: AllocatorSummary;
  /** The selected allocation in full, where there is one. */
  details: ReactNode;
}

/** Rows are asked for in steps of so many, so that a scroll asks seldom. */
const STEP = 64;

function rowsAround(first: number, count: number): Pick<AllocationRowsQuery, 'offset' | 'limit'> {
  return { offset: Math.max(0, Math.floor(first / STEP) - 1) * STEP, limit: Math.ceil(count / STEP + 3) * STEP };
}

/** Every allocation that the flame view counts, as a row. */
export function AllocationsView({ allocator, details }: Props): ReactNode {
  const index = useAppState((state) => shownAllocator(state)?.index ?? -1);
  const name = useAppState(({ profile }) => (profile === null ? '' : profileTitle(profile).name));
  const selected = useAppState((state) => state.view.selected);
  const list = useList();
  const listKey = list === null ? '' : listKeyOf(list);
  // Where the selected allocation is in the list is asked with other rows, or where its row is not among those that are
  // here: a step to the next row asks nothing.
  const [asked, setAsked] = useState({ ...rowsAround(0, STEP), selected, listKey });
  const onSee = useCallback(
    (first: number, count: number) => {
      const around = rowsAround(first, count);
      setAsked((before) => {
        if (before.offset === around.offset && before.limit === around.limit) return before;
        return { ...around, selected: appStore.getState().view.selected, listKey };
      });
    },
    [listKey],
  );
  const { offset, limit } = asked;
  const query = list === null ? null : { ...list, offset, limit, selected: asked.selected };
  const { answer, hasFailed } = useAnswer('allocationRows', query === null || index < 0 ? null : { allocator: index, query });
  const isHere = answer !== null && asked.listKey === listKey && rowOfName(answer.rows, selected) >= 0;
  if (asked.selected !== selected && !isHere) setAsked({ offset, limit, selected, listKey });
  const { end } = allocator.curves;
  if (hasFailed) {
    return (
      <p className="allocations-empty">
        The worker did not answer which allocations there are. Move the cursor to ask again.
      </p>
    );
  }
  if (answer === null || list === null) return <p className="allocations-empty" aria-busy="true" />;
  return (
    <div className="allocations">
      <AllocationsBar allocator={allocator} index={index} list={list} name={name} filterFault={answer.filterFault} />
      <p className="allocations-totals" role="status">
        {totalsText(answer)}
      </p>
      <div className="allocations-body">
        {answer.filtered.count === 0 ? (
          <p className="allocations-empty">{emptyText(answer, end)}</p>
        ) : (
          <AllocationGrid answer={answer} end={end} listKey={listKeyOf(answer.query)} onSee={onSee} />
        )}
        {details}
      </div>
    </div>
  );
}

function listKeyOf({ what, sort, descending, filter }: AllocationListQuery): string {
  return JSON.stringify([what, sort, descending, filter]);
}

/** Which allocations in which order, as the timeline and the choices stand. */
function useList(): AllocationListQuery | null {
  const kind = useAppState((state) => flameView(state.view).what);
  const cursor = useAppState((state) => state.view.cursor);
  const range = useAppState((state) => state.view.range);
  const allocator = useAppState((state) => state.view.allocator);
  const choices = useAppState((state) => state.view.allocations);
  return useMemo(() => {
    const state = appStore.getState();
    const what = shownWhat({ ...state, view: { ...state.view, cursor, range, allocator } }, kind);
    return what === null ? null : { what, ...allocationsView({ allocations: choices }) };
  }, [kind, cursor, range, allocator, choices]);
}
