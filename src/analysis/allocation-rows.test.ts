import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { memoryEvent } from '../../fixtures/memory-events.ts';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import type { EventSpec } from '../../fixtures/xspace-spec.ts';
import { xspace } from '../../fixtures/xspace-writer.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import { formatAddress } from '../model/address.ts';
import { ALLOCATION_COLUMNS } from '../model/allocation-rows.ts';
import type { AllocationRows, AllocationRowsQuery } from '../model/allocation-rows.ts';
import type { AnalysedProfile } from './analyse.ts';
import { allocationFile } from './allocation-file.ts';
import { allocationDetails, allocationRows } from './allocation-rows.ts';
import { randomMemory, type RandomMemory } from './testing/random-memory.ts';

const QUERY: AllocationRowsQuery = {
  what: { kind: 'allocated', from: -Infinity, to: Infinity },
  sort: 'held',
  descending: true,
  filter: '',
  offset: 0,
  limit: 1000,
  selected: null,
};

type Memory = Pick<AnalysedProfile, 'profile' | 'lifetimes'>;

function ask({ profile, lifetimes }: Memory, query: Partial<AllocationRowsQuery> = {}): AllocationRows {
  return allocationRows(profile, lifetimes, 0, { ...QUERY, ...query });
}

function traced(steps: string): Memory {
  return analyseTrace(memoryTrace({ before: 10_000, steps }));
}

function addresses({ rows }: AllocationRows): string[] {
  return Array.from({ length: rows.length }, (_, i) => formatAddress(rows.addressLow[i], rows.addressHigh[i]));
}

/** Two call sites in two programs, a transfer, and an allocation of the runtime. */
function namedTrace(): Uint8Array {
  const events: EventSpec[] = [];
  const make = (index: number, spans: readonly string[], size: number): void => {
    const start = 1000 * (index + 1);
    for (const [depth, name] of spans.entries()) {
      events.push({ name, offsetPs: start + depth * 10, durationPs: 900 - depth * 20 });
    }
    events.push(
      memoryEvent({
        kind: 'allocation',
        offsetPs: start + 100,
        allocator: 'GPU_0_bfc',
        address: 0x7f00_0000_0000 + index * 0x1000,
        requested: size - 1,
        held: size,
        inUse: 2000 * (index + 1),
        available: 1e6,
        peak: 9000,
      }),
    );
  };
  make(0, ['$model.py:5 loss', 'PjitFunction(dot)', 'Build buffer allocations'], 256);
  make(1, ['$data.py:9 =next', 'DevicePut'], 512);
  make(2, ['$model.py:5 loss', 'PjitFunction(dot)', 'PjitFunction(dot)', 'AllocateOutputBuffer'], 1024);
  make(3, [], 2048);
  return xspace({ planes: [{ name: '/host:CPU', lines: [{ name: 'python', events }] }] });
}

/** Of each row: call site, program, class. */
function origins({ origins: { callSite, program, class: kind, names } }: AllocationRows): string[] {
  return Array.from(callSite, (site, i) =>
    [site, program[i], kind[i]].map((index) => (index < 0 ? '–' : names[index])).join(' / '),
  );
}

