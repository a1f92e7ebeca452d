import { useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { sharesOfTotal } from '../layout/delta-shares.ts';
import { amountsFor, flameOfDelta } from '../layout/delta-tree.ts';
import type { FlameIndex, FlameRow } from '../layout/flame-index.ts';
import { indexFlame, isWithin, pathOf, rowOfPath, rowText } from '../layout/flame-index.ts';
import { rowOfSelection } from '../layout/flame-ops.ts';
import type { FrameSearch } from '../layout/frame-search.ts';
import { matchFrames } from '../layout/frame-search.ts';
import type { FlameAmounts } from '../model/amounts.ts';
import type { Comparison, DeltaRow, DeltaTree } from '../model/comparison.ts';
import type { FlameGrouping } from '../model/flame.ts';
import { compareView } from '../state/compare-state.ts';
import { useAppState } from '../state/store.ts';
import { SavePicture } from './common/SavePicture.tsx';
import { GROUPING_WORDS, rootText } from './compare/compare-words.ts';
import { deltaLook } from './compare/delta-look.ts';
import { DeltaDetails } from './compare/DeltaDetails.tsx';
import { DELTA_LEGEND, DeltaLegend } from './compare/DeltaLegend.tsx';
import type { FlameChart, FlameCommands, FlamePicture } from './flame/chart.ts';
import { flameFigure } from './flame/figure.ts';
import { FlameCanvas } from './flame/FlameCanvas.tsx';
import type { FlameSelection } from './flame/selection.ts';

interface Props {
  comparison: Comparison;
  tree: DeltaTree;
  grouping: FlameGrouping;
  rows: readonly DeltaRow[];
  amounts: FlameAmounts;
  isTrace: boolean;
  search: FrameSearch;
  searchInput: RefObject<HTMLInputElement | null>;
  /** Set while the picture is on the page, for the search beside it. */
  chart: RefObject<FlameChart | null>;
}

/** Both trees on each other: a box is as wide as what rose and fell in it, and tinted by what is left of that. */
export function CompareFlame(props: Props): ReactNode {
  const { comparison, tree, grouping, rows, amounts: bytes, isTrace, search, searchInput, chart } = props;
  const compare = useAppState((state) => state.view.compare);
  const setCompare = useAppState((state) => state.setCompare);
  const { amounts: mode, focus: focusPath, selected } = compareView({ compare });
  const [merged, setMerged] = useState<{ index: FlameIndex; selection: FlameSelection } | null>(null);
  const readout = useRef<HTMLSpanElement>(null);

  const { baseline, candidate } = comparison;
  const totals = useMemo(
    () => ({ baseline: baseline.total, candidate: candidate.total }),
    [baseline.total, candidate.total],
  );
  const drawn = useMemo(() => (mode === 'share' ? sharesOfTotal(tree) : tree), [mode, tree]);
  const index = useMemo(() => indexFlame(flameOfDelta(drawn)), [drawn]);
  const focus = useMemo(() => Math.max(0, rowOfPath(index, focusPath)), [index, focusPath]);
  const matches = useMemo(() => matchFrames(index, search), [index, search]);
  const selection = useMemo((): FlameSelection | null => {
    if (merged?.index === index) return merged.selection;
    const row = rowOfSelection(index, selected);
    return row === null ? null : { kind: 'node', row };
  }, [index, merged, selected]);

  const amounts = useMemo(() => amountsFor(mode, bytes), [mode, bytes]);
  const words = useMemo(() => {
    const text = rootText(candidate, isTrace, mode);
    return { amounts, counted: '', rootText: text };
  }, [amounts, candidate, isTrace, mode]);
  const look = useMemo(() => deltaLook(drawn, index, words), [drawn, index, words]);
  const picture = useMemo(
    (): FlamePicture => ({ index, focus, matches, selection, words, look }),
    [index, focus, matches, selection, words, look],
  );

  const select = (chosen: FlameSelection | null): void => {
    setMerged(chosen?.kind === 'merged' ? { index, selection: chosen } : null);
    const row = chosen?.kind === 'merged' ? chosen.parent : chosen?.row;
    setCompare({ selected: row === undefined ? null : pathOf(index.tree, row) });
  };
  const focusOn = (row: FlameRow): void => {
    setMerged(null);
    setCompare({ focus: pathOf(index.tree, row), selected: pathOf(index.tree, row) });
  };
  const commands: FlameCommands = {
    select,
    focus: focusOn,
    undo: () => {
      if (focus === 0) return false;
      focusOn(Math.max(0, index.tree.parent[focus]));
      return true;
    },
    search: () => searchInput.current?.select(),
  };
  // In the tree of absolute amounts: shares have another order of rows.
  const detailed = selection?.kind === 'node' ? rowOfPath(indexOf(tree, drawn, index), pathOf(index.tree, selection.row)) : -1;
  const absolute = indexOf(tree, drawn, index);
  if (index.tree.total[0] === 0) {
    return (
      <p className="flame-empty">
        {`No difference: ${rootText(candidate, isTrace, mode).replace('candidate − baseline, ', '')}, every box holds the same on both sides.`}
      </p>
    );
  }
  return (
    <>
      <div className="flame-bar">
        <FocusCrumbs index={index} focus={focus} onFocus={focusOn} />
        <span className="bar-space" />
        <DeltaLegend />
        <SavePicture
          name="compared-flame"
          content={() => flameFigure(picture, GROUPING_WORDS[grouping], DELTA_LEGEND)}
        />
      </div>
      <p className="flame-readout">
        <span ref={readout} className="moving-words" />
      </p>
      <div className="flame-body">
        <FlameCanvas
          label={`Flame of deltas, ${words.rootText}`}
          picture={picture}
          commands={commands}
          readout={readout}
          chart={chart}
        />
        {detailed >= 0 && (
          <DeltaDetails
            tree={tree}
            flame={absolute.tree}
            row={detailed}
            totals={totals}
            amounts={bytes}
            rootText={rootText(candidate, isTrace, 'bytes')}
            rows={rows}
            onSelect={(row) => setCompare({ selected: pathOf(absolute.tree, row) })}
            onFocus={(row) => {
              const path = pathOf(absolute.tree, row);
              setCompare({ focus: path, selected: path });
            }}
            onClose={() => select(null)}
          />
        )}
      </div>
    </>
  );
}

/** The index of the tree in absolute amounts; the drawn one where that is the same tree. */
function indexOf(tree: DeltaTree, drawn: DeltaTree, index: FlameIndex): FlameIndex {
  return tree === drawn ? index : indexFlame(flameOfDelta(tree));
}

interface CrumbsProps {
  index: FlameIndex;
  focus: FlameRow;
  onFocus: (row: FlameRow) => void;
}

/** The frames down to the one at full width, each a way back to it. */
function FocusCrumbs({ index, focus, onFocus }: CrumbsProps): ReactNode {
  if (focus === 0) return <span className="compare-hint">Double click or Enter shows a box at full width.</span>;
  const rows: FlameRow[] = [];
  for (let row = focus; row > 0; row = index.tree.parent[row]) rows.push(row);
  rows.reverse();
  return (
    <nav className="flame-crumbs" aria-label="Frames down to the one at full width">
      <button type="button" className="link" onClick={() => onFocus(0)}>
        all
      </button>
      <ol>
        {rows.map((row) => (
          <li key={row}>
            {row === focus ? (
              <span aria-current="true">{rowText(index.tree, row)}</span>
            ) : (
              <button type="button" className="link" onClick={() => onFocus(row)}>
                {rowText(index.tree, row)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The row of a frame at which most has changed; null where the tree has no such frame. */
export function pathOfFrame(tree: DeltaTree, wanted: DeltaRow): ReturnType<typeof pathOf> | null {
  const flame = flameOfDelta(tree);
  const index = indexFlame(flame);
  let best = -1;
  for (let row = 1; row < flame.length; row++) {
    const file = flame.file[row] < 0 ? null : flame.names[flame.file[row]];
    if (flame.names[flame.name[row]] !== wanted.name || file !== wanted.file) continue;
    // A recursion lies within itself: the outer one has it all.
    if (best >= 0 && (isWithin(index, row, best) || flame.total[row] <= flame.total[best])) continue;
    best = row;
  }
  return best < 0 ? null : pathOf(flame, best);
}
