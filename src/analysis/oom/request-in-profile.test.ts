import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import type { RequestMatch, RequestQuery } from '../../model/oom-match.ts';
import { randomMemory } from '../testing/random-memory.ts';
import { requestInProfile } from './request-in-profile.ts';

const MIB = 2 ** 20;

function match(steps: string, at: number, query: Partial<RequestQuery> = {}): RequestMatch {
  const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 0, steps }));
  const moment = { kind: 'alive' as const, at: at * 1e6 };
  return requestInProfile(profile, lifetimes, 0, { bytes: 4096, pm: 0, executable: '', moment, ...query });
}

describe('a failed request in a profile', () => {
  test('is held against what was free at the moment', () => {
    const full = match(`+a${MIB - 2048} -a`, 1);
    expect(full.moment).toMatchObject({ total: MIB - 2048, free: 2048 });
    expect(full.ceiling).toBe(MIB - 4096);
    expect(full.sentences[0]).toBe('At the cursor 2.00 KiB are free, too little for the request of 4.00 KiB.');
    const after = match(`+a${MIB - 2048} -a`, 2);
    expect(after.moment).toMatchObject({ total: 0, free: MIB });
    expect(after.sentences[0]).toContain('enough in all');
    const peak = match(`+a${MIB - 2048} -a`, 2, { moment: { kind: 'alive-at-peak', from: 0, to: 2e6 } });
    expect(peak.sentences[0]).toBe('At the window peak 2.00 KiB are free, too little for the request of 4.00 KiB.');
  });

  test('is said to fit for the part of the capture in which as much was free', () => {
    expect(match(`+a${MIB - 2048} +b100 -b -a +c1`, 1).fitsFor).toBe(0.25);
    expect(match(`+a${MIB - 2048} +b100 -b`, 1).sentences).toContain('Nowhere in the capture as much was free.');
  });

  test('finds allocations of its size, also those that are gone, and no others', () => {
    const { sources, sentences } = match('+a4096 -a +b4096 +c4095 +d8192', 5);
    expect(sources).toHaveLength(1);
    expect(sources[0]).toMatchObject({ count: 2, held: 8192, aliveAtMoment: 1, first: { address: '0x610000' } });
    expect(sentences).toContain('2 allocations of the profile are of exactly this size.');
    expect(match('+a512', 1).sentences).toContain('No allocation of the profile is of exactly this size.');
  });

  test('of a rounded size finds what lies within its error', () => {
    const { sources, sentences } = match('+a4100 +b4090 +c4080', 3, { pm: 10 });
    expect(sources[0]?.count).toBe(2);
    expect(sentences.at(-1)).toBe('2 allocations of the profile are of this size, as far as the text states it.');
  });

  test('before the first event there is what was in use before', () => {
    const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 1000, steps: '+a512' }));
    const moment = { kind: 'alive' as const, at: 0 };
    const found = requestInProfile(profile, lifetimes, 0, { bytes: 10, pm: 0, executable: 'jit_f', moment });
    expect(found.moment).toMatchObject({ event: -1, total: 1000, free: MIB - 1000 });
    expect(found.programs).toEqual([]);
  });
});

test('counts each allocation of the size once, whatever the memory does', () => {
  fc.assert(
    fc.property(randomMemory(), fc.nat(10_000), ({ profile, lifetimes }, at) => {
      const { events } = profile;
      const first = events.allocator.indexOf(1);
      fc.pre(first >= 0);
      const bytes = events.requested[first];
      const query = { bytes, pm: 0, executable: '', moment: { kind: 'alive' as const, at } };
      const { sources, unlisted, fitsFor } = requestInProfile(profile, lifetimes, 1, query);
      const { length, start, end } = lifetimes.allocations;
      let expected = 0;
      for (let i = 0; i < length; i++) {
        const event = start[i] < 0 ? end[i] : start[i];
        if (events.allocator[event] === 1 && events.requested[event] === bytes) expected++;
      }
      expect(sources.reduce((sum, { count }) => sum + count, unlisted)).toBe(expected);
      if (fitsFor !== null) expect(fitsFor).toBeGreaterThanOrEqual(0);
    }),
  );
});
