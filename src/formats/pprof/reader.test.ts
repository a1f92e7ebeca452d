import { describe, expect, test } from 'vitest';
import type { PprofSpec } from '../../../fixtures/pprof-writer.ts';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../../fixtures/pprof-writer.ts';
import { WireWriter } from '../../../fixtures/wire-writer.ts';
import { RefusalError } from '../../model/problems.ts';
import { labelText, readOrRefuse, readPprof, stackText, valuesOf } from './testing/read-pprof.ts';

const DUMP = jaxDump([
  buffers(['<module> train.py:30', 'step train.py:12', 'apply model.py:7'], 2, 4096),
  executables(['<module> train.py:30', 'step train.py:12'], 1, 96),
]);

/** One sample of one type below `main`, with everything else to be changed. */
function small(change: Partial<PprofSpec> = {}): PprofSpec {
  return {
    sampleTypes: [{ type: 1, unit: 2 }],
    samples: [{ locations: [1], values: [5] }],
    locations: [{ id: 1, lines: [{ function: 1, line: 3 }] }],
    functions: [{ id: 1, name: 3, filename: 4 }],
    strings: ['', 'space', 'bytes', 'main', 'a.py'],
    ...change,
  };
}

function sentences(bytes: Uint8Array): string[] {
  return readPprof(bytes).problems.map(({ where, sentence, count }) => `${where}: ${sentence} ×${count}`);
}

function refusal(bytes: Uint8Array): RefusalError {
  const result = readOrRefuse(bytes);
  if (!(result instanceof RefusalError)) throw new Error('it opened');
  return result;
}

describe('a dump of JAX', () => {
  test.each([1, 3, 64, 100_000])('opens the same in chunks of %i bytes', (chunk) => {
    const snapshot = readPprof(DUMP, chunk);
    expect(snapshot.sampleTypes).toEqual([
      { type: 'allocations', unit: 'count' },
      { type: 'space', unit: 'bytes' },
    ]);
    expect([snapshot.defaultSampleType, snapshot.defaultIsStated]).toEqual([1, false]);
    expect(stackText(snapshot, 0)).toEqual(['<module> train.py:30', 'step train.py:12', 'apply model.py:7']);
    expect(stackText(snapshot, 1)).toEqual(['<module> train.py:30', 'step train.py:12']);
    expect([valuesOf(snapshot, 0), valuesOf(snapshot, 1)]).toEqual([[2, 8192], [1, 96]]);
    expect(labelText(snapshot, 0)).toEqual(['kind=buffer', 'device=cuda:0']);
    expect(labelText(snapshot, 1)).toEqual(['kind=executable']);
    expect(snapshot.facts).toMatchObject({ timeNs: null, samplesWithoutStack: 0, maxDepthFrames: 3, mappings: [] });
    expect(snapshot.facts.counts).toEqual({
      samples: 2,
      locations: 3,
      functions: 3,
      mappings: 0,
      strings: 15,
      comments: 0,
    });
    expect(snapshot.source).toEqual({ name: 'memory.prof', format: 'pprof', bytes: DUMP.length });
    expect(snapshot.problems).toEqual([]);
  });

  test('opens the same with repeated fields not packed, and with its parts in any order', () => {
    const spec = pprofSpec({
      sampleTypes: [{ type: 'space', unit: 'bytes' }],
      samples: [{ stack: ['main a.py:1', 'f a.py:2'], values: [7], labels: { kind: 'buffer' } }],
    });
    const order = ['strings', 'functions', 'rest', 'locations', 'samples', 'mappings', 'sampleTypes'] as const;
    const snapshot = readPprof(pprofBytes({ ...spec, packed: false, order }));
    expect(stackText(snapshot, 0)).toEqual(['main a.py:1', 'f a.py:2']);
    expect(valuesOf(snapshot, 0)).toEqual([7]);
    expect(labelText(snapshot, 0)).toEqual(['kind=buffer']);
    expect(snapshot.problems).toEqual([]);
  });

  test('takes locations that are packed, not packed, or both in one sample', () => {
    const writer = new WireWriter();
    writer.message(2, () => {
      writer.packed(1, [1]);
      writer.unpacked(1, [2]);
      writer.packed(1, [3, 1]);
      writer.integer(2, 5);
    });
    const locations = [1, 2, 3].map((id) => ({ id, lines: [{ function: 1, line: id }] }));
    const rest = pprofBytes(small({ samples: [], locations }));
    const snapshot = readPprof(Uint8Array.from([...writer.finish(), ...rest]));
    expect(stackText(snapshot, 0)).toEqual(['main a.py:1', 'main a.py:3', 'main a.py:2', 'main a.py:1']);
  });

  test('keeps device 0 of the time when devices were numbers', () => {
    const spec = small({ strings: ['', 'space', 'bytes', 'main', 'a.py', 'device', 'note', 'size'] });
    const labels = [{ key: 5 }, { key: 6 }, { key: 7, number: 4 }];
    const samples = [
      { locations: [1], values: [5], labels },
      { locations: [1], values: [5], labels: [{ key: 5, number: 1 }, { key: 7 }] },
    ];
    const snapshot = readPprof(pprofBytes({ ...spec, samples }));
    expect(labelText(snapshot, 0)).toEqual(['device=0', 'size=4']);
    expect(labelText(snapshot, 1)).toEqual(['device=1', 'size=0']);
  });
});

