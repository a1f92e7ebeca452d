import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import { analyseTrace } from '../formats/xplane/testing/read-trace.ts';
import type { BlocksAnswer, BlocksQuery } from '../model/blocks.ts';
import { at } from '../model/profile.ts';
import { blocks } from './blocks.ts';
import { randomMemory, type RandomMemory } from './testing/random-memory.ts';

const ALL: BlocksQuery = { from: 0, to: Infinity, resolution: 0, maxBlocks: 1000, maxPoints: 100_000 };

function ask({ profile, lifetimes }: RandomMemory, query: Partial<BlocksQuery> = {}, allocator = 0): BlocksAnswer {
  const end = profile.events.time[profile.events.length - 1] + 1;
  return blocks(profile, lifetimes, allocator, { ...ALL, to: end, ...query });
}

function draw(steps: string, query: Partial<BlocksQuery> = {}, before = 1000): BlocksAnswer {
  return ask(analyseTrace(memoryTrace({ before, steps })), query);
}

/** Each block as `held: offset@microsecond …`. */
function text({ blocks: table }: BlocksAnswer): string[] {
  return Array.from({ length: table.length }, (_, block) => {
    const points: string[] = [];
    for (let i = table.firstPoint[block]; i < table.firstPoint[block + 1]; i++) {
      points.push(`${String(table.pointOffset[i])}@${String(table.pointTime[i] / 1e6)}`);
    }
    return `${String(table.held[block])}: ${points.join(' ')}`;
  });
}

interface Piece {
  bottom: number;
  top: number;
}

/** The blocks that stand at a moment, from the bottom up. */
function standing({ blocks: table }: BlocksAnswer, time: number): Piece[] {
  const pieces: Piece[] = [];
  for (let block = 0; block < table.length; block++) {
    const starts = Number.isNaN(table.start[block]) ? -Infinity : table.start[block];
    if (starts > time || table.end[block] <= time) continue;
    let point = table.firstPoint[block];
    while (point + 1 < table.firstPoint[block + 1] && table.pointTime[point + 1] <= time) point++;
    const bottom = table.pointOffset[point];
    pieces.push({ bottom, top: bottom + table.held[block] });
  }
  return pieces.sort((a, b) => a.bottom - b.bottom || a.top - b.top);
}

/** What is alive after the last event of a moment, by asking every allocation. */
function known({ profile: { events }, lifetimes: { allocations } }: RandomMemory, time: number): number[] {
  const sizes: number[] = [];
  for (let i = 0; i < allocations.length; i++) {
    const { start, end } = { start: allocations.start[i], end: allocations.end[i] };
    if (start < 0 || events.allocator[start] !== 0 || events.time[start] > time) continue;
    if (end < 0 || events.time[end] > time) sizes.push(events.held[start]);
  }
  return sizes;
}

