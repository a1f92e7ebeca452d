import type { ReactNode } from 'react';
import { signed } from '../../layout/sample-amounts.ts';
import { perDump, siteHistory } from '../../layout/series-verdict.ts';
import { amountsOfType } from '../../model/amounts.ts';
import { formatCount } from '../../model/format.ts';
import type { SeriesSite, SeriesSites, SeriesSummary } from '../../model/snapshot.ts';
import type { DumpView } from '../../model/view-state.ts';
import { dumpView } from '../../state/dump-state.ts';
import { useAppState } from '../../state/store.ts';
import { growthTable } from '../../share/summary-tables.ts';
import { Choice } from '../common/Choice.tsx';
import { SaveTable } from '../common/SaveTable.tsx';
import type { Column } from './SortTable.tsx';
import { SortTable } from './SortTable.tsx';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  series: SeriesSummary;
  /** The one that is drawn in the picture above. */
  site: SeriesSite | null;
}

type Which = NonNullable<DumpView['growth']>;

const BY: readonly (readonly [value: DumpView['growthBy'], words: string])[] = [
  ['user', 'first frame of user code'],
  ['project', 'first frame outside installed packages'],
];

/** Call sites whose memory differs between the first and the last dump. */
export function GrowthList({ series, site }: Props): ReactNode {
  const choices = useAppState((state) => state.view.dump);
  const setDump = useAppState((state) => state.setDump);
  const { growth, growthBy } = dumpView({ dump: choices });
  const sites = series[growthBy];
  const which = growth ?? (sites.neverShrinksCount > 0 ? 'neverShrinks' : sites.grownCount > 0 ? 'grown' : 'shrunk');
  const rows = sites[which];
  const count = countOf(sites, which);
  const options = (['neverShrinks', 'grown', 'shrunk'] as const).map(
    (value) => [value, `that ${WORDS[value]} (${formatCount(countOf(sites, value))})`] as const,
  );
  const choose = (row: SeriesSite): void => {
    setDump({ site: row === site ? null : { name: row.function, file: row.file } });
  };
  return (
    <div className="dump-table">
      <div className="flame-sentence">
        <span>Call sites</span>
        <Choice
          label="Which call sites"
          value={which}
          options={options}
          onChoose={(value) => setDump({ growth: value })}
        />
        <span>by</span>
        <Choice
          label="Which frame is the call site"
          value={growthBy}
          options={BY}
          onChoose={(value) => setDump({ growthBy: value })}
        />
        {rows.length < count && (
          <span className="dump-cut">
            {`The ${formatCount(rows.length)} that changed most of ${formatCount(count)}.`}
          </span>
        )}
        <span className="bar-space" />
        <SaveTable name="call-sites" table={() => growthTable(series, rows)} />
      </div>
      {rows.length === 0 ? (
        <p className="flame-empty">{`No call site ${WORDS[which]} from the first dump to the last.`}</p>
      ) : (
        <SortTable
          key={`${which} ${growthBy}`}
          caption={`Call sites that ${WORDS[which]}`}
          columns={columnsOf(series, choose)}
          rows={rows}
          keyOf={({ function: name, file }) => `${name}\n${file}`}
          isCurrent={(row) => row.function === site?.function && row.file === site.file}
        />
      )}
    </div>
  );
}

const WORDS: Record<Which, string> = { neverShrinks: 'grew and never shrank', grown: 'grew', shrunk: 'shrank' };

function countOf(sites: SeriesSites, which: Which): number {
  switch (which) {
    case 'neverShrinks':
      return sites.neverShrinksCount;
    case 'grown':
      return sites.grownCount;
    case 'shrunk':
      return sites.shrunkCount;
  }
}

function columnsOf(series: SeriesSummary, choose: (site: SeriesSite) => void): Column<SeriesSite>[] {
  const { points, sortedBy, sampleTypes } = series;
  const amounts = amountsOfType(sampleTypes[sortedBy]);
  const name = sampleTypes[sortedBy].type || 'value';
  const at = ({ values }: SeriesSite, point: number): number => values[point * sampleTypes.length + sortedBy];
  const amount = (value: number, text: string): ReactNode => (
    <>
      {text}
      {amounts.exact(value) !== amounts.short(value) && <small>{amounts.exact(value)}</small>}
    </>
  );
  const last = points.length - 1;
  return [
    {
      id: 'site',
      head: 'Call site',
      sortBy: (site) => site.function,
      cell: (site) => (
        <>
          <button
            type="button"
            className="row-button"
            title="Draw it in the picture above"
            onClick={() => choose(site)}
          >
            {site.function}
          </button>
          <small>{site.file}</small>
        </>
      ),
    },
    {
      id: 'history',
      head: `${name}, dump by dump`,
      sortBy: null,
      cell: (site) => <Sparkline values={siteHistory(series, site)} title={historyText(series, site)} />,
    },
    {
      id: 'first',
      head: 'First',
      explanation: points[0].name,
      sortBy: (site) => at(site, 0),
      cell: (site) => amount(at(site, 0), amounts.short(at(site, 0))),
    },
    {
      id: 'last',
      head: 'Last',
      explanation: points[last].name,
      sortBy: (site) => at(site, last),
      cell: (site) => amount(at(site, last), amounts.short(at(site, last))),
    },
    {
      id: 'change',
      head: 'Change',
      explanation: 'Last less first',
      sortBy: ({ delta }) => delta,
      cell: ({ delta }) => amount(delta, signed(delta, amounts.short)),
    },
    {
      id: 'per-dump',
      head: 'With each dump',
      explanation: `The change, shared out evenly over ${formatCount(last)} steps from dump to dump`,
      sortBy: ({ delta }) => perDump(delta, points.length),
      cell: ({ delta }) => {
        const each = Math.round(perDump(delta, points.length));
        return amount(each, signed(each, amounts.short));
      },
    },
  ];
}

function historyText(series: SeriesSummary, site: SeriesSite): string {
  const { short } = amountsOfType(series.sampleTypes[series.sortedBy]);
  const values = siteHistory(series, site);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [values[0], values[values.length - 1]];
  return `From ${short(first)} to ${short(last)}, least ${short(least)}, most ${short(greatest)}`;
}
