/** The numbers of a series. The peak has the one warm colour, as in a trace. */

import { peakOf, seriesTotals } from '../../layout/series.ts';
import { signed } from '../../layout/sample-amounts.ts';
import { perDump } from '../../layout/series-verdict.ts';
import { amountsOfType } from '../../model/amounts.ts';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { SampleTypeIndex, SeriesSummary } from '../../model/snapshot.ts';
import type { Fact } from '../common/FactItem.tsx';

export function seriesFacts(series: SeriesSummary, type: SampleTypeIndex): Fact[] {
  const { points, order } = series;
  const amounts = amountsOfType(series.sampleTypes[type]);
  const totals = seriesTotals(series, type);
  const peak = peakOf(totals);
  const delta = totals[totals.length - 1] - totals[0];
  const steps = points.length - 1;
  const each = perDump(delta, points.length);
  return [
    {
      key: 'window-peak',
      value: amounts.short(totals[peak]),
      label: `largest dump, ${formatCount(peak + 1)} of ${formatCount(points.length)}`,
      exact: amounts.exact(totals[peak]),
      meaning: `The greatest total of a dump: ${points[peak].name}. What was between two dumps is not known.`,
    },
    {
      key: 'series-change',
      value: signed(delta, amounts.short),
      label: 'last less first',
      exact: signed(delta, amounts.exact),
      meaning:
        `From ${points[0].name} with ${amounts.exact(totals[0])} ` +
        `to ${points[steps].name} with ${amounts.exact(totals[steps])}.`,
    },
    {
      key: 'per-dump',
      value: signed(Math.round(each), amounts.short),
      label: 'with each dump, on average',
      exact: `${signed(delta, amounts.exact)} in ${formatQuantity(steps, 'step')}`,
      meaning: 'The change from the first dump to the last, shared out evenly over the steps between them.',
    },
    {
      key: 'dumps',
      value: formatQuantity(points.length, 'dump'),
      label: order.by === 'chosen' ? 'in a chosen order' : 'in order',
      exact: `${formatQuantity(points.length, 'dump')}, ${points[0].name} to ${points[steps].name}`,
      meaning: order.sentence,
    },
  ];
}