describe('pprof of any profiler', () => {
  test('a location of inlined calls is one frame for each, innermost first in the file', () => {
    const spec = small({
      locations: [
        { id: 1, lines: [{ function: 1, line: 3 }, { function: 2, line: 9 }] },
        { id: 2, lines: [{ function: 2, line: 1 }] },
      ],
      functions: [{ id: 1, name: 3, filename: 4 }, { id: 2, name: 5, filename: 4, startLine: 8 }],
      samples: [{ locations: [1, 2], values: [5] }, { locations: [2], values: [1] }],
      strings: ['', 'space', 'bytes', 'inner', 'a.py', 'outer'],
    });
    const snapshot = readPprof(pprofBytes(spec));
    expect(stackText(snapshot, 0)).toEqual(['outer a.py:1', 'outer a.py:9', 'inner a.py:3']);
    expect(stackText(snapshot, 1)).toEqual(['outer a.py:1']);
    expect(snapshot.facts).toMatchObject({ maxDepthFrames: 3, maxDepthLocations: 2 });
    expect(Array.from(snapshot.functions.definitionLine)).toContain(8);
  });

  test('ids are told apart by all their 64 bits', () => {
    const low = 7n;
    const high = 7n + 2n ** 32n;
    const top = 2n ** 64n - 1n;
    const spec = small({
      samples: [{ locations: [low, high, top], values: [5] }],
      locations: [low, high, top].map((id, index) => ({ id, lines: [{ function: id, line: index + 1 }] })),
      functions: [low, high, top].map((id, index) => ({ id, name: 3 + index })),
      strings: ['', 'space', 'bytes', 'low', 'high', 'top'],
    });
    expect(stackText(readPprof(pprofBytes(spec)), 0)).toEqual(['top:3', 'high:2', 'low:1']);
  });

  test('the line belongs to the location: one function, two lines, two frames', () => {
    const spec = small({
      samples: [{ locations: [1], values: [5] }, { locations: [2], values: [6] }],
      locations: [1, 2].map((id) => ({ id, lines: [{ function: 1, line: 10 * id }] })),
    });
    const snapshot = readPprof(pprofBytes(spec));
    expect([stackText(snapshot, 0), stackText(snapshot, 1)]).toEqual([['main a.py:10'], ['main a.py:20']]);
    expect(snapshot.functions.length).toBe(1);
  });

  test('frames that nothing resolves stay in the stack', () => {
    const spec = small({
      samples: [{ locations: [1, 2, 3, 4, 99], values: [5] }],
      mappings: [{ id: 1, filename: 5 }],
      locations: [
        { id: 1, lines: [{ function: 1, line: 3 }] },
        { id: 2, mapping: 1, address: 2n ** 63n + 255n },
        { id: 3, lines: [{ function: 55, line: 1 }] },
        { id: 4, lines: [{ function: 2, line: 2 }] },
      ],
      functions: [{ id: 1, name: 3, filename: 4 }, { id: 2, filename: 4 }],
      strings: ['', 'space', 'bytes', 'main', 'a.py', '/bin/app'],
    });
    const snapshot = readPprof(pprofBytes(spec));
    expect(stackText(snapshot, 0)).toEqual([
      '(unknown)',
      '(unknown) a.py:2',
      '(unknown)',
      '0x80000000000000ff /bin/app',
      'main a.py:3',
    ]);
    expect(snapshot.facts).toMatchObject({ missingLocationRefs: 1, locationsWithoutLines: 1, mappings: ['/bin/app'] });
  });

  test('the default sample type is the stated one, else the last', () => {
    const sampleTypes = [{ type: 1, unit: 2 }, { type: 3, unit: 2 }];
    const two = { sampleTypes, samples: [{ locations: [1], values: [5, 6] }] };
    expect(readPprof(pprofBytes(small(two)))).toMatchObject({ defaultSampleType: 1, defaultIsStated: false });
    expect(readPprof(pprofBytes(small({ ...two, defaultSampleType: 1 })))).toMatchObject({
      defaultSampleType: 0,
      defaultIsStated: true,
    });
  });

  test('negative and large values, times and comments', () => {
    const spec = small({
      samples: [{ locations: [1], values: [-5] }, { locations: [], values: [2n ** 52n] }],
      timeNanos: 1_700_000_000_123_456_789n,
      durationNanos: -1n,
      periodType: { type: 1, unit: 2 },
      period: 524_288,
      comments: [3, 4],
      dropFrames: 3,
      keepFrames: 4,
      docUrl: 4,
    });
    const snapshot = readPprof(pprofBytes(spec));
    expect(Array.from(snapshot.samples.values)).toEqual([-5, 2 ** 52]);
    expect(snapshot.samples.stack[1]).toBe(-1);
    expect(snapshot.facts).toMatchObject({
      timeNs: 1_700_000_000_123_456_789n,
      durationNs: -1n,
      period: { value: 524_288n, type: 'space', unit: 'bytes' },
      comments: ['main', 'a.py'],
      dropFrames: 'main',
      keepFrames: 'a.py',
      docUrl: 'a.py',
      samplesWithoutStack: 1,
    });
  });

  test('a profile without samples opens', () => {
    expect(readPprof(pprofBytes(small({ samples: [] }))).samples.length).toBe(0);
  });
});

