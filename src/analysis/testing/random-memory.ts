/**
 * Profiles of random memory events, made as columns: several allocators, memory from before the capture, reserved
 * bytes that change, events of one time, and (on request) lost events.
 */

import fc from 'fast-check';
import { ALLOCATION, DEALLOCATION, type EventTable, type Profile } from '../../model/profile.ts';
import { matchLifetimes, type Lifetimes } from '../lifetimes.ts';

/** One event: which allocator, what it does, how large, how long after the one before, how much is reserved. */
interface Op {
  allocator: number;
  kind: 'allocate' | 'free' | 'free-older' | 'lose';
  size: number;
  /** Picks what is freed. */
  pick: number;
  wait: number;
  reserved: number;
}

export interface RandomMemory {
  profile: Profile;
  lifetimes: Lifetimes;
}

const ALLOCATORS = 2;
const BEFORE = 5_000;

/** With `loses`, some allocations and frees leave no event, so that nothing adds up. */
export function randomMemory({ loses = false } = {}): fc.Arbitrary<RandomMemory> {
  const kinds = ['allocate', 'allocate', 'free', 'free', 'free-older', ...(loses ? ['lose'] : [])] as Op['kind'][];
  const op = fc.record<Op>({
    allocator: fc.nat(ALLOCATORS - 1),
    kind: fc.constantFrom(...kinds),
    size: fc.integer({ min: 1, max: 1000 }),
    pick: fc.nat(1000),
    wait: fc.constantFrom(0, 1, 10, 1000),
    reserved: fc.constantFrom(0, 0, 0, 300, 700),
  });
  return fc.array(op, { minLength: 1, maxLength: 60 }).map(profileOf);
}

function profileOf(ops: readonly Op[]): RandomMemory {
  const rows: (Op & { time: number; address: number; isAllocation: boolean; inUse: number })[] = [];
  const live = Array.from({ length: ALLOCATORS }, () => new Map<number, number>());
  const inUse = new Array<number>(ALLOCATORS).fill(BEFORE);
  const older = new Array<number>(ALLOCATORS).fill(BEFORE);
  let time = 100;
  let next = 1;
  for (const op of ops) {
    time += op.wait;
    const own = live[op.allocator];
    let { size } = op;
    let address = next;
    let isAllocation = op.kind === 'allocate';
    if (op.kind === 'lose') {
      inUse[op.allocator] += size;
      continue;
    }
    if (op.kind === 'free-older') {
      size = Math.min(size, older[op.allocator]);
      if (size === 0) continue;
      older[op.allocator] -= size;
      address = 1_000_000 + next++;
    } else if (op.kind === 'free' && own.size > 0) {
      [address, size] = [...own][op.pick % own.size];
      own.delete(address);
    } else {
      isAllocation = true;
      // Addresses are used again as soon as they are free, as allocators do.
      while (own.has(address % 7)) address = ++next;
      if (own.size < 6) address %= 7;
      next++;
      own.set(address, size);
    }
    inUse[op.allocator] += isAllocation ? size : -size;
    rows.push({ ...op, size, time, address, isAllocation, inUse: inUse[op.allocator] });
  }
  const events: EventTable = {
    length: rows.length,
    time: Float64Array.from(rows, (row) => row.time),
    allocator: Uint16Array.from(rows, (row) => row.allocator),
    kind: Uint8Array.from(rows, (row) => (row.isAllocation ? ALLOCATION : DEALLOCATION)),
    addressLow: Uint32Array.from(rows, (row) => row.address),
    addressHigh: Uint32Array.from(rows, () => 0x7f40),
    requested: Float64Array.from(rows, (row) => row.size - 1),
    held: Float64Array.from(rows, (row) => row.size),
    inUse: Float64Array.from(rows, (row) => row.inUse),
    reserved: Float64Array.from(rows, (row) => row.reserved),
    free: null,
    fragmentation: Float32Array.from(rows, () => 0.25),
    stack: new Int32Array(rows.length).fill(-1),
    call: new Int32Array(rows.length).fill(-1),
    line: new Uint16Array(rows.length),
  };
  const profile = emptyProfile(events);
  return { profile, lifetimes: matchLifetimes(profile) };
}

function emptyProfile(events: EventTable): Profile {
  const count = (allocator: number, kind: number): number =>
    events.kind.filter((row, i) => row === kind && events.allocator[i] === allocator).length;
  return {
    source: { name: 'random', format: 'xplane', bytes: 0 },
    capture: {
      hosts: [],
      versions: {},
      startNs: null,
      stopNs: null,
      devices: [],
      planes: [],
      errors: [],
      warnings: [],
      memoryEvents: { allocations: 0, deallocations: 0, lines: 1, lineStartsNs: [0n], equalTimestamps: 0 },
    },
    originPs: 0n,
    allocators: Array.from({ length: ALLOCATORS }, (_, i) => ({
      id: `GPU_${String(i)}_bfc`,
      kind: 'device',
      host: null,
      allocations: count(i, ALLOCATION),
      deallocations: count(i, DEALLOCATION),
      capacity: 100_000,
      lifetimePeak: null,
      lines: 1,
      lineStartsNs: [0n],
    })),
    events,
    lines: [{ name: 'python', start: 0 }],
    calls: null,
    stacks: { length: 0, parent: new Int32Array(), frame: new Int32Array() },
    frames: {
      length: 0,
      function: new Int32Array(),
      file: new Int32Array(),
      line: new Int32Array(),
      definitionLine: new Int32Array(),
      kind: new Uint8Array(),
    },
    strings: [''],
    marks: {
      length: 0,
      kind: new Uint8Array(),
      name: new Int32Array(),
      start: new Float64Array(),
      duration: new Float64Array(),
      step: new Int32Array(),
      where: new Int32Array(),
    },
    programs: [],
    stated: null,
    xprof: null,
    problems: [],
  };
}
