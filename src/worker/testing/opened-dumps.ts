/** Dumps as the page gets them, from samples in words. */

import type { DumpSample } from '../../../fixtures/pprof-writer.ts';
import { jaxDump, pprofBytes, pprofSpec } from '../../../fixtures/pprof-writer.ts';
import { readPprof } from '../../formats/pprof/testing/read-pprof.ts';
import type { OpenedDumps, SampleType, SeriesSummary, SnapshotSummary } from '../../model/snapshot.ts';
import { OpenDumps } from '../open-dumps.ts';

/** JAX dumps by file name. */
export function openedDumps(dumps: Record<string, DumpSample[]>): OpenedDumps {
  const open = new OpenDumps();
  for (const [name, samples] of Object.entries(dumps)) open.add(name, readPprof(jaxDump(samples)), 0);
  const opened = open.opened();
  if (opened === null) throw new Error('There is no dump in it.');
  return opened;
}

export function seriesOf(dumps: Record<string, DumpSample[]>): SeriesSummary {
  const { series } = openedDumps(dumps);
  if (series === null) throw new Error('One dump is no series.');
  return series;
}

/** One dump of any writer. */
export function snapshotOf(sampleTypes: SampleType[], samples: DumpSample[], timeNanos?: bigint): SnapshotSummary {
  const open = new OpenDumps();
  const spec = pprofSpec({ sampleTypes, samples, ...(timeNanos === undefined ? {} : { timeNanos }) });
  open.add('memory.prof', readPprof(pprofBytes(spec)), 0);
  return open.summary('memory.prof');
}