describe('what is wrong costs no more than itself', () => {
  test('a row with too few or too many values is left out and counted', () => {
    const samples = [[5], [], [1, 2], [6], []].map((values) => ({ locations: [1], values }));
    const bytes = pprofBytes(small({ samples: [...samples, ...samples.map(() => ({ locations: [1], values: [1] }))] }));
    expect(Array.from(readPprof(bytes).samples.values)).toEqual([5, 6, 1, 1, 1, 1, 1]);
    expect(sentences(bytes)).toEqual([
      'file: A sample does not have 1 numbers, one for each sample type, and was left out. ×3',
    ]);
  });

  test('a second location with the same number is left out', () => {
    const location = { id: 1, lines: [{ function: 1, line: 3 }] };
    const bytes = pprofBytes(small({ locations: [location, { id: 1, lines: [{ function: 1, line: 8 }] }] }));
    expect(stackText(readPprof(bytes), 0)).toEqual(['main a.py:3']);
    expect(sentences(bytes)).toEqual(['file: A location has the number of an earlier one and was left out. ×1']);
  });

  test('names beyond the string table are unknown and said', () => {
    const bytes = pprofBytes(small({ functions: [{ id: 1, name: 77, filename: 78 }] }));
    expect(stackText(readPprof(bytes), 0)).toEqual(['(unknown):3']);
    expect(sentences(bytes)).toEqual([
      'file: 2 names are missing from the string table: the file may have been cut. ×1',
    ]);
  });

  test('a string table that does not begin with the empty string is said', () => {
    const bytes = pprofBytes(small({ strings: ['x', 'space', 'bytes', 'main', 'a.py'] }));
    expect(stackText(readPprof(bytes), 0)).toEqual(['main a.py:3']);
    expect(sentences(bytes)).toHaveLength(1);
  });

  test('numbers that a Float64 rounds are said', () => {
    const bytes = pprofBytes(small({ samples: [{ locations: [1], values: [2n ** 60n + 1n] }] }));
    expect(sentences(bytes)[0]).toMatch(/Numbers beyond 2\^53 are rounded/);
  });
});

