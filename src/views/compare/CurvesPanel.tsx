import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { layoutCompareCurves } from '../../layout/compare-curves.ts';
import { wholeComparison } from '../../layout/compare-frame.ts';
import type { Alignment } from '../../model/comparison.ts';
import { clampRange } from '../../model/time-range.ts';
import type { CssPixels } from '../../model/units.ts';
import type { FigureContent } from '../../share/figure.ts';
import { compareView } from '../../state/compare-state.ts';
import type { SideIndex } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { ChartSurface } from '../canvas/ChartSurface.tsx';
import { WindowLoader } from '../canvas/window-loader.ts';
import { Choice } from '../common/Choice.tsx';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { rangeText } from '../common/range-text.ts';
import { SavePicture } from '../common/SavePicture.tsx';
import { useSession } from '../common/session.ts';
import { COMPARE_CURVE_KEYS } from './compare-keys.ts';
import { alignmentText, chosenAlignment } from './compare-words.ts';
import { comparedCurves } from './compared-curves.ts';
import type { CompareEvents, ComparePicture } from './curve-chart.ts';
import { CompareChart } from './curve-chart.ts';
import type { ShownComparison } from './use-comparison.ts';

const FIGURE_HEIGHT: CssPixels = 420;

/** Both curves on one axis and their difference, or why there are none. */
export function CurvesPanel({ shown }: { shown: ShownComparison }): ReactNode {
  const { alignments } = shown.comparison;
  const name = useAppState((state) => compareView(state.view).alignment);
  const alignment = chosenAlignment(alignments, name);
  if (alignment === null) {
    return (
      <p className="compare-note">
        A dump is one instant and has no curve: what is compared is what is alive in each.
      </p>
    );
  }
  return <Curves shown={shown} alignment={alignment} />;
}

function Curves({ shown, alignment }: { shown: ShownComparison; alignment: Alignment }): ReactNode {
  const { comparison, baseline, candidate } = shown;
  const range = useAppState((state) => compareView(state.view).range);
  const setCompare = useAppState((state) => state.setCompare);
  const markDrawn = useAppState((state) => state.markDrawn);
  const loaders = useWindows(shown);

  const { baseline: before, candidate: after } = loaders;
  const windows = {
    baseline: useSyncExternalStore(before.subscribe, before.current),
    candidate: useSyncExternalStore(after.subscribe, after.current),
  };
  const picture = useMemo((): ComparePicture | null => {
    const found = comparedCurves(baseline, candidate, alignment, {
      baseline: windows.baseline,
      candidate: windows.candidate,
    });
    return found === null ? null : { curves: found, alignment, range };
  }, [baseline, candidate, alignment, range, windows.baseline, windows.candidate]);
  const events = useMemo(
    (): CompareEvents => ({
      onRange: (chosen) => setCompare({ range: chosen }),
      onCoarse: (wanted) => {
        if (wanted.baseline !== null) before.want(wanted.baseline);
        if (wanted.candidate !== null) after.want(wanted.candidate);
      },
      onDrawn: markDrawn,
    }),
    [setCompare, markDrawn, before, after],
  );

  const figure = (): FigureContent | null => {
    if (picture === null) return null;
    const whole = wholeComparison(picture.curves);
    const shownRange = range === null ? whole : clampRange(range, whole);
    const screen = { range: shownRange, height: FIGURE_HEIGHT, pixelRatio: 2 };
    return {
      title: 'Memory over time: baseline and candidate',
      notes: [alignmentText(alignment), rangeText(shownRange, whole, 'all of both captures')],
      legend: [],
      draw: (width, measure) => [layoutCompareCurves({ ...picture.curves, ...screen, width, measure }).list],
    };
  };
  const { alignments } = comparison;
  return (
    <section className="compare-curves" aria-labelledby="compare-curves-title">
      <div className="bar">
        <h2 id="compare-curves-title">Memory over time</h2>
        <Choice
          label="How the curves are laid on each other"
          value={String(alignments.indexOf(alignment))}
          options={alignments.map((one, at) => [String(at), alignmentText(one)] as const)}
          onChoose={(at) => {
            const { kind, name } = alignments[Number(at)];
            setCompare({ alignment: kind === 'start' ? null : { kind, name }, range: null });
          }}
        />
        <span className="bar-space" />
        {range !== null && (
          <button type="button" className="button small" onClick={() => setCompare({ range: null })}>
            Show all
          </button>
        )}
        <SavePicture name="compared-memory" content={figure} />
        <KeyHelp keys={COMPARE_CURVE_KEYS} note="They work while the picture has the focus." />
      </div>
      <ChartSurface
        chart={CompareChart}
        picture={picture}
        events={events}
        label="Moment in the memory of baseline and candidate"
      />
    </section>
  );
}

/** The raw steps of each side, asked of its own worker. A side without one keeps the coarser picture. */
function useWindows({ baseline, candidate, swapped }: ShownComparison): Record<'baseline' | 'candidate', WindowLoader> {
  const session = useSession();
  const [sides] = useState(() =>
    ([0, 1] as const).map((at: SideIndex) => new WindowLoader((ask) => session.askSide(at, 'window', ask))),
  );
  const [first, second] = swapped ? [candidate, baseline] : [baseline, candidate];
  useEffect(() => {
    if (first.kind === 'trace') sides[0].show(first.allocator);
    if (second.kind === 'trace') sides[1].show(second.allocator);
  }, [sides, first, second]);
  return swapped ? { baseline: sides[1], candidate: sides[0] } : { baseline: sides[0], candidate: sides[1] };
}