describe('the rows of the table', () => {
  test('are those of the question, the largest first, with what they add up to', () => {
    const answer = ask(traced('+a512 +b256 -a +c1024 -old600'));
    expect([...answer.rows.held]).toEqual([1024, 512, 256]);
    expect([...answer.rows.end]).toEqual([NaN, 3e6, NaN]);
    expect(answer.filtered).toEqual({ count: 3, held: 1792, requested: 1792 });
    expect(answer).toMatchObject({ moment: null, unlisted: 0, selectedRow: -1, filterFault: null });
  });

  test('at a moment hold older memory that is freed later, and say what no row holds', () => {
    const answer = ask(traced('+a512 +b256 -a -old600'), { what: { kind: 'alive', at: 2e6 } });
    expect([...answer.rows.held]).toEqual([600, 512, 256]);
    expect([...answer.rows.start]).toEqual([NaN, 1e6, 2e6]);
    expect(answer).toMatchObject({ moment: 2e6, unlisted: 9_400, all: { held: 1368 } });
    expect(origins(answer)[0]).toBe('– / – / before the capture');
    const later = ask(traced('+a512 +b256 -a -old600'), { what: { kind: 'alive', at: 4e6 } });
    expect([...later.rows.held]).toEqual([256]);
  });

  test('come a window at a time, and the selected one is found in their order', () => {
    const memory = traced('+a512 +b256 +c1024 +d128');
    const answer = ask(memory, { offset: 1, limit: 2, selected: { start: 4e6, end: null, address: '0x640000' } });
    expect([...answer.rows.held]).toEqual([512, 256]);
    expect(answer).toMatchObject({ selectedRow: 3, filtered: { count: 4 } });
  });

  test('name call site, program and class, and sort by them with unknown ones last', () => {
    const memory = analyseTrace(namedTrace());
    expect(origins(ask(memory, { sort: 'start', descending: false }))).toEqual([
      'model.py: loss / jit_dot / program buffer',
      'data.py: =next / – / transfer',
      'model.py: loss / jit_dot / output',
      '– / – / unknown',
    ]);
    expect([...ask(memory, { sort: 'callSite', descending: false }).rows.held]).toEqual([512, 256, 1024, 2048]);
    expect([...ask(memory, { sort: 'class', descending: false }).rows.held]).toEqual([1024, 256, 512, 2048]);
  });

  test.each([
    ['LOSS', [1024, 256]],
    ['/transfer|unknown/', [2048, 512]],
    ['jit_', [1024, 256]],
    ['0x7f0000001000', [512]],
    ['2.00 KiB', [2048]],
    ['1,023 bytes', [1024]],
    ['nothing of the kind', []],
  ])('are filtered by what they say: %s', (filter, sizes) => {
    const answer = ask(analyseTrace(namedTrace()), { filter });
    expect([...answer.rows.held]).toEqual(sizes);
    expect(answer.filtered.held).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(answer.all.count).toBe(4);
  });

  test('a filter that cannot be read is told and hides nothing', () => {
    const answer = ask(analyseTrace(namedTrace()), { filter: '/(/' });
    expect(answer.filterFault).toContain('no regular expression');
    expect(answer.filtered.count).toBe(4);
  });

  test('in whatever order, are the same rows; a window is a part of the whole', () => {
    const columns = fc.constantFrom(...ALLOCATION_COLUMNS);
    fc.assert(
      fc.property(
        randomMemory({ loses: true }),
        columns,
        fc.boolean(),
        fc.nat(9),
        (memory, sort, descending, offset) => {
          const whole = ask(memory, { sort, descending });
          const window = ask(memory, { sort, descending, offset, limit: 3 });
          expect([...window.rows.addressLow]).toEqual([...whole.rows.addressLow].slice(offset, offset + 3));
          const byStart = ask(memory, { sort: 'start', descending: false });
          expect(addresses(whole).toSorted()).toEqual(addresses(byStart).toSorted());
          expect(ordered(keysOf(whole, sort), descending)).toBe(true);
          expect(whole.filtered.held).toBe(whole.rows.held.reduce((sum, held) => sum + held, 0));
        },
      ),
    );
  });

  test('at every moment they and what is unlisted add up to what is in use', () => {
    fc.assert(
      fc.property(randomMemory(), fc.nat(5_000), (memory: RandomMemory, at) => {
        const { rows, unlisted } = ask(memory, { what: { kind: 'alive', at } });
        const { events } = memory.profile;
        let inUse = memory.lifetimes.perAllocator[0].inUseBefore;
        for (let i = 0; i < events.length && events.time[i] <= at; i++) {
          if (events.allocator[i] === 0) inUse = events.inUse[i];
        }
        expect(rows.held.reduce((sum, held) => sum + held, unlisted)).toBe(inUse);
      }),
    );
  });
});

function keysOf({ rows }: AllocationRows, sort: AllocationRowsQuery['sort']): number[] {
  switch (sort) {
    case 'lifetime':
      return Array.from(rows.end, (end, i) => (Number.isNaN(end) ? Infinity : end - rows.start[i]));
    case 'held':
    case 'requested':
    case 'start':
      return [...rows[sort]];
    case 'address':
      return [...rows.addressLow];
    case 'class':
    case 'callSite':
    case 'program':
      // Without stacks all are equal, and stay in order of start.
      return [];
  }
}

function ordered(keys: readonly number[], descending: boolean): boolean {
  return keys.every((key, i) => i === 0 || (descending ? keys[i - 1] >= key : keys[i - 1] <= key));
}

