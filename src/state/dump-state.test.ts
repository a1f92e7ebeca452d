import { describe, expect, test } from 'vitest';
import { buffers } from '../../fixtures/pprof-writer.ts';
import { openedDumps, seriesOf } from '../worker/testing/opened-dumps.ts';
import { profileTitle } from './app-state.ts';
import { dumpView, shownSampleType, siteOf } from './dump-state.ts';
import { createAppStore } from './store.ts';

const main = ['<module> train.py:9'];
const keep = [...main, 'keep log.py:2'];
const dumps = { 'm_1.prof': [buffers(main, 1, 100)], 'm_2.prof': [buffers(main, 1, 100), buffers(keep, 1, 50)] };

describe('the screen of dumps', () => {
  test('keeps only what differs from its defaults, and another profile starts anew', () => {
    const store = createAppStore();
    const { setDump, finishLoading } = store.getState();
    setDump({ shown: 'm_1.prof', tab: 'flame', sampleType: null });
    setDump({ tab: null });
    expect(store.getState().view.dump).toEqual({ shown: 'm_1.prof' });
    expect(dumpView(store.getState().view)).toMatchObject({ shown: 'm_1.prof', functions: 'user', order: null });
    finishLoading({ content: { kind: 'dumps', dumps: openedDumps(dumps) }, refusals: [], runs: [] });
    expect(store.getState().view.dump).toEqual({});
  });

  test('a sample type is chosen by its name; where there is none of that name, the sorting one is shown', () => {
    const { snapshot } = openedDumps(dumps);
    expect(shownSampleType(snapshot, null)).toBe(1);
    expect(shownSampleType(snapshot, 'allocations/count')).toBe(0);
    expect(shownSampleType(snapshot, 'cpu/nanoseconds')).toBe(1);
  });

  test('a call site is chosen by its name, in whichever list it is', () => {
    const series = seriesOf(dumps);
    const view = dumpView({ dump: {} });
    expect(siteOf(series, view)).toBeNull();
    expect(siteOf(series, { ...view, site: { name: 'keep', file: 'log.py' } })).toMatchObject({
      function: 'keep',
      delta: 50,
    });
    expect(siteOf(series, { ...view, site: { name: 'keep', file: 'other.py' } })).toBeNull();
  });
});

test('a profile is called by its file, a series by its first and last', () => {
  const store = createAppStore();
  const title = (content: ReturnType<typeof openedDumps>): ReturnType<typeof profileTitle> | null => {
    store.getState().finishLoading({ content: { kind: 'dumps', dumps: content }, refusals: [], runs: [] });
    const { profile } = store.getState();
    return profile && profileTitle(profile);
  };
  expect(title(openedDumps(dumps))).toEqual({
    name: 'm_1.prof … m_2.prof',
    path: 'm_1.prof … m_2.prof',
    detail: '2 dumps',
  });
  expect(title(openedDumps({ 'a/b/m_1.prof': dumps['m_1.prof'], 'a/b/m_2.prof': dumps['m_2.prof'] }))).toMatchObject({
    name: 'm_1.prof … m_2.prof',
    path: 'a/b/m_1.prof … a/b/m_2.prof',
  });
  expect(title(openedDumps({ 'a/m.prof': dumps['m_1.prof'], 'b/m.prof': dumps['m_2.prof'] }))?.name).toBe(
    'a/m.prof … b/m.prof',
  );
  expect(title(openedDumps({ 'm_1.prof': dumps['m_1.prof'] }))?.detail).toMatch(/^\d+ B$/);
});
