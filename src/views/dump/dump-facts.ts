/** The numbers of one dump, each with its exact value and a sentence on what it counts. */

import { bareAmountsOf } from '../../layout/sample-amounts.ts';
import { amountsOfType } from '../../model/amounts.ts';
import { formatCount, formatDuration, formatQuantity } from '../../model/format.ts';
import type { LabelSummary, SampleTypeIndex, SnapshotSummary } from '../../model/snapshot.ts';
import type { Fact } from '../common/FactItem.tsx';

/** Other sample types that get a fact of their own; the table of all is beside the picture. */
const MOST_OTHER_TYPES = 3;

export function dumpFacts(snapshot: SnapshotSummary, type: SampleTypeIndex): Fact[] {
  return [...sizes(snapshot, type), ...devices(snapshot, type), samples(snapshot), ...moment(snapshot)];
}

/** The few that stand beside those of a series. */
export function shownDumpFacts(snapshot: SnapshotSummary, type: SampleTypeIndex): Fact[] {
  return sizes(snapshot, type);
}

function sizes(snapshot: SnapshotSummary, type: SampleTypeIndex): Fact[] {
  return [total(snapshot, type), ...otherTypes(snapshot, type), ...kinds(snapshot)];
}

function total(snapshot: SnapshotSummary, type: SampleTypeIndex): Fact {
  const { sampleTypes, totals, statedTotals, unknownSizes, isJaxDump, hasNegativeValues } = snapshot;
  const amounts = bareAmountsOf(sampleTypes[type]);
  const name = sampleTypes[type].type;
  const isSpace = isJaxDump && name === 'space';
  const meaning = [
    isSpace
      ? 'The memory of all arrays that were alive, and of the programs that were loaded. What a running program ' +
        'holds inside (temps) is not in it.'
      : 'The sum over all samples of the file.',
    ...(statedTotals[type] === totals[type]
      ? []
      : [
          `The file states ${amounts.exact(statedTotals[type])}: it counts -1 for each of ` +
            `${formatQuantity(unknownSizes.count, 'executable')} whose size the runtime did not know.`,
        ]),
    ...(hasNegativeValues[type] ? ['Some samples are below 0: the file is the difference of two others.'] : []),
  ];
  return {
    key: 'dump-total',
    value: amounts.short(totals[type]),
    label: isSpace ? 'alive in this dump' : name === '' ? 'in all' : `${name}, in all`,
    exact: amountsOfType(sampleTypes[type]).exact(totals[type]),
    meaning: meaning.join(' '),
  };
}

function otherTypes({ sampleTypes, totals }: SnapshotSummary, type: SampleTypeIndex): Fact[] {
  return sampleTypes
    .flatMap((other, index): Fact[] => {
      if (index === type) return [];
      const amounts = bareAmountsOf(other);
      const name = other.type === '' ? `number ${index + 1}` : other.type;
      return [
        {
          key: `type-${index}`,
          value: amounts.short(totals[index]),
          label: `${name}, in all`,
          exact: amountsOfType(other).exact(totals[index]),
          meaning: 'The sum over all samples of the file. The list of what is counted shows the pictures by it.',
        },
      ];
    })
    .slice(0, MOST_OTHER_TYPES);
}