describe('bytes behind a profile', () => {
  const followedBy = (...bytes: number[]): Uint8Array => Uint8Array.from([...DUMP, ...bytes]);

  test.each([1, 511, 100_000])('%d zeros change nothing and are said', (count) => {
    const bytes = followedBy(...Array.from({ length: count }, () => 0));
    for (const chunk of [1000, bytes.length]) {
      const { problems, source: _, ...padded } = readPprof(bytes, chunk);
      const { problems: none, source: __, ...whole } = readPprof(DUMP);
      expect(padded).toEqual(whole);
      expect(none).toEqual([]);
      const zeros = count === 1 ? 'A zero byte follows' : `${count.toLocaleString('en-US')} zero bytes follow`;
      expect(problems).toHaveLength(1);
      expect(problems[0].where).toBe(`byte ${DUMP.length}`);
      expect(problems[0].sentence).toContain(`${zeros} what can be read`);
    }
  });

  test('zeros with anything in or behind them are damage', () => {
    for (const rest of [[0, 0, 7], [7, 0, 0], [0x12, 0x7f, 0, 0]]) {
      expect(sentences(followedBy(...rest)).join()).toMatch(/make no sense|ends inside a record/);
    }
  });

  test('zeros in place of the names are no padding', () => {
    const cut = pprofBytes(small({ strings: [] }));
    const { code, message } = refusal(Uint8Array.from([...cut, 0, 0, 0, 0]));
    expect([code, message]).toEqual(['damaged', `This pprof file is damaged at byte ${cut.length}, before its names. Copy it again.`]);
  });

  test('a second profile is told with its place, whatever order the first one’s parts have', () => {
    const order = ['strings', 'functions', 'sampleTypes', 'locations', 'samples', 'rest', 'mappings'] as const;
    for (const first of [DUMP, pprofBytes(small({ order })), jaxDump([])]) {
      const { code, message } = refusal(Uint8Array.from([...first, ...DUMP, ...DUMP]));
      expect(code).toBe('damaged');
      expect(message).toContain(`two or more pprof profiles joined: the second begins at byte ${first.length.toLocaleString('en-US')} of`);
    }
  });
});

describe('what is no profile', () => {
  test('bytes that happen to parse are refused', () => {
    expect(refusal(new Uint8Array(0)).code).toBe('not-a-profile');
    expect(refusal(new TextEncoder().encode('{"traceEvents": []}')).code).toBe('not-a-profile');
    // A message whose fields are all strings, as most are.
    const strings = pprofBytes(small({ sampleTypes: [], samples: [] }));
    expect(refusal(strings).code).toBe('not-a-profile');
  });

  test('a file without its names was cut', () => {
    const cut = refusal(pprofBytes(small({ strings: [] })));
    expect([cut.code, cut.message]).toEqual([
      'truncated',
      'This pprof file was cut short: its names, which come last, are missing. Copy it again.',
    ]);
  });

  test('a file whose names do not reach its sample types was cut', () => {
    expect(refusal(pprofBytes(small({ strings: ['', 'space'] }))).code).toBe('truncated');
  });
});
