/** The end of a pprof file: is it one at all, and if so, everything resolved into a snapshot. */

import { formatCount } from '../../model/format.ts';
import { trimmed } from '../../model/pair-table.ts';
import { RefusalError } from '../../model/problems.ts';
import type { ProfileSource } from '../../model/profile.ts';
import type { SampleTable, SampleType, Snapshot, SnapshotFacts } from '../../model/snapshot.ts';
import type { StreamDamage } from '../protobuf/record-splitter.ts';
import type { PprofColumns } from './columns.ts';
import { resolveLabels } from './resolve-labels.ts';
import { maxDepth, resolveStacks } from './resolve-stacks.ts';

/** Throws `RefusalError` where the columns are no profile, or one whose names are lost. */
export function buildSnapshot(columns: PprofColumns, source: ProfileSource, damage: StreamDamage | null): Snapshot {
  const usable = usableSamples(columns);
  refuseOtherBytes(columns, usable.count, damage);
  reportDamage(columns, damage);
  reportSamples(columns, usable.count);
  const { strings, samples: raw } = columns;
  const sampleTypes = columns.sampleTypes.map(({ type, unit }) => ({
    type: strings.text(type),
    unit: strings.text(unit),
  }));
  const { labels, ofRawLabel } = resolveLabels(raw.labels, strings);
  const samples = keepUsable(columns, usable, ofRawLabel);
  const resolved = resolveStacks(raw.stacks, samples.stack, columns);
  if (resolved.rowOf !== null) renumber(samples.stack, resolved.rowOf);
  const facts = readFacts(columns);
  facts.samplesWithoutStack = raw.withoutStack - usable.leftOut.filter((row) => raw.stack[row] < 0).length;
  facts.missingLocationRefs = resolved.missingLocationRefs;
  // Where no frame is inlined the reader has seen it, unless it was in a sample that is left out.
  const isSeen = resolved.rowOf === null && usable.leftOut.length === 0;
  facts.maxDepthFrames = isSeen ? raw.maxDepth : maxDepth(resolved.stacks, samples.stack);
  reportReferences(columns, facts);
  return {
    source,
    sampleTypes,
    ...chooseDefault(columns, sampleTypes),
    samples,
    stacks: resolved.stacks,
    frames: resolved.frames,
    functions: resolved.functions,
    labels,
    strings: strings.distinct,
    facts,
    problems: columns.problems.list(),
  };
}

interface UsableSamples {
  count: number;
  /** Rows of the others, ascending. */
  leftOut: number[];
}

/** The samples that have one number for each sample type: one with fewer cannot say which are missing. */
function usableSamples({ samples, sampleTypes }: PprofColumns): UsableSamples {
  const { length, valueStart, valuesEach } = samples;
  const types = sampleTypes.length;
  if (valuesEach === types) return { count: length, leftOut: [] };
  const leftOut: number[] = [];
  for (let row = 0; row < length; row++) if (valueStart[row + 1] - valueStart[row] !== types) leftOut.push(row);
  return { count: length - leftOut.length, leftOut };
}

/**
 * A lenient decoder takes many other protobuf files for a profile: field numbers are small everywhere. A profile has
 * sample types, a string table that names them, and samples that mostly have one number for each type.
 */
function refuseOtherBytes(columns: PprofColumns, usable: number, damage: StreamDamage | null): void {
  const { strings, sampleTypes, counts } = columns;
  if (usable === 0 && columns.sampleTypesAgainAt !== null && strings.beginsAgain) {
    throw new RefusalError('damaged', joinedSentence(columns.sampleTypesAgainAt));
  }
  const foreign = columns.foreignFields > 0.1 * (usable + counts.locations + counts.functions);
  const samplesFit = sampleTypes.length > 0 && 2 * usable >= counts.samples;
  const typesNamed = sampleTypes.every(({ type, unit }) => strings.has(type) && strings.has(unit));
  if (samplesFit && !foreign && typesNamed && strings.length > 0) {
    if (strings.startsWithEmpty && (usable > 0 || counts.strings > 1)) return;
    if (usable > 0 && usable === counts.samples && counts.functions > 0) return;
  }
  if (samplesFit && !foreign && usable > 0 && !typesNamed) {
    const isDamaged = damage?.reason === 'not-protobuf';
    throw new RefusalError(
      isDamaged ? 'damaged' : 'truncated',
      isDamaged
        ? `This pprof file is damaged at byte ${damage.offset}, before its names. Copy it again.`
        : 'This pprof file was cut short: its names, which come last, are missing. Copy it again.',
    );
  }
  throw new RefusalError(
    'not-a-profile',
    'These bytes are not a pprof profile: it needs sample types, samples and a table of names. ' +
      'JAX writes one with jax.profiler.save_device_memory_profile("memory.prof").',
  );
}

/**
 * Two files one after the other, which most protobuf messages allow: this one does not, because a profile names its
 * strings, functions and locations by numbers of its own.
 */
function joinedSentence(offset: number): string {
  return (
    `This file is two or more pprof profiles joined: the second begins at byte ${formatCount(offset)} of the ` +
    'data, counted after unpacking. Their numbers refer to tables of their own, so they cannot be read as one. Drop the ' +
    'files that were joined, or cut this one there.'
  );
}