describe('an allocation in full', () => {
  test('has its call stack unfolded, the outermost frame first', () => {
    const { profile, lifetimes } = analyseTrace(namedTrace());
    const details = allocationDetails(profile, lifetimes, 0, { start: 3100, end: null, address: '0x7f0000002000' });
    expect(details).toMatchObject({ held: 1024, requested: 1023, class: 'output', line: 'python' });
    expect(details?.stack).toEqual([
      { function: 'loss', file: 'model.py', kind: 'user code' },
      { function: 'jit_dot', file: null, kind: 'program' },
      { function: 'jit_dot', file: null, kind: 'program' },
      { function: 'AllocateOutputBuffer', file: null, kind: 'runtime' },
    ]);
  });

  test('from before the capture has a size and an end, and nobody who asked for it', () => {
    const { profile, lifetimes } = traced('+a512 -old600');
    const name = { start: null, end: 2e6, address: '0x9001' };
    expect(allocationDetails(profile, lifetimes, 0, name)).toEqual({
      name,
      held: 600,
      requested: 600,
      callSite: null,
      program: null,
      class: 'before the capture',
      line: null,
      stack: [],
    });
  });

  test('is found by start and address; a name that nothing has gives nothing', () => {
    const { profile, lifetimes } = traced('+a512 -a +a256');
    const at = (start: number, address: string): number | undefined =>
      allocationDetails(profile, lifetimes, 0, { start, end: null, address })?.held;
    expect(at(1e6, '0x610000')).toBe(512);
    expect(at(3e6, '0x610000')).toBe(256);
    expect(at(2e6, '0x610000')).toBeUndefined();
    expect(at(3e6, '0x620000')).toBeUndefined();
    expect(at(3e6, 'somewhere')).toBeUndefined();
  });
});

describe('the rows as a file', () => {
  const csvOf = ({ profile, lifetimes }: Memory, query: Partial<AllocationRowsQuery>): string =>
    [...allocationFile('csv', profile, lifetimes, 0, { ...QUERY, ...query })].join('');

  test('hold every filtered row with exact numbers, and cells that no spreadsheet runs', () => {
    const csv = csvOf(analyseTrace(namedTrace()), { sort: 'start', descending: false, filter: '.py' });
    expect(csv.split('\r\n')).toEqual([
      'held_bytes,requested_bytes,start_ps,end_ps,lifetime_ps,class,call_site,program,address',
      '256,255,1100,,,program buffer,model.py: loss,jit_dot,0x7f0000000000',
      '512,511,2100,,,transfer,data.py: =next,,0x7f0000001000',
      '1024,1023,3100,,,output,model.py: loss,jit_dot,0x7f0000002000',
      '',
    ]);
  });

  test('hold the same as JSON, null where nothing is known', () => {
    const jsonOf = ({ profile, lifetimes }: Memory, query: Partial<AllocationRowsQuery>): unknown =>
      JSON.parse([...allocationFile('json', profile, lifetimes, 0, { ...QUERY, ...query })].join(''));
    expect(jsonOf(analyseTrace(namedTrace()), { sort: 'start', descending: false, filter: 'data.py' })).toEqual([
      {
        held_bytes: 512,
        requested_bytes: 511,
        start_ps: 2100,
        end_ps: null,
        lifetime_ps: null,
        class: 'transfer',
        call_site: 'data.py: =next',
        program: null,
        address: '0x7f0000001000',
      },
    ]);
    expect(jsonOf(traced('+a512 +b256'), { sort: 'start', descending: false })).toHaveLength(2);
    expect(jsonOf(traced('+a512'), { filter: 'nothing is called so' })).toEqual([]);
  });

  test('leave out what is not known', () => {
    const csv = csvOf(traced('+a512 -a -old600'), {
      what: { kind: 'alive', at: 1e6 },
      sort: 'start',
      descending: false,
    });
    expect(csv.split('\r\n').slice(1, 3)).toEqual([
      '600,600,,3000000,,before the capture,,,0x9002',
      '512,512,1000000,2000000,1000000,unknown,,,0x610000',
    ]);
  });

  test('quote what would break a row, and disarm formulas', () => {
    const { profile, lifetimes } = analyseTrace(
      xspace({
        planes: [
          {
            name: '/host:CPU',
            lines: [
              {
                name: 'python',
                events: [
                  { name: '$=cmd.py:1 f', offsetPs: 0, durationPs: 1000 },
                  { name: 'PjitFunction(a,"b")', offsetPs: 0, durationPs: 1000 },
                  memoryEvent({
                    kind: 'allocation',
                    offsetPs: 10,
                    allocator: 'GPU_0_bfc',
                    address: 1,
                    requested: 1,
                    held: 1,
                    inUse: 1,
                    available: 1,
                    peak: 1,
                  }),
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(csvOf({ profile, lifetimes }, {})).toContain(`,eager,'=cmd.py: f,"jit_a,""b""",0x1`);
  });
});
