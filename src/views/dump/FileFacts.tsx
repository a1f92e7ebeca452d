import type { ReactNode } from 'react';
import { formatBytes, formatCount, formatPercent, formatQuantity } from '../../model/format.ts';
import type { SnapshotSummary } from '../../model/snapshot.ts';

/** Longer lists are somebody's whole system. */
const MOST_LISTED = 12;

/** What else the file states, as text: nothing in it is followed or applied. */
export function FileFacts({ snapshot }: { snapshot: SnapshotSummary }): ReactNode {
  return (
    <details className="file-facts">
      <summary>What the file states</summary>
      <dl>
        {rowsOf(snapshot).map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            {[...new Set(values)].map((value) => (
              <dd key={value}>{value}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function rowsOf({ source, facts, samples }: SnapshotSummary): [name: string, values: string[]][] {
  const { counts, period, comments, mappings } = facts;
  const rows: [string, string[]][] = [
    ['Size', [`${formatBytes(source.bytes)} after decompression`]],
    [
      'Records',
      [
        [
          formatQuantity(counts.samples, 'sample'),
          formatQuantity(counts.locations, 'location'),
          formatQuantity(counts.functions, 'function'),
          formatQuantity(counts.strings, 'string'),
        ].join(', '),
      ],
    ],
    ['Deepest stack', [`${formatCount(facts.maxDepthFrames)} frames`]],
    ['Without a stack', facts.samplesWithoutStack > 0 ? [`${formatCount(facts.samplesWithoutStack)} samples`] : []],
    ['Not symbolised', notSymbolised(facts.locationsWithoutLines, counts.locations)],
    ['Period', period === null ? [] : [`${period.value.toString()} ${period.unit} of ${period.type}`]],
    ['Binaries', cut(mappings)],
    ['Comments', cut(comments)],
    ['Frames to drop', facts.dropFrames === '' ? [] : [`${facts.dropFrames} (not applied)`]],
    ['Frames to keep', facts.keepFrames === '' ? [] : [`${facts.keepFrames} (not applied)`]],
    ['Documentation', facts.docUrl === '' ? [] : [facts.docUrl]],
  ];
  if (samples < counts.samples) rows.push(['Unreadable', [`${formatCount(counts.samples - samples)} samples`]]);
  return rows.filter(([, values]) => values.length > 0);
}

function notSymbolised(without: number, all: number): string[] {
  if (without === 0) return [];
  return [
    `${formatCount(without)} of ${formatQuantity(all, 'location')} have an address only, ` +
      formatPercent(without / Math.max(1, all)),
  ];
}

function cut(texts: readonly string[]): string[] {
  const stated = texts.filter((text) => text !== '');
  const rest = stated.length - MOST_LISTED;
  return rest > 0 ? [...stated.slice(0, MOST_LISTED), `and ${formatCount(rest)} more`] : stated;
}
