import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { formatAddress } from '../model/address.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import type { PoolMap } from '../model/blocks.ts';
import { poolMap } from './pool-map.ts';
import { randomMemory } from './testing/random-memory.ts';

function draw(steps: string, at: number): PoolMap {
  const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 100_000, steps }));
  return poolMap(profile, lifetimes, 0, { kind: 'alive', at: at * 1e6 });
}

/** `address held`, by address. */
function text({ allocations }: PoolMap): string[] {
  return Array.from({ length: allocations.length }, (_, row) => {
    const address = formatAddress(allocations.addressLow[row], allocations.addressHigh[row]);
    return `${address} ${String(allocations.held[row])}`;
  });
}

describe('the pool map', () => {
  test('has what is alive at the moment by address, and the largest gap between', () => {
    const map = draw('+c4096 +a512 +b256 -b', 3);
    expect(text(map)).toEqual(['0x610000 512', '0x620000 256', '0x630000 4096']);
    expect(map).toMatchObject({ hasAddresses: true, inUse: 104_864, unknown: 100_000, largestGap: 0x10000 - 256 });
    expect(text(draw('+c4096 +a512 +b256 -b', 4))).toHaveLength(2);
  });

  test('knows memory from before the capture where its deallocation names it', () => {
    const map = draw('+a512 -old600', 1);
    expect(text(map)).toEqual(['0x9001 600', '0x610000 512']);
    expect(map.unknown).toBe(99_400);
    expect(map.allocations.start[0]).toBeNaN();
    expect(map.origins.names[map.origins.class[0]]).toBe('before the capture');
    expect(text(draw('+a512 -old600', 2))).toEqual(['0x610000 512']);
  });

  test('says what the allocator states of the free memory, and nothing before its first event', () => {
    expect(draw('+a512', 1)).toMatchObject({ free: (1 << 20) - 100_512, fragmentation: 0 });
    expect(draw('+a512', 0)).toMatchObject({ free: null, fragmentation: null, unknown: 100_000, event: -1 });
  });

  test('at the peak of a range is that of the peak event, also where others share its time', () => {
    const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 0, steps: '+a512 +b256 -a -b' }));
    profile.events.time[2] = profile.events.time[1];
    const whole = { from: 0, to: profile.events.time[3] };
    expect(text(poolMap(profile, lifetimes, 0, { kind: 'alive-at-peak', ...whole }))).toHaveLength(2);
  });

  test('adds up to what is in use, and is in order of address', () => {
    fc.assert(
      fc.property(randomMemory(), fc.nat(10_000), (memory, at) => {
        const map = poolMap(memory.profile, memory.lifetimes, 1, { kind: 'alive', at });
        const { held, addressLow, length } = map.allocations;
        expect(held.reduce((sum, bytes) => sum + bytes, map.unknown)).toBe(map.inUse);
        for (let row = 1; row < length; row++) expect(addressLow[row]).toBeGreaterThan(addressLow[row - 1]);
      }),
    );
  });
});
