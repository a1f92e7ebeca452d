import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import { curveWindow } from './curves.ts';
import { liveSetAfter } from './live-set.ts';

describe('matching', () => {
  test('tells memory from before the capture from what was allocated in it', () => {
    // Two frees of older memory, one allocation that is freed, one that stays.
    const { lifetimes, summary } = analyseTrace(
      memoryTrace({ before: 4096, steps: '+a512 +b256 -old1024 -a -old2048' }),
    );
    expect(summary.allocators[0]).toMatchObject({
      inUseBefore: 4096,
      freesWithoutAllocation: { count: 2, bytes: 3072 },
      neverFreed: { count: 1, bytes: 256 },
      inUseLast: 4096 + 256 - 3072,
    });
    expect(lifetimes.perAllocator[0]).toMatchObject({ identityViolations: 0, baselineJumps: 0, doubleAllocations: 0 });
  });

  test('says when events were lost', () => {
    const { summary } = analyseTrace(memoryTrace({ before: 0, steps: '+a512 lost256 +b256' }));
    expect(summary.allocators[0].identity).toMatchObject({ violations: 1, baselineJumps: 1 });
    expect(summary.problems.some(({ sentence }) => sentence.includes('events were lost'))).toBe(true);
  });

  test('closes an allocation whose address is given out again', () => {
    const { lifetimes } = analyseTrace(memoryTrace({ before: 0, steps: '+a512 +a256 -a' }));
    expect(lifetimes.perAllocator[0].doubleAllocations).toBe(1);
    expect(lifetimes.allocations.length).toBe(2);
  });
});

test('the live set of a moment adds up to what is in use', () => {
  const { profile, lifetimes, summary } = analyseTrace(
    memoryTrace({ before: 1000, steps: '+a512 +b512 +c256 -b -old1000' }),
  );
  const { event } = summary.allocators[0].peak;
  const live = liveSetAfter(profile, lifetimes.allocations, 0, event);
  expect(live).toMatchObject({ knownBytes: 1280, knownAllocations: 3, beforeCaptureBytes: 1000, totalBytes: 2280 });
  expect(live.rows).toEqual([
    { bytes: 512, requested: 512, count: 2 },
    { bytes: 256, requested: 256, count: 1 },
  ]);
});

test('a window holds the exact steps and the values from before it', () => {
  const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 1000, steps: '+a512 -old400 +b256 -a -b' }));
  const [, second, , fourth] = profile.events.time;
  const window = curveWindow(profile, lifetimes, 0, second, fourth, 100);
  expect(window).toMatchObject({
    total: { initial: 1512, value: Float64Array.of(1112, 1368, 856) },
    beforeCapture: { initial: 1000, value: Float64Array.of(600) },
  });
  expect(curveWindow(profile, lifetimes, 0, second, fourth, 2)).toEqual({ tooManySteps: 3 });
});
