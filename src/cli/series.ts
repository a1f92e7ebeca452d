/** `series FILE…`: several pprof dumps as one profile in time, with what grows. */

import { SeriesBuilder } from '../analysis/series.ts';
import { formatBytes, formatCount, formatExactBytes } from '../model/format.ts';
import type { Refusal } from '../model/problems.ts';
import type { SeriesSummary } from '../model/snapshot.ts';
import { filesAndJson } from './arguments.ts';
import { readEach } from './read-each.ts';
import { summarizeSeries } from './summarize-series.ts';
import { tell } from './tell.ts';

/** Call sites in each list. */
const SITE_LIMIT = 10;

/** Exit code 0 if at least two dumps make a series, else 2 with sentences on stderr. */
export async function seriesCommand(args: readonly string[]): Promise<number> {
  const { paths, asJson, faults } = filesAndJson(args, 'series', 'two pprof dumps or more');
  if (faults.length > 0) return tell(faults);
  const { series, refused } = await seriesOf(paths);
  for (const { file, reason } of refused) process.stderr.write(`${file}: ${reason}\n`);
  if (series === null || series.points.length < 2) {
    process.stderr.write('A series needs at least two pprof dumps that count the same things.\n');
    return 2;
  }
  if (asJson) process.stdout.write(`${JSON.stringify(summarizeSeries(series), null, 1)}\n`);
  else process.stdout.write(asText(series));
  return 0;
}

/** Dumps in archives count, each by its name. Values are as the files state them. */
async function seriesOf(paths: readonly string[]): Promise<{ series: SeriesSummary | null; refused: Refusal[] }> {
  const builder = new SeriesBuilder((snapshot) => snapshot.samples.values);
  const refused: Refusal[] = [];
  for (const path of paths) {
    refused.push(
      ...(await readEach(path, ({ path: entry, lastModified, outcome }) => {
        if (outcome.kind !== 'snapshot') return 'This is no pprof dump.';
        builder.add(outcome.snapshot, entry, lastModified);
        return null;
      })),
    );
  }
  return { series: builder.finish(SITE_LIMIT), refused };
}

function asText({ points, sampleTypes, sortedBy, order, user }: SeriesSummary): string {
  const { type, unit } = sampleTypes[sortedBy];
  const size = (value: number): string =>
    unit === 'bytes' ? `${formatBytes(value)} (${formatExactBytes(value)})` : `${formatCount(value)} ${unit}`;
  const rows = points.map(({ name, totals }) => `  ${name}: ${size(totals[sortedBy])}`);
  const grown = user.grown.map((site) => `  ${site.file}: ${site.function} +${size(site.delta)}`);
  return [`${type}, ${points.length} dumps. ${order.sentence}`, ...rows, 'What grew:', ...grown, ''].join('\n');
}
