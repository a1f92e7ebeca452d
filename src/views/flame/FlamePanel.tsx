import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import { pathOf } from '../../layout/flame-index.ts';
import { applyOps, rowOfSelection, withFocus, withHidden, withInverted, withoutOp } from '../../layout/flame-ops.ts';
import { matchFrames, matchTotals, parseSearch } from '../../layout/frame-search.ts';
import type { FlameTree } from '../../model/flame.ts';
import { formatCount, formatPercent, formatQuantity } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';
import type { FlameOp } from '../../model/view-state.ts';
import { flameView } from '../../state/flame-state.ts';
import { useAppState } from '../../state/store.ts';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { SavePicture } from '../common/SavePicture.tsx';
import type { FlameChart, FlameCommands, FlamePicture } from './chart.ts';
import { FlameCanvas } from './FlameCanvas.tsx';
import { flameFigure } from './figure.ts';
import { FlameCrumbs } from './FlameCrumbs.tsx';
import { FlameDetails } from './FlameDetails.tsx';
import { FLAME_KEYS } from './flame-keys.ts';
import { FlameLegend } from './FlameLegend.tsx';
import { FlameList } from './FlameList.tsx';
import { FlameSearch } from './FlameSearch.tsx';
import type { FlameSelection } from './selection.ts';
import type { BoxWords } from './sentences.ts';
import { shareOf } from './sentences.ts';

interface Props {
  tree: FlameTree;
  words: BoxWords;
  /** The selects that say what the tree is; a trace and a dump have different ones. */
  sentence: ReactNode;
  /** How the tree is grouped, for its picture: `by call stack`. */
  grouping: string;
  /** Why nothing is drawn; null where something is. */
  empty: string | null;
  isWaiting: boolean;
  formatStart: ((time: Picoseconds) => string) | null;
  /** Folds or unfolds what is no user code. */
  onFold: () => void;
}

/** A merged box that is selected: it means something in one tree only. */
interface MergedSelection {
  index: FlameIndex;
  selection: FlameSelection;
}

/** A flame tree with all that can be done to it. Knows nothing of where the tree is from. */
export function FlamePanel(props: Props): ReactNode {
  const { tree, words, sentence, grouping, empty, isWaiting, formatStart, onFold } = props;
  const choices = useAppState((state) => state.view.flame);
  const setFlame = useAppState((state) => state.setFlame);
  const { ops, search, selected, asList } = flameView({ flame: choices });
  const [merged, setMerged] = useState<MergedSelection | null>(null);
  const chart = useRef<FlameChart | null>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);

  const applied = useMemo(() => applyOps(tree, ops), [tree, ops]);
  const { index, focus, found, shortened } = applied;
  const parsed = useMemo(() => parseSearch(search), [search]);
  const matches = useMemo(() => matchFrames(index, parsed), [index, parsed]);
  const selection = useMemo((): FlameSelection | null => {
    if (merged?.index === index) return merged.selection;
    const row = rowOfSelection(index, selected);
    return row === null ? null : { kind: 'node', row };
  }, [index, merged, selected]);
  const picture = useMemo(
    (): FlamePicture => ({ index, focus, matches, selection, words }),
    [index, focus, matches, selection, words],
  );

  const select = (chosen: FlameSelection | null): void => {
    setMerged(chosen?.kind === 'merged' ? { index, selection: chosen } : null);
    const row = chosen?.kind === 'merged' ? chosen.parent : chosen?.row;
    setFlame({ selected: row === undefined ? null : pathOf(index.tree, row) });
  };
  const selectRow = (row: FlameRow): void => select({ kind: 'node', row });
  const change = (to: readonly FlameOp[], then: FlameRow | null): void => {
    setMerged(null);
    setFlame({ ops: to, ...(then === null ? {} : { selected: pathOf(index.tree, then) }) });
  };
  const focusOn = (row: FlameRow): void => change(withFocus(ops, applied, row), row);
  const hide = (row: FlameRow): void => change(withHidden(ops, applied, row), index.tree.parent[row]);
  const undo = (): boolean => {
    if (ops.length > 0) change(withoutOp(ops, ops.length - 1), null);
    return ops.length > 0;
  };
  const commands: FlameCommands = {
    select,
    focus: focusOn,
    hide,
    undo,
    invert: () => change(withInverted(ops), null),
    fold: onFold,
    search: () => searchInput.current?.select(),
  };

  const totals = matches && matchTotals(index, matches, focus);
  const isInverted = ops.filter(({ kind }) => kind === 'invert').length % 2 === 1;
  return (
    <section className="flame" aria-label="Flame view" aria-busy={isWaiting}>
      <div className="flame-bar">
        {sentence}
        <span className="bar-space" />
        <label className="flame-check">
          <input type="checkbox" checked={asList} onChange={() => setFlame({ asList: !asList })} />
          as a list
        </label>
        <KeyHelp keys={FLAME_KEYS} note="They work while the picture has the focus." />
      </div>
      <div className="flame-bar">
        <FlameSearch
          typed={search}
          message={searchMessage(parsed, totals, index.tree.total[focus], words)}
          exact={totals === null || totals.nodes === 0 ? undefined : words.amounts.exact(totals.bytes)}
          isFault={parsed.kind === 'fault'}
          input={searchInput}
          onType={(text) => setFlame({ search: text })}
          onStep={(step) => chart.current?.goToMatch(step)}
          onLeave={() => chart.current?.takeFocus()}
        />
        <FlameCrumbs
          ops={ops}
          found={found}
          onUndo={(at) => change(withoutOp(ops, at), null)}
          onUndoAll={() => change([], null)}
        />
        <span className="bar-space" />
        <div className="flame-bar-end">
          <FlameLegend tree={index.tree} />
          <SavePicture
            name={`flame-${words.rootText}`}
            content={() => (empty === null ? flameFigure(picture, grouping) : null)}
          />
        </div>
      </div>
      {empty !== null ? (
        <p className="flame-empty">{empty}</p>
      ) : (
        <>
          {!asList && (
            <p className="flame-readout">
              <span ref={readout} className="moving-words" />
            </p>
          )}
          {shortened > 0 && (
            <p className="flame-note">
              {`The callers of the ${formatQuantity(shortened, 'smallest stack')} are left out: `}
              the tree would be too large. Focus on a frame first to see them.
            </p>
          )}
          <div className="flame-body">
            {asList ? (
              <FlameList
                index={index}
                focus={focus}
                matches={matches}
                selected={selection?.kind === 'node' ? selection.row : null}
                words={words}
                onSelect={selectRow}
              />
            ) : (
              <FlameCanvas
                label={`Flame view, ${words.rootText}`}
                picture={picture}
                commands={commands}
                readout={readout}
                chart={chart}
              />
            )}
            {selection !== null && (
              <FlameDetails
                index={index}
                selection={selection}
                words={words}
                isInverted={isInverted}
                formatStart={formatStart}
                onSelect={selectRow}
                onFocus={focusOn}
                onHide={hide}
                onClose={() => select(null)}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}

function searchMessage(
  search: ReturnType<typeof parseSearch>,
  totals: ReturnType<typeof matchTotals> | null,
  whole: number,
  { amounts }: BoxWords,
): string {
  if (search.kind === 'fault') return search.message;
  if (totals === null) return '';
  if (totals.nodes === 0) return 'no frame matches';
  const share = formatPercent(shareOf(totals.bytes, whole));
  return `${formatCount(totals.nodes)} found, ${amounts.short(totals.bytes)}, ${share}`;
}
