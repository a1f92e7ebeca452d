import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import type { ExplainedText, LoadOutcome } from './app-state.ts';
import { openTitle } from './app-state.ts';
import { showsTexts } from './message-state.ts';
import { createAppStore } from './store.ts';

const REFUSAL = { file: 'notes.txt', code: 'not-a-profile', reason: 'Not a profile.' } as const;

function text(file: string): ExplainedText {
  const context = { versions: {}, dimensions: [] };
  return { file, reading: { reports: [], incidents: [], counters: [], context, repairs: [], notes: [] } };
}

function trace(...messages: ExplainedText[]): LoadOutcome {
  return { content: { kind: 'trace', summary: summaryOf([allocatorSummary()]) }, refusals: [], runs: [], messages };
}

function texts(...messages: ExplainedText[]): LoadOutcome {
  return { content: null, refusals: [REFUSAL], runs: [], messages };
}

describe('explained texts', () => {
  test('have the screen where they come alone, with what did not open beside them', () => {
    const store = createAppStore();
    store.getState().finishLoading(texts(text('train.log')));
    expect(store.getState()).toMatchObject({ status: 'open', profile: null, refusals: [REFUSAL] });
    expect(showsTexts(store.getState())).toBe(true);
    expect(openTitle(store.getState())?.name).toBe('train.log');
  });

  test('stay behind a profile of the same drop until they are asked for', () => {
    const store = createAppStore();
    store.getState().finishLoading(trace(text('oom.txt')));
    expect(store.getState().messages).toHaveLength(1);
    expect(showsTexts(store.getState())).toBe(false);
    store.getState().showMessages(true);
    expect(showsTexts(store.getState())).toBe(true);
  });

  test('that come later are shown at once, and the profile stays', () => {
    const store = createAppStore();
    store.getState().finishLoading(trace(text('oom.txt')));
    const { profile } = store.getState();
    store.getState().addPasted([text('pasted text')]);
    expect(store.getState().profile).toBe(profile);
    expect(store.getState().messages.map(({ file }) => file)).toEqual(['pasted text', 'oom.txt']);
    expect(showsTexts(store.getState())).toBe(true);
  });

  test('that were there first are kept for the profile that follows, and go with the next one', () => {
    const store = createAppStore();
    store.getState().addPasted([text('pasted text')]);
    store.getState().finishLoading(trace());
    expect(store.getState().messages.map(({ file }) => file)).toEqual(['pasted text']);
    store.getState().finishLoading(trace());
    expect(store.getState().messages).toEqual([]);
  });

  test('that are pasted while something is read do not end the reading', () => {
    const store = createAppStore();
    store.getState().startLoading('profile.tar.gz');
    store.getState().addPasted([text('pasted text')]);
    expect(store.getState().status).toBe('loading');
    store.getState().leaveLoading();
    expect(store.getState().status).toBe('open');
    expect(showsTexts(store.getState())).toBe(true);
  });

  test('of a file that is read again take its place', () => {
    const store = createAppStore();
    store.getState().finishLoading(texts(text('train.log'), text('other.log')));
    const again = text('train.log');
    store.getState().finishLoading(texts(again));
    expect(store.getState().messages.map(({ file }) => file)).toEqual(['train.log', 'other.log']);
    expect(store.getState().messages[0]).toBe(again);
  });
});