function reportDamage(columns: PprofColumns, damage: StreamDamage | null): void {
  if (damage === null) return;
  if (damage.padding !== null) {
    columns.problems.add(`byte ${damage.offset}`, damage.padding);
    return;
  }
  const what = damage.reason === 'cut' ? 'The file ends inside a record' : 'The bytes from here on make no sense';
  const sentence = `${what}: what should follow is missing, so totals may be too small and names may be unknown.`;
  columns.problems.add(`byte ${damage.offset}`, `${sentence} Copy the file again.`);
}

function reportSamples(columns: PprofColumns, usable: number): void {
  const { samples, sampleTypes, problems, strings } = columns;
  for (let dropped = samples.length - usable; dropped > 0; dropped--) {
    const types = sampleTypes.length;
    problems.add('file', `A sample does not have ${types} numbers, one for each sample type, and was left out.`);
  }
  if (samples.roundedValues > 0) {
    problems.add('file', 'Numbers beyond 2^53 are rounded: this file holds some, so its totals are not exact.');
  }
  if (!strings.startsWithEmpty) {
    problems.add('file', 'The string table does not begin with the empty string, as it must: names may be wrong.');
  }
}

function reportReferences(columns: PprofColumns, facts: SnapshotFacts): void {
  const { problems, strings } = columns;
  if (facts.missingLocationRefs > 0) {
    const times = `${facts.missingLocationRefs} ${facts.missingLocationRefs === 1 ? 'time' : 'times'}`;
    problems.add('file', `Samples name a location that the file does not hold (${times}): its frame is "(unknown)".`);
  }
  if (strings.unresolved > 0) {
    problems.add('file', `${strings.unresolved} names are missing from the string table: the file may have been cut.`);
  }
}

/** Where nothing is left out or renumbered, which is nearly always so, the columns are taken as they are. */
function keepUsable(
  columns: PprofColumns,
  { count, leftOut }: UsableSamples,
  ofRawLabel: Int32Array,
): SampleTable {
  const { values, stack, labelStart, label } = columns.samples;
  const isWhole = leftOut.length === 0 && ofRawLabel.every((index, row) => index === row);
  if (!isWhole) return selectSamples(columns, leftOut, ofRawLabel);
  return {
    length: count,
    values: trimmed(values, count * columns.sampleTypes.length),
    stack: trimmed(stack, count),
    labelStart: trimmed(labelStart, count + 1),
    label: trimmed(label, labelStart[count]),
  };
}

function selectSamples(columns: PprofColumns, leftOut: readonly number[], ofRawLabel: Int32Array): SampleTable {
  const raw = columns.samples;
  const types = columns.sampleTypes.length;
  const length = raw.length - leftOut.length;
  const table: SampleTable = {
    length,
    values: new Float64Array(length * types),
    stack: new Int32Array(length),
    labelStart: new Uint32Array(length + 1),
    label: new Uint32Array(raw.labelStart[raw.length]),
  };
  let labelEnd = 0;
  let sample = 0;
  for (let row = 0, skipped = 0; row < raw.length; row++) {
    if (leftOut[skipped] === row) {
      skipped++;
      continue;
    }
    for (let type = 0; type < types; type++) {
      table.values[sample * types + type] = raw.values[raw.valueStart[row] + type];
    }
    table.stack[sample] = raw.stack[row];
    for (let at = raw.labelStart[row]; at < raw.labelStart[row + 1]; at++) {
      const label = ofRawLabel[raw.label[at]];
      if (label >= 0) table.label[labelEnd++] = label;
    }
    table.labelStart[++sample] = labelEnd;
  }
  table.label = table.label.slice(0, labelEnd);
  return table;
}

function renumber(rows: Int32Array, rowOf: Int32Array): void {
  for (let i = 0; i < rows.length; i++) if (rows[i] >= 0) rows[i] = rowOf[rows[i]];
}

/** As pprof does it: the stated type, else the last one, where writers put what matters most. */
function chooseDefault(
  columns: PprofColumns,
  sampleTypes: SampleType[],
): Pick<Snapshot, 'defaultSampleType' | 'defaultIsStated'> {
  if (columns.defaultSampleType > 0) {
    const stated = columns.strings.text(columns.defaultSampleType);
    const index = sampleTypes.findIndex(({ type }) => type === stated);
    if (index >= 0) return { defaultSampleType: index, defaultIsStated: true };
  }
  return { defaultSampleType: sampleTypes.length - 1, defaultIsStated: false };
}

function readFacts(columns: PprofColumns): SnapshotFacts {
  const { strings, locations, mappings, periodType } = columns;
  const period = { value: columns.period, type: strings.text(periodType.type), unit: strings.text(periodType.unit) };
  return {
    timeNs: columns.timeNanos === 0n ? null : columns.timeNanos,
    durationNs: columns.durationNanos === 0n ? null : columns.durationNanos,
    period: period.value === 0n && period.type === '' ? null : period,
    comments: columns.comments.map((row) => strings.text(row)),
    mappings: mappings.file.map((row) => strings.text(row)),
    dropFrames: strings.text(columns.dropFrames),
    keepFrames: strings.text(columns.keepFrames),
    docUrl: strings.text(columns.docUrl),
    counts: { ...columns.counts, comments: columns.comments.length },
    samplesWithoutStack: 0,
    locationsWithoutLines: locations.withoutLines,
    missingLocationRefs: 0,
    maxDepthLocations: columns.samples.maxDepth,
    maxDepthFrames: 0,
  };
}
