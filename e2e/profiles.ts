/** The profiles that end-to-end tests open, with what must be seen of them. Small, but for the one that is cancelled. */

import { createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { profileArchive } from '../fixtures/archive.ts';
import { memoryEvent } from '../fixtures/memory-events.ts';
import { tarHeader, tarPadding } from '../src/input/tar-writer.ts';
import type { EventSpec } from '../fixtures/xspace-spec.ts';
import { xspace } from '../fixtures/xspace-writer.ts';

const MIB = 2 ** 20;
const SECOND = 1e12;
const CAPACITY = 16 * 1024 * MIB;
export const BEFORE = 1024 * MIB;

/** 1 GiB before, copies of 256 MiB pile up from 2 s on, and a scratch of 77 MiB and some for a moment at 3.5 s. */
export const PEAK = { rounded: '2.33 GiB', bytes: '2,496,802,897', time: '3.500 s' };
const SMALL = 256;
const SCRATCH = 2_496_802_897 - BEFORE - 5 * 256 * MIB - SMALL;

interface Change {
  at: number;
  bytes: number;
  address: number;
}

function changes(): Change[] {
  const copies = [2, 2.3, 2.6, 2.9, 3.2].map((at, i) => ({ at, bytes: 256 * MIB, address: 0x1000 + i }));
  const scratch = { at: 3.5, bytes: SCRATCH, address: 0x2000 };
  const frees = [scratch, ...copies].map(({ bytes, address }, i) => ({ at: 3.5005 + i * 0.1, bytes: -bytes, address }));
  const first = { at: 1, bytes: SMALL, address: 0x100 };
  return [first, ...copies, scratch, ...frees, { ...first, at: 5, bytes: -SMALL }];
}

function events(allocator: string, scale: number, before: number): EventSpec[] {
  let inUse = before;
  let peak = before;
  return changes().map(({ at, bytes, address }) => {
    const held = Math.abs(bytes) * scale;
    inUse += bytes * scale;
    peak = Math.max(peak, inUse);
    return memoryEvent({
      kind: bytes > 0 ? 'allocation' : 'deallocation',
      offsetPs: at * SECOND,
      allocator,
      address,
      requested: held,
      held,
      inUse,
      available: CAPACITY - inUse,
      peak,
    });
  });
}

/** One GPU and the pinned memory of its host, each on a line of its own. */
export function gpuTrace(): Uint8Array {
  return xspace({
    hostnames: ['trainer-0'],
    planes: [
      {
        name: '/host:CPU',
        lines: [
          { id: 1, name: 'python', timestampNs: 0, events: events('GPU_0_bfc', 1, BEFORE) },
          { id: 2, name: 'staging', timestampNs: 0, events: events('gpu_host_bfc', 2, 0) },
        ],
      },
    ],
  });
}

export function gpuArchive(): Uint8Array {
  return profileArchive({ run: '2026_11_30_10_00_00', hosts: [{ host: 'trainer-0', xspace: gpuTrace() }] });
}

/** A trace of the CPU backend: host events, no memory events. */
export function cpuTrace(): Uint8Array {
  const span = { name: 'PjitFunction(f)', durationPs: 900 };
  const spans = Array.from({ length: 100 }, (_, i) => ({ ...span, offsetPs: i * 1000 }));
  return xspace({ hostnames: ['laptop'], planes: [{ name: '/host:CPU', lines: [{ name: 'python', events: spans }] }] });
}

/**
 * A `profile.tar.gz` that takes seconds to read, and little room on the disk: one XSpace over and over, which is one
 * XSpace of many planes, because a repeated field may be written in pieces.
 */
export async function writeLargeArchive(file: string, repeats: number): Promise<void> {
  const spans = Array.from({ length: 40_000 }, (_, i) => ({
    name: `step ${String(i % 100)}`,
    offsetPs: i * 1000,
    durationPs: 900,
    stats: { batch: i, loss: 0.25 },
  }));
  const piece = xspace({ planes: [{ name: '/host:CPU', lines: [{ name: 'python', events: spans }] }] });
  const size = piece.length * repeats;
  const gzip = createGzip({ level: 1 });
  const done = once(gzip.pipe(createWriteStream(file)), 'finish');
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!gzip.write(bytes)) await once(gzip, 'drain');
  };
  await write(tarHeader('plugins/profile/2026_11_30_10_00_00/trainer-0.xplane.pb', size));
  for (let i = 0; i < repeats; i++) await write(piece);
  gzip.end(new Uint8Array(tarPadding(size) + 1024));
  await done;
}

/** Two samples whose names put the baseline first. */
export function comparedSamples(): { name: string; bytes: Uint8Array }[] {
  return ['unstacked', 'staircase'].map((sample, at) => ({
    name: `${at + 1}_${sample}.tar.gz`,
    bytes: readFileSync(new URL(`../public/samples/${sample}.tar.gz`, import.meta.url)),
  }));
}
