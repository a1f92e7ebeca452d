import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, UIEvent } from 'react';
import { nameOfRow, rowOfName, sameAllocation } from '../../model/allocation-name.ts';
import type { AllocationName, AllocationRows } from '../../model/allocation-rows.ts';
import { formatCount } from '../../model/format.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import { useAppState } from '../../state/store.ts';
import { useCopy } from '../common/use-copy.ts';
import { COLUMNS, rowText } from './columns.ts';
import { GridGroup, rowId } from './GridGroup.tsx';
import { GridHead } from './GridHead.tsx';
import { groupsOf, madeRows, ROW_HEIGHT, rowWindow, scrollToSee } from './row-window.ts';
import { useWrittenRows } from './use-written-rows.ts';

interface Props {
  answer: AllocationRows;
  /** End of the capture. */
  end: Picoseconds;
  /** Changes with what is listed and in which order; the grid then goes to the selected row, or to the top. */
  listKey: string;
  onSee: (first: number, count: number) => void;
}

/** At both sides of a cell together, where it is widest. */
const CELL_PADDING: CssPixels = 16;

/** Within so many milliseconds of one scroll, another is the same movement. */
const SAME_SCROLL_MS = 100;

/** The rows: a grid of which only what is seen is on the page. One row is current, that of the selected allocation. */
export function AllocationGrid({ answer, end, listKey, onSee }: Props): ReactNode {
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const selected = useAppState((state) => state.view.selected);
  const select = useAppState((state) => state.selectAllocation);
  const [scroll, setScroll] = useState<{ at: CssPixels; goesOn: boolean }>({ at: 0, goesOn: false });
  const lastScroll = useRef(-Infinity);
  const [viewport, setViewport] = useState<CssPixels>(ROW_HEIGHT);
  const [widths, setWidths] = useState<readonly CssPixels[]>(() => COLUMNS.map(() => 0));
  /** A row that keys lead to and that is not here yet. */
  const target = useRef<number | null>(null);
  /** That row is to be copied when it is here. */
  const copiesTarget = useRef(false);
  const { rows, query, filtered } = answer;
  const { count } = filtered;
  const local = rowOfName(rows, selected);
  const current = currentRow(answer, selected, local);

  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setViewport(seenHeight(element, head.current));
      const now = columnWidths(head.current);
      // The same array for the same widths: with another one every row is made anew.
      setWidths((before) => (String(before) === String(now) ? before : now));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  const reveal = useCallback(
    (row: number) => {
      const element = grid.current;
      if (element === null) return;
      // Measured here, because the first row that is revealed comes before the observer of sizes.
      const to = scrollToSee(row, element.scrollTop, seenHeight(element, head.current), count);
      if (to === null) return;
      element.scrollTop = to;
      setScroll({ at: element.scrollTop, goesOn: false });
    },
    [count],
  );

  // Where another list is shown, its selected row comes into view.
  const shownList = useRef('');
  useEffect(() => {
    if (shownList.current === listKey || grid.current === null) return;
    shownList.current = listKey;
    target.current = null;
    if (answer.selectedRow >= 0) reveal(answer.selectedRow);
    else grid.current.scrollTop = 0;
  }, [answer, listKey, reveal]);

  /** Selects a row that is here; false where it is not. */
  const choose = useCallback(
    (row: number): boolean => {
      const isHere = row >= query.offset && row < query.offset + rows.length;
      if (isHere) select(nameOfRow(rows, row - query.offset));
      return isHere;
    },
    [query, rows, select],
  );
  const { copy } = useCopy();
  useEffect(() => {
    const row = target.current;
    if (row === null || !choose(row)) return;
    target.current = null;
    if (copiesTarget.current) copy(rowText(answer, row - query.offset, end));
  });

  const rowsSeen = rowWindow(scroll.at, viewport, count);
  const seen = Math.ceil(viewport / ROW_HEIGHT) + 1;
  const made = madeRows(rowsSeen, seen, count);
  const here = { from: Math.max(made.from, query.offset), to: Math.min(made.to, query.offset + rows.length) };
  const written = useWrittenRows(here, scroll.goesOn);
  useEffect(() => onSee(made.from, made.to - made.from), [made.from, made.to, onSee]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // A marked text is what a person means to copy.
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && String(getSelection()) === '') {
      copiesTarget.current = target.current !== null;
      if (target.current === null && local >= 0) copy(rowText(answer, local, end));
      return;
    }
    const row = rowOfKey(event, target.current ?? current, count, Math.max(1, seen - 2));
    if (row === null) return;
    event.preventDefault();
    target.current = null;
    copiesTarget.current = false;
    if (row < 0) {
      select(null);
      return;
    }
    reveal(row);
    if (!choose(row)) target.current = row;
  };
  const onScroll = ({ currentTarget, timeStamp }: UIEvent): void => {
    const at = currentTarget.scrollTop;
    const goesOn = timeStamp - lastScroll.current < SAME_SCROLL_MS;
    lastScroll.current = timeStamp;
    // Where a key led to has been shown already.
    setScroll((before) => (before.at === at ? before : { at, goesOn }));
  };
  const onClick = ({ target: clicked }: MouseEvent): void => {
    const row = clicked instanceof Element ? clicked.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
    if (row === undefined) return;
    target.current = null;
    choose(Number(row));
  };

  const selectedHere = local < 0 ? -1 : query.offset + local;
  const shown = groupsOf(made).map(({ group, from, to }) => (
    <GridGroup
      key={group}
      gridId={id}
      answer={answer}
      from={from}
      to={to}
      writtenFrom={clamp(Math.max(written.from, here.from), from, to)}
      writtenTo={clamp(Math.min(written.to, here.to), from, to)}
      selected={selectedHere >= from && selectedHere < to ? selectedHere : -1}
      end={end}
      widths={widths}
    />
  ));
  const isCurrentSeen = current >= made.from && current < made.to;
  return (
    <div
      ref={grid}
      className="allocations-grid"
      role="grid"
      aria-label={`Allocations, ${formatCount(count)} rows`}
      aria-rowcount={count + 1}
      aria-colcount={COLUMNS.length}
      aria-activedescendant={isCurrentSeen ? rowId(id, current) : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <GridHead ref={head} />
      <div className="allocations-rows" role="rowgroup" style={{ height: rowsSeen.height }}>
        <div role="presentation" style={{ transform: `translateY(${String(made.top)}px)` }}>
          {shown}
        </div>
      </div>
    </div>
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The height in which rows are seen: under the head. */
function seenHeight(grid: HTMLElement, head: HTMLElement | null): CssPixels {
  return Math.max(ROW_HEIGHT, grid.clientHeight - (head?.offsetHeight ?? 0));
}

/** What the columns have for their texts. */
function columnWidths(head: HTMLElement | null): CssPixels[] {
  return COLUMNS.map((_, column) => {
    const cell = head?.children[column];
    return cell instanceof HTMLElement ? cell.offsetWidth - CELL_PADDING : 0;
  });
}

/** Position of the selected row in the list; -1 where it is not known to be in it. */
function currentRow({ query, selectedRow }: AllocationRows, selected: AllocationName | null, local: number): number {
  if (local >= 0) return query.offset + local;
  return selected !== null && sameAllocation(query.selected, selected) ? selectedRow : -1;
}

/** Where a key leads: a row, -1 for none, null where the key means nothing here. */
function rowOfKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  from: number,
  count: number,
  page: number,
): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  const last = count - 1;
  const at = Math.max(from, -1);
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, Math.max(0, at) + page);
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return -1;
    default:
      return null;
  }
}
