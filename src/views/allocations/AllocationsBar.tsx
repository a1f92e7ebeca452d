import { memo, useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { AllocationListQuery } from '../../model/allocation-rows.ts';
import type { FlameWhat } from '../../model/flame.ts';
import { formatTime } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import { allocationsView } from '../../state/allocation-state.ts';
import { flameView } from '../../state/flame-state.ts';
import { useAppState } from '../../state/store.ts';
import { download, fileName } from '../common/download.ts';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { useSession } from '../common/session.ts';
import { ALLOCATIONS_KEYS } from './allocations-keys.ts';

interface Props {
  allocator: AllocatorSummary;
  index: AllocatorIndex;
  list: AllocationListQuery;
  /** Of the profile. */
  name: string;
  filterFault: string | null;
}

/** What is listed, the filter, and the rows as a file. A step from row to row leaves it alone. */
export const AllocationsBar = memo(function AllocationsBar(props: Props): ReactNode {
  const { allocator, index, list, name, filterFault } = props;
  return (
    <div className="allocations-bar">
      <WhatChoice allocator={allocator} />
      <Filter fault={filterFault} />
      <span className="bar-space" />
      {FORMATS.map((format) => (
        <FileButton
          key={format}
          format={format}
          index={index}
          list={list}
          name={`${name}-${allocator.allocator.id}-allocations.${format}`}
        />
      ))}
      <KeyHelp keys={ALLOCATIONS_KEYS} note="They work while the rows have the focus." />
    </div>
  );
});

/** Shared with the flame view: what it shows is what is listed here. */
function WhatChoice({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const choices = useAppState((state) => state.view.flame);
  const cursor = useAppState((state) => state.view.cursor);
  const setFlame = useAppState((state) => state.setFlame);
  const { peak, curves } = allocator;
  const alive =
    cursor === null
      ? `alive at the window peak, ${formatTime(peak.time, undefined, curves.end)}`
      : `alive at the cursor, ${formatTime(cursor, 1e6, curves.end)}`;
  const whats: readonly (readonly [value: FlameWhat['kind'], words: string])[] = [
    ['alive', alive],
    ['alive-at-peak', 'alive at the peak of the range'],
    ['allocated', 'allocated in the range'],
    ['retained', 'allocated in the range and not freed in it'],
  ];
  return (
    <select
      className="field"
      aria-label="What is listed"
      value={flameView({ flame: choices }).what}
      onChange={({ target }) => setFlame({ what: whats[target.selectedIndex]?.[0] ?? 'alive' })}
    >
      {whats.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** A letter typed is not a filter yet: millions of rows would be looked through for each. */
const REST_MS = 150;

function Filter({ fault }: { fault: string | null }): ReactNode {
  const choices = useAppState((state) => state.view.allocations);
  const setAllocations = useAppState((state) => state.setAllocations);
  const { filter } = allocationsView({ allocations: choices });
  /** What is being typed; null where it is the filter already. */
  const [draft, setDraft] = useState<string | null>(null);
  const filterByDraft = useCallback(() => {
    if (draft === null) return;
    setAllocations({ filter: draft });
    setDraft(null);
  }, [draft, setAllocations]);
  useEffect(() => {
    const timer = setTimeout(filterByDraft, REST_MS);
    return () => clearTimeout(timer);
  }, [filterByDraft]);
  return (
    <label className="allocations-filter">
      <span className="visually-hidden">Filter by call site, program, class, size or address</span>
      <input
        type="search"
        className="field"
        placeholder="filter, or /re/i"
        value={draft ?? filter}
        aria-invalid={fault !== null}
        onChange={({ target }) => setDraft(target.value)}
        // What is done next, such as saving the rows, is done with what was typed.
        onBlur={filterByDraft}
      />
      {fault !== null && <span role="alert">{fault}</span>}
    </label>
  );
}

const FORMATS = ['csv', 'json'] as const;

interface FileButtonProps {
  format: (typeof FORMATS)[number];
  index: AllocatorIndex;
  list: AllocationListQuery;
  name: string;
}

function FileButton({ format, index, list, name }: FileButtonProps): ReactNode {
  const session = useSession();
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    setState('making');
    const answer = await session.ask('allocationFile', { allocator: index, query: list, format });
    if (answer !== null) download(answer.text, fileName(name));
    setState(answer === null ? 'failed' : 'idle');
  };
  const words = {
    idle: `Save as ${format.toUpperCase()}`,
    making: 'Making the file …',
    failed: 'The worker did not make the file',
  };
  return (
    <button
      type="button"
      className="button small"
      disabled={state === 'making'}
      title="All rows that pass the filter, in this order, with exact numbers"
      onClick={() => void save()}
    >
      {words[state]}
    </button>
  );
}
