import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { parseSearch } from '../layout/frame-search.ts';
import { amountsOfType, type FlameAmounts } from '../model/amounts.ts';
import type { DeltaRow } from '../model/comparison.ts';
import type { FlameGrouping } from '../model/flame.ts';
import { formatCount } from '../model/format.ts';
import type { CompareTab } from '../model/view-state.ts';
import type { OpenComparison } from '../state/app-state.ts';
import { compareView } from '../state/compare-state.ts';
import { useAppState } from '../state/store.ts';
import { Choice } from './common/Choice.tsx';
import { KeyHelp } from './common/KeyHelp.tsx';
import { useSession } from './common/session.ts';
import type { Tab } from './common/TabStrip.tsx';
import { TabStrip } from './common/TabStrip.tsx';
import { AMOUNT_WORDS, GROUPING_WORDS } from './compare/compare-words.ts';
import { CompareHead } from './compare/CompareHead.tsx';
import { CurvesPanel } from './compare/CurvesPanel.tsx';
import { DeltaTable } from './compare/DeltaTable.tsx';
import { DELTA_FLAME_KEYS } from './compare/compare-keys.ts';
import { changedFindings, FindingsCompared } from './compare/FindingsCompared.tsx';
import { SideFactsTable } from './compare/SideFactsTable.tsx';
import type { ShownComparison } from './compare/use-comparison.ts';
import { useComparison } from './compare/use-comparison.ts';
import { CompareFlame, pathOfFrame } from './CompareFlame.tsx';
import type { FlameChart } from './flame/chart.ts';
import { FlameSearch } from './flame/FlameSearch.tsx';
import '../styles/compare.css';

/** Two profiles side by side. */
export function CompareScreen({ open }: { open: OpenComparison }): ReactNode {
  const session = useSession();
  const { shown, isWaiting, fault } = useComparison(open);
  const markDrawn = useAppState((state) => state.markDrawn);
  const hasCurves = shown !== null && shown.comparison.alignments.length > 0;
  useEffect(() => {
    // The picture of the curves says itself when it is there.
    if (fault !== null || (shown !== null && !hasCurves)) markDrawn();
  }, [fault, shown, hasCurves, markDrawn]);
  if (fault !== null) {
    return (
      <main className="compare-wait">
        <h1>The two could not be compared</h1>
        <p role="alert">{fault}</p>
        <p className="compare-ways">
          {open.sides.map(({ digest }, at) => (
            <button
              key={digest.name}
              type="button"
              className="button"
              onClick={() => session.closeSide(at === 0 ? 1 : 0)}
            >
              {`Show only ${digest.name}`}
            </button>
          ))}
        </p>
      </main>
    );
  }
  if (shown === null) return <main className="compare-wait" aria-busy="true" />;
  return <Compared open={open} shown={shown} isWaiting={isWaiting} />;
}

interface Props {
  open: OpenComparison;
  shown: ShownComparison;
  isWaiting: boolean;
}

function Compared({ open, shown, isWaiting }: Props): ReactNode {
  const { comparison, baseline, candidate } = shown;
  const isTrace = baseline.kind === 'trace' && candidate.kind === 'trace';
  const amounts = useMemo(
    () => amountsOfType({ type: comparison.candidate.counted, unit: comparison.unit }),
    [comparison],
  );
  const faults = open.sides.flatMap(({ digest, fault }) => (fault === null ? [] : [{ name: digest.name, fault }]));
  const hasCurves = comparison.alignments.length > 0;
  return (
    <>
      <CompareHead shown={shown} amounts={amounts} isTrace={isTrace} />
      <main className="main-screen compare-screen" aria-busy={isWaiting}>
        <aside aria-label="Facts of both sides">
          {faults.map(({ name, fault }) => (
            <p key={name} className="compare-fault" role="alert">
              {`${name}: ${fault} The comparison needs no worker and stays.`}
            </p>
          ))}
          <SideFactsTable comparison={comparison} amounts={amounts} isTrace={isTrace} />
          {comparison.caveats.length > 0 && (
            <section className="compare-caveats" aria-labelledby="compare-caveats-title">
              <h2 id="compare-caveats-title">What to bear in mind</h2>
              <ul>
                {comparison.caveats.map((caveat) => (
                  <li key={caveat}>{caveat}</li>
                ))}
              </ul>
            </section>
          )}
        </aside>
        <div className={hasCurves ? 'memory-over-time' : 'memory-over-time of-total'}>
          <CurvesPanel shown={shown} />
          <DeltaViews shown={shown} amounts={amounts} isTrace={isTrace} />
        </div>
      </main>
    </>
  );
}

