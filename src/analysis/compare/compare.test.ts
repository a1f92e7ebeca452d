import { beforeAll, describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec, type DumpSample } from '../../../fixtures/pprof-writer.ts';
import { readPprof } from '../../formats/pprof/testing/read-pprof.ts';
import type { Comparison, DeltaTree } from '../../model/comparison.ts';
import type { DumpDigest, TraceDigest } from '../../model/digest.ts';
import type { FlameGrouping } from '../../model/flame.ts';
import { compareDigests } from './compare.ts';
import { digestOfSnapshot } from './digest-of-snapshot.ts';
import { deltaText } from './testing/delta-text.ts';
import { sampleDigest } from './testing/sample-digest.ts';

const digests = new Map<string, TraceDigest>();
beforeAll(async () => {
  for (const id of ['unstacked', 'staircase', 'triangle', 'init']) digests.set(id, await sampleDigest(id));
});

function sample(id: string): TraceDigest {
  const digest = digests.get(id);
  if (digest === undefined) throw new Error(`no sample ${id}`);
  return digest;
}

const compared = (baseline: string, candidate: string): Comparison => compareDigests(sample(baseline), sample(candidate));

const GROUPINGS: FlameGrouping[] = ['stack', 'call-site', 'program', 'class'];

describe('the layer stack against the baseline without it', () => {
  test('says how much more, and which copies', () => {
    expect(compared('unstacked', 'staircase').sentences.slice(0, 3)).toEqual([
      "Candidate's peak is 3.60 GiB (77 %) above the baseline's.",
      "3.77 GiB of the candidate's peak are copies made under layer_stack.py: __call__; the baseline makes none.",
      'The largest fall is 172 MiB under tensor_contractions.py: tensordot, where the candidate has nothing.',
    ]);
  });

  test('names the arena of the scan where that is what grew', () => {
    expect(compared('unstacked', 'triangle').sentences[1]).toBe(
      "7.54 GiB of the candidate's peak are held by jit_scan under basic_ops.py: __call__; the baseline's has none.",
    );
  });

  test('says the same from the other side', () => {
    expect(compared('staircase', 'unstacked').sentences.slice(0, 2)).toEqual([
      "Candidate's peak is 3.60 GiB (44 %) below the baseline's.",
      "3.77 GiB of the baseline's peak are copies made under layer_stack.py: __call__; the candidate makes none.",
    ]);
  });

  test('does not claim what only the whole capture shows', () => {
    const { copySites: _, ...linked } = sample('unstacked');
    expect(compareDigests(linked, sample('staircase')).sentences[1]).toContain("; the baseline's has none.");
  });

  test('lists findings that only one side has', () => {
    const { findings } = compared('unstacked', 'staircase');
    expect(findings.onlyCandidate.map(({ kind }) => kind)).toEqual(['staircase']);
    expect(findings.onlyBaseline.map(({ kind }) => kind)).toEqual(['sawtooth']);
  });

  test('can be laid on each other by start, peak, and programs of one name', () => {
    const { alignments } = compared('unstacked', 'staircase');
    expect(alignments.slice(0, 2).map(({ kind }) => kind)).toEqual(['start', 'peak']);
    expect(alignments[1]).toEqual({ kind: 'peak', name: 'peak', baseline: 325_356_130_000, candidate: 242_371_200_000 });
    expect(alignments.slice(2).map(({ name }) => name)).toContain('jit_convert_element_type');
    expect(alignments.map(({ name }) => name)).not.toContain('jit_scan');
  });

  test('has facts of both sides', () => {
    const { baseline, candidate, delta, unit } = compared('unstacked', 'staircase');
    expect([baseline.total, candidate.total, delta, unit]).toEqual([5_015_278_592, 8_882_250_752, 3_866_972_160, 'bytes']);
    expect(candidate).toMatchObject({ name: 'staircase.tar.gz', counted: 'GPU_0_bfc', inUseBefore: 4_834_279_424 });
  });
});

describe.each(['unstacked', 'staircase', 'triangle', 'init'])('%s against itself', (id) => {
  test('is zero everywhere, and says so', () => {
    const { delta, trees, rows, findings, sentences } = compared(id, id);
    expect(delta).toBe(0);
    for (const grouping of GROUPINGS) {
      expect(rows[grouping]?.filter((row) => row.delta !== 0)).toEqual([]);
      expect([...(trees[grouping]?.rise ?? [1]), ...(trees[grouping]?.fall ?? [1])].every((b) => b === 0)).toBe(true);
    }
    expect([findings.onlyBaseline, findings.onlyCandidate, findings.changed]).toEqual([[], [], []]);
    expect(findings.unchanged.length).toBe(sample(id).summary.findings.length);
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toMatch(/^Both peaks are the same: .* \([\d,]+ bytes\)\.$/);
    expect(sentences[1]).toBe('No call site holds more or less than before.');
  });
});

