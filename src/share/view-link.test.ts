import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import type { FlameOp, FrameKey, TimeRange } from '../model/view-state.ts';
import { readView, sharedPart, withoutView, withView } from './view-link.ts';
import type { ViewLink } from './view-link.ts';
import type { SharedView } from './view-schema.ts';

const INITIAL = sharedPart(INITIAL_VIEW_STATE);
const time = fc.double({ min: 0, max: 1e16, noNaN: true });
const name = fc.string({ unit: 'binary', maxLength: 30 });
const range: fc.Arbitrary<TimeRange> = fc.tuple(time, time).filter(([a, b]) => a !== b).map(([a, b]) => {
  return { from: Math.min(a, b), to: Math.max(a, b) };
});
const frame: fc.Arbitrary<FrameKey> = fc.record({ name, file: fc.option(name) });
const path = fc.array(frame, { maxLength: 4 });
const op: fc.Arbitrary<FlameOp> = fc.oneof(
  fc.record({ kind: fc.constant('focus' as const), path }),
  fc.record({ kind: fc.constant('hide' as const), frame }),
  fc.constant({ kind: 'invert' as const }),
);
const view: fc.Arbitrary<SharedView> = fc.record({
  allocator: fc.option(name),
  total: fc.boolean(),
  range: fc.option(range),
  trail: fc.array(range, { maxLength: 3 }),
  fitsSizes: fc.boolean(),
  asXprof: fc.boolean(),
  cursor: fc.option(time),
  lower: fc.constantFrom('flame' as const, 'blocks' as const, 'allocations' as const, 'steps' as const),
  flame: fc.record(
    { what: fc.constantFrom('alive' as const, 'retained' as const), ops: fc.array(op, { maxLength: 3 }), search: name, selected: fc.option(path) },
    { requiredKeys: [] },
  ),
  dump: fc.record({ shown: fc.option(name), order: fc.option(fc.array(name, { maxLength: 3 })) }, { requiredKeys: [] }),
  blocks: fc.record({ coloring: fc.constant('size' as const) }, { requiredKeys: [] }),
  allocations: fc.record({ filter: name, descending: fc.boolean() }, { requiredKeys: [] }),
  selected: fc.option(fc.record({ start: fc.option(time), end: fc.option(time), address: fc.constant('0x7f5b60254000') })),
  compare: fc.option(
    fc.record(
      {
        swapped: fc.boolean(),
        alignment: fc.option(fc.record({ kind: fc.constantFrom('peak' as const, 'step' as const), name })),
        range: fc.option(range),
        tab: fc.constantFrom('table' as const, 'findings' as const),
        focus: path,
      },
      { requiredKeys: [] },
    ),
  ),
  finding: fc.option(fc.record({ kind: fc.constant('staircase' as const), title: name, allocator: name, moment: time })),
});
const link: fc.Arbitrary<ViewLink> = fc.record({ files: fc.array(name, { maxLength: 3 }), view });

/** −0 is 0 in JSON, and nowhere here do they differ. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function fragmentOf(content: unknown, version = '1'): string {
  return `#v=${version}&s=${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
}

describe('the view in the address', () => {
  test('comes back as it was, whatever it is', () => {
    fc.assert(
      fc.property(link, (written) => {
        const read = readView(withView('', written));
        if (read.kind !== 'link') throw new Error(read.kind);
        expect(plain(read.link)).toEqual(plain(written));
      }),
    );
  });

  test('leaves out what is as by default, and leaves other parts of the fragment alone', () => {
    const written = withView('#open=https%3A%2F%2Fa.b%2Fc&s=old&d=x', { files: ['a.pb'], view: INITIAL });
    expect(written).toMatch(/^#v=1&s=[\w-]+&open=https%3A%2F%2Fa\.b%2Fc&d=x$/);
    const state = Buffer.from(written.slice('#v=1&s='.length).split('&')[0], 'base64url').toString();
    expect(state).toBe('{"files":["a.pb"],"view":{}}');
    expect(withoutView(written)).toBe('#open=https%3A%2F%2Fa.b%2Fc&d=x');
    expect(withoutView('#v=1&s=abc')).toBe('');
  });

  test('is not written where it would be too long to be passed on', () => {
    const search = 'x'.repeat(9000);
    expect(withView('#d=x', { files: [], view: { ...INITIAL, flame: { search } } })).toBe('#d=x');
  });

  test('that a newer page wrote, or that is damaged, is a sentence and nothing else', () => {
    expect(readView('')).toEqual({ kind: 'none' });
    expect(readView('#d=abc')).toEqual({ kind: 'none' });
    expect(readView(fragmentOf({ files: [], view: {} }, '2'))).toMatchObject({ kind: 'fault', reason: /newer/ });
    for (const broken of ['#v=1&s=%%%', '#v=1&s=AAAA', '#s=e30', '#v=x&s=e30', '#v=0&s=e30', fragmentOf({ view: {} })]) {
      expect(readView(broken)).toMatchObject({ kind: 'fault', reason: /damaged/ });
    }
  });

  test.each([
    ['a range that ends before it begins', { range: { from: 5, to: 1 } }],
    ['a number that is none', { cursor: '5' }],
    ['an unknown view', { lower: 'javascript:alert(1)' }],
    ['an address that is none', { selected: { start: null, end: null, address: '0xZZ' } }],
    ['a name of a megabyte', { allocator: 'x'.repeat(2000) }],
    ['a list without end', { trail: Array.from({ length: 1000 }, () => ({ from: 0, to: 1 })) }],
    ['an operation without its frame', { flame: { ops: [{ kind: 'hide' }] } }],
    ['a list in place of an object', { flame: [] }],
  ])('with %s is refused as a whole', (_, wrong) => {
    expect(readView(fragmentOf({ files: [], view: { total: true, ...wrong } }))).toMatchObject({ kind: 'fault' });
  });

  test('takes nothing that it does not know, least of all a prototype', () => {
    const state = Buffer.from('{"files":[],"view":{"__proto__":{"total":true},"theme":"dark","unknown":1}}');
    const read = readView(`#v=1&s=${state.toString('base64url')}`);
    if (read.kind !== 'link') throw new Error(read.kind);
    expect(read.link.view).toEqual(INITIAL);
    expect(Object.getPrototypeOf(read.link.view)).toBe(Object.prototype);
  });

  test('never throws, whatever the address', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String().map((text) => `#v=1&s=${text}`),
      fc.json().map((json) => `#v=1&s=${Buffer.from(json).toString('base64url')}`),
      fc.json().map((json) => `#v=1&s=${Buffer.from(`{"files":[],"view":${json}}`).toString('base64url')}`),
    );
    fc.assert(fc.property(hostile, (fragment) => ['none', 'link', 'fault'].includes(readView(fragment).kind)));
  });

  test('of an older version goes through every upgrade in turn', () => {
    const upgrades = {
      1: (state: unknown) => ({ files: [], was: state }),
      2: (state: unknown) => ({ ...(state as object), view: { total: true } }),
    };
    const read = readView(fragmentOf({ old: true }), upgrades, 3);
    expect(read).toMatchObject({ kind: 'link', link: { view: { total: true } } });
    expect(readView(fragmentOf({ old: true }), { 1: upgrades[1] }, 3)).toMatchObject({ kind: 'fault' });
  });
});
