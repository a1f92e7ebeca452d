import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gzipped, profileArchive } from '../../fixtures/archive.ts';
import { membersOf } from '../../fixtures/read-sample.ts';
import { SAMPLE_HOST, SAMPLE_RUN } from '../../fixtures/sample-names.ts';
import { summarizeTrace } from '../cli/summarize-xplane.ts';
import { readTrace } from '../formats/xplane/testing/read-trace.ts';
import type { DroppedFile } from '../input/types.ts';
import type { ReduceProgress } from './protocol.ts';
import { reduceFiles } from './reduce.ts';
import { layOut } from './reduced-layout.ts';

const archive = readFileSync(new URL('../../public/samples/staircase.tar.gz', import.meta.url));
const [xspace] = await membersOf(archive, '.xplane.pb');

function dropped(path: string, bytes: Uint8Array): DroppedFile {
  return { path, source: new Blob([new Uint8Array(bytes)]), lastModified: Date.UTC(2026, 0, 2, 3, 4, 5) };
}

async function bytesOf(blob: Blob | null): Promise<Uint8Array> {
  if (blob === null) throw new Error('nothing was reduced');
  return new Uint8Array(await blob.arrayBuffer());
}

describe('a reduced profile', () => {
  test('of a sample is an archive in the profiler’s layout, smaller, with the same peaks', async () => {
    const reports: ReduceProgress[] = [];
    const reduction = await reduceFiles([dropped('staircase.tar.gz', archive)], { run: null, onProgress: (report) => reports.push(report) });
    expect(reduction).toMatchObject({ name: 'staircase-reduced.tar.gz', bytesBefore: archive.length, refusals: [] });
    const [trace] = reduction.traces;
    expect(trace.member).toBe(`plugins/profile/${SAMPLE_RUN}/${SAMPLE_HOST}.xplane.pb`);
    const bytes = await bytesOf(reduction.archive);
    expect(bytes.length).toBeLessThan(archive.length);
    const [reduced] = await membersOf(bytes, `plugins/profile/${SAMPLE_RUN}/${SAMPLE_HOST}.xplane.pb`);
    expect(reduced).toHaveLength(trace.bytesAfter);
    expect(summarizeTrace(readTrace(reduced))['allocators']).toEqual(summarizeTrace(readTrace(xspace))['allocators']);
    expect(new Set(reports.map(({ phase }) => phase))).toEqual(new Set(['reading', 'copying', 'packing']));
    for (const { bytesRead, bytesTotal } of reports) expect(bytesRead).toBeLessThanOrEqual(bytesTotal);
    const last = reports.at(-1);
    expect(last?.bytesRead).toBe(last?.bytesTotal);
  });

  test('of a bare or compressed trace is named by its time and its file', async () => {
    for (const file of [dropped('host0.xplane.pb', xspace), dropped('host0.xplane.pb.gz', gzipped(xspace))]) {
      const { name, traces } = await reduceFiles([file], { run: null });
      expect(name).toBe('host0-reduced.tar.gz');
      expect(traces.map(({ member }) => member)).toEqual(['plugins/profile/2026_01_02_03_04_05/host0.xplane.pb']);
    }
  });

  test('has the run that is asked for, with all its hosts', async () => {
    const hosts = ['a', 'b'].map((host) => ({ host, xspace }));
    const logs = profileArchive({ run: '2026_01_01_00_00_00', hosts }, { run: '2026_01_02_00_00_00', hosts });
    const run = 'logs.tar.gz/plugins/profile/2026_01_01_00_00_00';
    const members = async (asked: string | null): Promise<string[]> =>
      (await reduceFiles([dropped('logs.tar.gz', logs)], { run: asked })).traces.map(({ member }) => member);
    expect(await members(run)).toEqual(['a', 'b'].map((host) => `plugins/profile/2026_01_01_00_00_00/${host}.xplane.pb`));
    expect(await members(null)).toHaveLength(4);
  });

  test('is refused with a sentence where there is no trace, or none that can be read', async () => {
    const dump = readFileSync(new URL('../../public/samples/leak_0.prof', import.meta.url));
    const ofDump = await reduceFiles([dropped('leak_0.prof', dump)], { run: null });
    expect(ofDump.archive).toBeNull();
    expect(ofDump.refusals[0].reason).toContain('Only a trace (.xplane.pb) can be reduced');
    const cut = await reduceFiles([dropped('cut.xplane.pb', xspace.subarray(0, 700))], { run: null });
    expect(cut.archive).toBeNull();
    expect(cut.refusals[0]).toMatchObject({ file: 'cut.xplane.pb', code: 'truncated' });
  });

  test('of a cut archive has what came before, and says so', async () => {
    const cut = dropped('cut.tar.gz', archive.subarray(0, archive.length - 2000));
    const { archive: kept, traces, refusals } = await reduceFiles([cut], { run: null });
    expect(kept).not.toBeNull();
    expect(traces[0].problems.map(({ sentence }) => sentence).join(' ')).toMatch(/cut short after .*compressed data ends early/);
    expect(refusals[0].code).toBe('truncated');
  });
});

describe('paths in the archive', () => {
  test('are told apart, hold no folders of their own and fit into a tar header', () => {
    const traces = ['a/host.xplane.pb', 'b/host.xplane.pb', `../${'é'.repeat(200)}.xplane.pb`, 'c:\\x.pb', '.xplane.pb'];
    const members = layOut(traces.map((path) => ({ path, lastModified: 0 })));
    expect(members.slice(0, 2).map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual(['host.xplane.pb', 'host-2.xplane.pb']);
    expect(new Set(members).size).toBe(traces.length);
    for (const member of members) {
      expect(member).toMatch(/^plugins\/profile\/1970_01_01_00_00_00\/[^/\\:]+\.xplane\.pb$/);
      expect(new TextEncoder().encode(member.slice(member.lastIndexOf('/') + 1)).length).toBeLessThanOrEqual(100);
    }
  });
});