/** The allocator's last event of every moment that it has one. */
function moments({ profile: { events } }: RandomMemory): { time: number; total: number; inUse: number }[] {
  const last = new Map<number, { time: number; total: number; inUse: number }>();
  for (let event = 0; event < events.length; event++) {
    if (events.allocator[event] !== 0) continue;
    const [time, inUse] = [events.time[event], events.inUse[event]];
    last.set(time, { time, total: inUse + at(events.reserved, event), inUse });
  }
  return [...last.values()];
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

describe('blocks', () => {
  test('stand on what was there before and move down when one beneath them is freed', () => {
    expect(text(draw('+a512 +b256 +c128 -a -c'))).toEqual(['512: 1000@1', '256: 1512@2 1000@4', '128: 1768@3 1256@4']);
  });

  test('move when the base does: memory from before the capture is freed beneath them', () => {
    const answer = draw('+a512 -old600 +b64');
    expect(text(answer)).toEqual(['512: 1000@1 400@2', '64: 912@3']);
    expect(answer.curves.beforeCapture).toMatchObject({ initial: 1000, steps: 1 });
  });

  test('of a window begin where it does, with those that are older at the bottom', () => {
    const answer = draw('+a512 +b256 -a +c128 -b', { from: 1.5e6, to: 3.5e6 });
    expect(text(answer)).toEqual(['512: 1000@1.5', '256: 1512@2 1000@3']);
    expect(answer.blocks.start[0]).toBe(1e6);
    expect(answer.curves.total.initial).toBe(1512);
  });

  test('are the largest; the rest is one band with the sum of what is alive at once', () => {
    const answer = draw('+a8 +b256 +c512 -a +d16 +e4 -d', { maxBlocks: 2 });
    expect(text(answer).map((line) => line.split(':')[0])).toEqual(['256', '512']);
    expect(answer).toMatchObject({ rest: { count: 3, atMost: 20 }, limitedBy: 'blocks', overshoot: 0 });
  });

  test('are fewer where their moves would be too many points', () => {
    const answer = draw('+a512 +b256 +c128 -a -b', { maxPoints: 4 });
    expect(text(answer)).toEqual(['512: 1000@1', '256: 1512@2 1000@4']);
    expect(answer).toMatchObject({ limitedBy: 'points', rest: { count: 1, atMost: 128 } });
  });

  test('move once for all moves within one pixel', () => {
    const answer = draw('+a512 +b256 +c128 +d64 -a -b -c', { from: 0, resolution: 4e6 });
    expect(text(answer)[3]).toBe('64: 1000@4');
    expect(text(answer)[2]).toBe('128: 1768@3 1000@5');
  });

  test('name themselves by start, end and address, and by who asked for them', () => {
    const { blocks: table, origins } = draw('+a512 +b256 -a');
    expect([...table.start]).toEqual([1e6, 2e6]);
    expect([...table.end]).toEqual([3e6, NaN]);
    expect([...table.addressLow]).toEqual([0x610000, 0x620000]);
    expect(origins.names[origins.class[0]]).toBe('unknown');
    expect(origins.callSite[0]).toBe(-1);
  });
});

describe('whatever happens in memory', () => {
  test('base, blocks and rest add up to the total at every moment, and blocks never overlap', () => {
    fc.assert(
      fc.property(randomMemory(), fc.nat(20), (memory, maxBlocks) => {
        const answer = ask(memory, { maxBlocks });
        const whole = ask(memory);
        expect(answer.overshoot).toBe(0);
        for (const { time, total, inUse } of moments(memory)) {
          const all = known(memory, time);
          const base = total - inUse + (inUse - sum(all));
          const pieces = standing(answer, time);
          let bottom = base;
          for (const piece of pieces) {
            expect(piece.bottom).toBe(bottom);
            bottom = piece.top;
          }
          // What is between the highest block and the total is what the band says it is.
          expect(total - bottom).toBeGreaterThanOrEqual(0);
          expect(total - bottom).toBe(sum(all) - sum(pieces.map((piece) => piece.top - piece.bottom)));
          expect(total - bottom).toBeLessThanOrEqual(answer.rest.atMost);
          expect(standing(whole, time).at(-1)?.top ?? base).toBe(total);
        }
        expect(answer.blocks.length + answer.rest.count).toBe(whole.blocks.length);
      }),
      { numRuns: 300 },
    );
  });

  test('a window shows the same as the whole at every moment of it', () => {
    fc.assert(
      fc.property(randomMemory(), fc.nat(20_000), fc.nat(20_000), (memory, a, b) => {
        const [from, to] = [100 + Math.min(a, b), 100 + Math.max(a, b)];
        const whole = ask(memory);
        const window = ask(memory, { from, to });
        for (const { time } of moments(memory)) {
          if (time >= from && time <= to) expect(standing(window, time)).toEqual(standing(whole, time));
        }
        expect(window.blocks.pointTime.every((time) => time >= from && time <= to)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('joined moves leave blocks where they belong when the pixel is over', () => {
    fc.assert(
      fc.property(randomMemory(), (memory) => {
        const whole = ask(memory, { from: 0 });
        const joined = ask(memory, { from: 0, resolution: 500 });
        expect(joined.blocks.pointTime.length).toBeLessThanOrEqual(whole.blocks.pointTime.length);
        const all = moments(memory).map(({ time }) => time);
        const settled = all.filter(
          (time, i) => i + 1 === all.length || Math.floor(all[i + 1] / 500) > Math.floor(time / 500),
        );
        for (const time of settled) expect(standing(joined, time)).toEqual(standing(whole, time));
      }),
    );
  });

  test('points stay within their limit, and no larger allocation is left out for a smaller one', () => {
    fc.assert(
      fc.property(randomMemory(), fc.nat(40), (memory, maxPoints) => {
        const answer = ask(memory, { maxPoints });
        expect(answer.blocks.pointTime.length).toBeLessThanOrEqual(maxPoints);
        const sizes = [...ask(memory).blocks.held].sort((a, b) => b - a);
        expect([...answer.blocks.held].sort((a, b) => b - a)).toEqual(sizes.slice(0, answer.blocks.length));
        expect(answer.limitedBy === 'nothing').toBe(answer.rest.count === 0);
      }),
    );
  });

  test('lost events are told by how far blocks reach above the total, and never break the stack', () => {
    fc.assert(
      fc.property(randomMemory({ loses: true }), (memory) => {
        const answer = ask(memory);
        let overshoot = 0;
        for (const { time, inUse } of moments(memory)) {
          overshoot = Math.max(overshoot, sum(known(memory, time)) - inUse);
          const pieces = standing(answer, time);
          for (let i = 1; i < pieces.length; i++) expect(pieces[i].bottom).toBe(pieces[i - 1].top);
        }
        expect(answer.overshoot).toBeGreaterThanOrEqual(overshoot);
      }),
    );
  });
});
