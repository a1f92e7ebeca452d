import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { layoutSeries } from '../../layout/series.ts';
import { seriesVerdict, siteHistory, siteName } from '../../layout/series-verdict.ts';
import { formatQuantity } from '../../model/format.ts';
import type { SampleTypeIndex, SeriesSite, SeriesSummary } from '../../model/snapshot.ts';
import type { CssPixels } from '../../model/units.ts';
import type { FigureContent } from '../../share/figure.ts';
import { dumpView } from '../../state/dump-state.ts';
import { useAppState } from '../../state/store.ts';
import { ChartSurface } from '../canvas/ChartSurface.tsx';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { Choice } from '../common/Choice.tsx';
import { SavePicture } from '../common/SavePicture.tsx';
import { useSession } from '../common/session.ts';
import type { SeriesPicture } from './series-chart.ts';
import { SeriesChart } from './series-chart.ts';
import { SERIES_KEYS } from './series-keys.ts';

interface Props {
  series: SeriesSummary;
  type: SampleTypeIndex;
  /** The place of the dump that was chosen, be it on its way. */
  shown: number;
  /** Drawn inside the total; null for none. */
  site: SeriesSite | null;
}

const FIGURE_HEIGHT: CssPixels = 320;

const SHOWS = [
  ['total', 'what each dump holds'],
  ['change', 'the change since the first dump'],
] as const;

/** The series in one sentence and one picture; a dump that is chosen in it is shown below. */
export function SeriesPanel({ series, type, shown, site }: Props): ReactNode {
  const { seriesShows: shows } = dumpView({ dump: useAppState((state) => state.view.dump) });
  const session = useSession();
  const setDump = useAppState((state) => state.setDump);
  const markDrawn = useAppState((state) => state.markDrawn);
  const { sentences, isCreep } = useMemo(() => seriesVerdict(series), [series]);
  const picture = useMemo(
    (): SeriesPicture => ({
      series,
      type,
      shows,
      shown,
      highlight: site === null ? null : { name: siteName(site), values: siteHistory(series, site, type) },
    }),
    [series, type, shows, shown, site],
  );
  const events = useMemo(
    () => ({ onChoose: (point: number) => setDump({ shown: series.points[point].name }), onDrawn: markDrawn }),
    [series, setDump, markDrawn],
  );

  const figure = (): FigureContent => ({
    title: `${formatQuantity(series.points.length, 'dump')}: ${SHOWS.find(([value]) => value === shows)?.[1] ?? ''}`,
    notes: sentences,
    legend: [],
    draw: (width, measure) => [layoutSeries({ ...picture, width, height: FIGURE_HEIGHT, measure }).list],
  });
  return (
    <section className="series" aria-labelledby="series-title">
      <div className="bar">
        <h2 id="series-title">{formatQuantity(series.points.length, 'dump')}</h2>
        <span>{series.order.sentence}</span>
        <span className="bar-space" />
        <Choice
          label="What is drawn"
          value={shows}
          options={SHOWS}
          onChoose={(seriesShows) => setDump({ seriesShows })}
        />
        <SavePicture name="dumps" content={figure} />
        {series.points.length === 2 && (
          <button
            type="button"
            className="button small"
            onClick={() => session.compareDumps(series.points[0].name, series.points[1].name)}
          >
            Compare these two
          </button>
        )}
        <KeyHelp keys={SERIES_KEYS} note="They work while the picture has the focus." />
      </div>
      <div className={isCreep ? 'series-verdict creep' : 'series-verdict'}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <ChartSurface
        chart={SeriesChart}
        picture={picture}
        events={events}
        label="Dump of the series"
        least={1}
        now={shown + 1}
        readoutClass="series-readout"
      />
    </section>
  );
}