/** JAX counts live arrays and loaded programs apart. */
function kinds({ isJaxDump, labels, sampleTypes, unknownSizes }: SnapshotSummary): Fact[] {
  if (!isJaxDump) return [];
  const kind = labels.find(({ key }) => key === 'kind')?.values ?? [];
  const facts: Fact[] = [];
  const bytes = amountsOfType(sampleTypes[1]);
  const buffers = kind.find(({ text }) => text === 'buffer');
  if (buffers !== undefined) {
    facts.push({
      key: 'buffers',
      value: bytes.short(buffers.values[1]),
      label: formatQuantity(buffers.values[0], 'buffer'),
      exact: `${bytes.exact(buffers.values[1])} in ${formatQuantity(buffers.values[0], 'buffer')}`,
      meaning: 'Arrays on the devices. Each shard of an array counts by itself; arrays that share a buffer count once.',
    });
  }
  const executables = kind.find(({ text }) => text === 'executable');
  if (executables !== undefined) {
    const [count, size] = executables.values;
    const isUnknown = unknownSizes.count === count;
    facts.push({
      key: 'executables',
      value: isUnknown ? 'unknown size' : bytes.short(size),
      label: formatQuantity(count, 'executable'),
      exact: isUnknown
        ? `${formatQuantity(count, 'executable')} of unknown size`
        : `${bytes.exact(size)} in ${formatQuantity(count, 'executable')}`,
      meaning:
        unknownSizes.count > 0
          ? `The file states -1 byte for ${formatQuantity(unknownSizes.count, 'executable')}: the runtime did not ` +
            'know the size. It counts as 0 here.'
          : 'Code of the compiled programs that were loaded. On CPU it is stated as 0 bytes.',
    });
  }
  return facts;
}

function devices({ labels, sampleTypes }: SnapshotSummary, type: SampleTypeIndex): Fact[] {
  const label = labels.find(({ key }) => key === 'device');
  if (label === undefined) return [];
  const { short } = amountsOfType(sampleTypes[type]);
  const count = label.values.length + label.rest.distinct;
  return [
    {
      key: 'devices',
      value: formatQuantity(count, 'device'),
      label: deviceNames(label),
      exact: label.values.map(({ text, values }) => `${text}: ${short(values[type])}`).join('; '),
      meaning: 'Devices with memory in this dump, as the file names them. Programs have no device.',
    },
  ];
}

function deviceNames({ values, rest }: LabelSummary): string {
  const names = values.map(({ text }) => text);
  return names.length + rest.distinct <= 2
    ? names.join(', ')
    : `${names[0]} and ${formatCount(names.length + rest.distinct - 1)} more`;
}

function samples({ samples: count, facts }: SnapshotSummary): Fact {
  const { counts, maxDepthFrames } = facts;
  return {
    key: 'samples',
    value: formatQuantity(count, 'sample'),
    label: formatQuantity(counts.functions, 'function'),
    exact:
      `${formatQuantity(count, 'sample')}, ${formatQuantity(counts.functions, 'function')}, ` +
      `${formatQuantity(counts.locations, 'location')}, deepest stack ${formatQuantity(maxDepthFrames, 'frame')}`,
    meaning: 'A sample is a call stack with its numbers and labels; allocations of one size from one stack share one.',
  };
}

function moment({ facts: { timeNs, durationNs }, isJaxDump }: SnapshotSummary): Fact[] {
  const found: Fact[] = [];
  if (timeNs !== null) {
    const time = timeText(timeNs);
    found.push({ key: 'taken', value: time, label: 'taken, UTC', exact: time, meaning: 'As the file states it.' });
  }
  if (durationNs !== null) {
    found.push({
      key: 'duration',
      value: formatDuration(Number(durationNs) * 1000),
      label: 'duration',
      exact: `${formatCount(Number(durationNs))} nanoseconds`,
      meaning: 'How long was sampled, as the file states it.',
    });
  }
  if (found.length > 0) return found;
  return [
    {
      key: 'taken',
      value: 'one instant',
      label: 'without a time of its own',
      exact: 'the file states no time',
      meaning: isJaxDump
        ? 'JAX writes no time into a dump: it says what was alive, not when. The file name has to tell.'
        : 'The file does not state when it was taken.',
    },
  ];
}

/** `2022-02-10 16:34:32`; the exact number where it is no date. */
function timeText(timeNs: bigint): string {
  const date = new Date(Number(timeNs / 1_000_000n));
  if (Number.isNaN(date.getTime())) return `${timeNs.toString()} ns`;
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
