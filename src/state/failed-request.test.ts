import { expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../fixtures/summaries.ts';
import type { Incident, OomReading } from '../model/oom-incident.ts';
import { failedRequest } from './failed-request.ts';
import { createAppStore } from './store.ts';
import type { AppStore } from './store.ts';

const GIB = 2 ** 30;

function reading(allocator: string | null, change: Partial<Incident> = {}): OomReading {
  const requested = { bytes: 3 * GIB, exact: true };
  const head = { n: 1, line: 1, requested, diagnosis: 'full' as const };
  const incident: Incident = {
    reports: [1],
    fatal: true,
    verdict: 'pool full',
    diagnosis: 'full',
    confidence: 'high',
    reason: '',
    numbers: [{ name: 'requested', size: requested, meaning: '' }],
    checks: [],
    steps: [],
    shapes: [],
    pictures: {},
    missing: [],
    ...change,
  };
  return {
    reports: [allocator === null ? { ...head, family: 'F1' } : { ...head, family: 'F3', allocator }],
    incidents: [incident],
    counters: [],
    context: { versions: {}, dimensions: [] },
    repairs: [],
    notes: [],
  };
}

function opened(text: OomReading): AppStore {
  const store = createAppStore();
  const content = { kind: 'trace' as const, summary: summaryOf([allocatorSummary({ id: 'GPU_0_bfc' })]) };
  store.getState().finishLoading({ content, refusals: [], runs: [], messages: [{ file: 'oom.txt', reading: text }] });
  return store;
}

test('a failed request of the shown allocator is laid on top of its window peak', () => {
  const state = opened(reading('GPU_0_bfc')).getState();
  const { peak, allocator } = allocatorSummary({ id: 'GPU_0_bfc' });
  const level = peak.total + 3 * GIB;
  const over = allocator.capacity === null ? null : level - allocator.capacity;
  expect(failedRequest(state)).toMatchObject({ bytes: 3 * GIB, isExact: true, executable: '', level, over });
});

test('a text that names no allocator speaks of the device', () => {
  expect(failedRequest(opened(reading(null)).getState())?.bytes).toBe(3 * GIB);
});

test('requests of other allocators, of memory on the chip and warnings are no part of the curve', () => {
  expect(failedRequest(opened(reading('GPU_1_bfc')).getState())).toBeNull();
  expect(failedRequest(opened(reading(null, { verdict: 'on-chip memory' })).getState())).toBeNull();
  expect(failedRequest(opened(reading(null, { fatal: false })).getState())).toBeNull();
});
