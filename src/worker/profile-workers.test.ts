import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as ProfileWorkers from './profile-workers.ts';

interface Started {
  name: string;
  isEnded: boolean;
  onerror: ((event: Event) => void) | null;
}

let started: Started[] = [];

class FakeWorker implements Started {
  isEnded = false;
  onerror: ((event: Event) => void) | null = null;
  readonly name: string;

  constructor(_: URL, { name = '' }: WorkerOptions) {
    this.name = name;
    started.push(this);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

/** The module anew: it keeps the workers that wait. */
async function freshModule(): Promise<typeof ProfileWorkers> {
  vi.resetModules();
  return import('./profile-workers.ts');
}

beforeEach(() => {
  started = [];
  vi.stubGlobal('Worker', FakeWorker);
  return () => vi.unstubAllGlobals();
});

describe('the workers of a profile', () => {
  test('are started once, however often somebody reaches for a file', async () => {
    const { readyWorkers, takeWorkers } = await freshModule();
    readyWorkers();
    readyWorkers();
    expect(started.map(({ name }) => name)).toEqual(['inflate', 'data']);
    const { inflate, data } = takeWorkers();
    expect([inflate, data]).toEqual(started);
  });

  test('are one profile’s: the next one has others', async () => {
    const { readyWorkers, takeWorkers } = await freshModule();
    readyWorkers();
    const [first, second] = [takeWorkers(), takeWorkers()];
    expect(new Set([first.inflate, first.data, second.inflate, second.data]).size).toBe(4);
  });

  test('are both ended where one fails before it is needed, and others are handed out', async () => {
    const { readyWorkers, takeWorkers } = await freshModule();
    readyWorkers();
    const failed = [...started];
    failed[1].onerror?.(new Event('error'));
    failed[0].onerror?.(new Event('error'));
    expect(failed.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    takeWorkers();
    expect(started).toHaveLength(4);
    expect(started.slice(2).map(({ isEnded }) => isEnded)).toEqual([false, false]);
  });
});