interface ViewProps {
  shown: ShownComparison;
  amounts: FlameAmounts;
  isTrace: boolean;
}

const NO_ROWS: readonly DeltaRow[] = [];

const GROUPINGS: readonly FlameGrouping[] = ['stack', 'call-site', 'program', 'class'];

/** The difference as boxes, as a table, and in findings. */
function DeltaViews({ shown, amounts, isTrace }: ViewProps): ReactNode {
  const { comparison } = shown;
  const tab = useAppState((state) => compareView(state.view).tab);
  const mode = useAppState((state) => compareView(state.view).amounts);
  const typed = useAppState((state) => compareView(state.view).search);
  const chosen = useAppState((state) => compareView(state.view).grouping);
  const setCompare = useAppState((state) => state.setCompare);
  const chart = useRef<FlameChart | null>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const search = useMemo(() => parseSearch(typed), [typed]);
  const groupings = GROUPINGS.filter((one) => comparison.trees[one] !== undefined);
  const grouping = groupings.find((one) => one === chosen) ?? groupings[0];
  const tree = comparison.trees[grouping];
  const rows = comparison.rows[grouping] ?? NO_ROWS;

  const bar = (
    <div className="flame-bar">
      <div className="flame-sentence">
        <Choice
          label="How it is grouped"
          value={grouping}
          options={groupings.map((one) => [one, GROUPING_WORDS[one]] as const)}
          onChoose={(one) =>
            setCompare({ grouping: one === groupings[0] ? null : one, focus: [], selected: null })
          }
        />
        <Choice
          label="What the widths are"
          value={mode}
          options={AMOUNT_WORDS}
          onChoose={(one) => setCompare({ amounts: one })}
        />
      </div>
      <FlameSearch
        typed={typed}
        message={search.kind === 'fault' ? search.message : foundText(tab, search.kind)}
        isFault={search.kind === 'fault'}
        input={searchInput}
        onType={(text) => setCompare({ search: text })}
        onStep={(step) => chart.current?.goToMatch(step)}
        onLeave={() => chart.current?.takeFocus()}
      />
      <span className="bar-space" />
      {tab === 'flame' && <KeyHelp keys={DELTA_FLAME_KEYS} note="They work while the picture has the focus." />}
    </div>
  );
  const findings = changedFindings(comparison.findings);
  const tabs: Tab<CompareTab>[] = [
    {
      id: 'flame',
      label: 'Flame',
      panel: (
        <section className="flame" aria-label="Flame of deltas">
          {bar}
          {tree === undefined ? (
            <p className="flame-empty">Neither side says what its memory is made of.</p>
          ) : (
            <CompareFlame
              comparison={comparison}
              tree={tree}
              grouping={grouping}
              rows={rows}
              amounts={amounts}
              isTrace={isTrace}
              search={search}
              searchInput={searchInput}
              chart={chart}
            />
          )}
        </section>
      ),
    },
    {
      id: 'table',
      label: 'Table',
      panel: (
        <section className="flame" aria-label="Table of deltas">
          {bar}
          <DeltaTable
            comparison={comparison}
            rows={rows}
            amounts={amounts}
            search={search}
            onShow={(row) => {
              const path = tree === undefined ? null : pathOfFrame(tree, row);
              setCompare({ tab: 'flame', focus: [], selected: path });
            }}
          />
        </section>
      ),
    },
    {
      id: 'findings',
      label: findings === 0 ? 'Findings' : `Findings (${formatCount(findings)} differ)`,
      panel: <FindingsCompared findings={comparison.findings} />,
    },
  ];
  return (
    <section className="lower" aria-label="What makes the difference">
      <TabStrip
        label="Views of the difference"
        tabs={tabs}
        chosen={tab}
        onChoose={(id) => setCompare({ tab: id })}
      />
    </section>
  );
}

function foundText(tab: CompareTab, kind: 'none' | 'search'): string {
  if (kind === 'none') return '';
  return tab === 'table' ? 'only rows that match are listed' : 'Enter goes to the next match';
}
