import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../fixtures/summaries.ts';
import { digestAsk, notComparable, thingsOf } from './read-profile.ts';
import type { Opened } from './worker/protocol.ts';

const file = (path: string) => ({ path, source: new Blob([]), lastModified: 0 });

function opened(changes: Partial<Opened>): Opened {
  return { type: 'opened', generation: 1, summary: null, refusals: [], runs: [], dumps: null, messages: [], ...changes };
}

test('what lies side by side in a drop is one thing each, a folder with all that is in it', () => {
  const files = ['before/plugins/a.xplane.pb', 'before/plugins/b.xplane.pb', 'after.tar.gz'].map(file);
  expect(thingsOf(files).map((thing) => thing.map(({ path }) => path))).toEqual([
    ['before/plugins/a.xplane.pb', 'before/plugins/b.xplane.pb'],
    ['after.tar.gz'],
  ]);
});

describe('what is compared of a profile', () => {
  const summary = summaryOf([allocatorSummary({ id: 'GPU_0_bfc' }), allocatorSummary({ id: 'GPU_1_bfc' })]);

  test('is the allocator of that name, else the one that is shown first', () => {
    expect(digestAsk(opened({ summary }), 'GPU_1_bfc', null)).toEqual({ allocator: 1 });
    expect(digestAsk(opened({ summary }), 'GPU_7_bfc', null)).toEqual({ allocator: 0 });
    expect(digestAsk(opened({ summary }), null, null)).toEqual({ allocator: 0 });
  });

  test('is nothing where it holds no memory, and then a sentence says why', () => {
    const empty = opened({ summary: summaryOf([]) });
    expect(digestAsk(empty, null, null)).toBeNull();
    expect(digestAsk(opened({}), null, null)).toBeNull();
    expect(notComparable('cpu.xplane.pb', empty)).toBe(
      'cpu.xplane.pb could not be put beside the other. This trace holds no memory events.',
    );
  });
});