test.each(GROUPINGS)('A − B is −(B − A), by %s', (grouping) => {
  const there = compared('unstacked', 'staircase');
  const back = compared('staircase', 'unstacked');
  const turned = (tree: DeltaTree): DeltaTree => ({
    ...tree,
    baseline: tree.candidate,
    candidate: tree.baseline,
    rise: tree.fall,
    fall: tree.rise,
  });
  const [mine, theirs] = [there.trees[grouping], back.trees[grouping]];
  if (mine === undefined || theirs === undefined) throw new Error('no tree');
  expect(deltaText(turned(theirs))).toEqual(deltaText(mine));
  expect(back.delta).toBe(-there.delta);
  expect(mine.candidate[0] - mine.baseline[0]).toBe(there.delta);
  const turnedRows = back.rows[grouping]?.map((row) => ({
    ...row,
    baseline: row.candidate,
    candidate: row.baseline,
    delta: 0 - row.delta,
  }));
  expect(turnedRows).toEqual(there.rows[grouping]);
});

describe('dumps', () => {
  const dump = (samples: DumpSample[], type = 1): DumpDigest =>
    digestOfSnapshot(readPprof(jaxDump(samples)), type, 'memory.prof');
  const before = dump([buffers(['main /a/train.py:3', 'f /a/model.py:1'], 2, 4096), executables(['main /a/train.py:3'], 1, 96)]);
  const after = dump([
    buffers(['main /a/train.py:3', 'f /a/model.py:9'], 2, 4096),
    buffers(['main /a/train.py:3', 'g /a/model.py:20'], 1, 1024),
  ]);

  test('are told by call site', () => {
    const { sentences, delta, alignments, unit } = compareDigests(before, after);
    expect(sentences).toEqual([
      "Candidate's total is 928 B (11 %) above the baseline's.",
      'The largest rise is 1.00 KiB under model.py: g, where the baseline has nothing.',
      'The largest fall is 96 B under train.py: main, where the candidate has nothing.',
    ]);
    expect([delta, unit, alignments]).toEqual([928, 'bytes', []]);
  });

  test('by stack, call site and class, all with the same totals', () => {
    const { trees, rows } = compareDigests(before, after);
    expect(Object.keys(trees)).toEqual(['stack', 'call-site', 'class']);
    expect(trees.stack && deltaText(trees.stack)).toEqual([
      'all samples 8288 → 9216 +1024 −96',
      '  /a/train.py: main 8288 → 9216 +1024 −96',
      '    /a/model.py: g 0 → 1024 +1024 −0',
      '    /a/model.py: f 8192 → 8192 +0 −0',
    ]);
    expect(rows.class).toEqual([
      { name: 'buffer', file: null, kind: 6, baseline: { bytes: 8192, count: 1 }, candidate: { bytes: 9216, count: 2 }, delta: 1024 },
      { name: 'executable', file: null, kind: 6, baseline: { bytes: 96, count: 1 }, candidate: null, delta: -96 },
    ]);
  });

  test('may count other things than bytes', () => {
    const counted = compareDigests(dump([buffers(['f a.py:1'], 2, 4096)], 0), dump([buffers(['f a.py:1'], 3, 4096)], 0));
    expect(counted.sentences[0]).toBe("Candidate's total is 1 allocation (50 %) above the baseline's.");
  });

  test('with nothing on one side have no share', () => {
    const empty = dump([]);
    expect(compareDigests(empty, after).sentences[0]).toBe(
      "Candidate's total is 9.00 KiB above the baseline's, which is 0 bytes.",
    );
    expect(compareDigests(after, empty).sentences[0]).toBe(
      "Candidate's total is 9.00 KiB (100 %) below the baseline's: it is 0 bytes.",
    );
    expect(compareDigests(empty, empty).sentences).toEqual(['Both totals are the same: 0 bytes.']);
  });

  test('that count different things have no difference, and say why', () => {
    const time = pprofBytes(
      pprofSpec({ sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }], samples: [{ stack: ['f a.py:1'], values: [7] }] }),
    );
    const comparison = compareDigests(after, digestOfSnapshot(readPprof(time), 0, 'cpu.prof'));
    expect(comparison).toMatchObject({ delta: 0, trees: {}, rows: {} });
    expect(comparison.sentences).toEqual([
      'The baseline counts bytes and the candidate nanoseconds: there is no difference between them. ' +
        'Choose the same sample type on both sides.',
    ]);
  });

  test('against a trace match files by their base names', () => {
    const { caveats, trees, sentences } = compareDigests(sample('init'), after);
    expect(Object.keys(trees)).toEqual(['stack', 'call-site', 'class']);
    expect(sentences[0]).toMatch(/^Candidate's total is .* below the baseline's peak\.$/);
    expect(caveats[0]).toContain('a dump of one moment');
  });
});
