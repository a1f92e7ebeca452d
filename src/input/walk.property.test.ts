import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf } from './testing/bytes.ts';
import { joinedBytes } from '../model/joined-bytes.ts';
import { gzipOf } from './testing/gzip-writer.ts';
import { droppedFile } from './testing/memory-source.ts';
import type { RecordedEntry } from './testing/recording-sink.ts';
import { RecordingSink } from './testing/recording-sink.ts';
import type { TarMember } from './testing/tar-writer.ts';
import { tarOf } from './testing/tar-writer.ts';
import type { ZipFile } from './testing/zip-writer.ts';
import { zipOf } from './testing/zip-writer.ts';
import { walk } from './walk.ts';

const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}$/);
const body = fc.uint8Array({ maxLength: 3000 });

const tarMember: fc.Arbitrary<TarMember> = fc.record({
  name,
  body,
  longName: fc.constantFrom('pax' as const, 'gnu' as const),
  base256: fc.boolean(),
});
const zipFile: fc.Arbitrary<ZipFile> = fc.oneof(
  fc.record({ name, body, method: fc.constantFrom(0, 8), zip64: fc.boolean() }),
  fc.record({ name, body, descriptor: fc.constantFrom('marked' as const, 'unmarked' as const) }),
);

/** Archives of every kind, also one in another. */
const archive: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.array(tarMember, { minLength: 1, maxLength: 4 }).map((members) => tarOf(members)),
  fc.array(tarMember, { minLength: 1, maxLength: 4 }).map((members) => gzipOf(tarOf(members))),
  fc.array(zipFile, { minLength: 1, maxLength: 4 }).map((files) => zipOf(files)),
  fc.array(body, { minLength: 1, maxLength: 3 }).map((parts) => joinedBytes(parts.map((part) => gzipOf(part)))),
  fc
    .array(zipFile, { minLength: 1, maxLength: 3 })
    .map((files) => gzipOf(tarOf([{ name: 'in.zip', body: zipOf(files) }, { name: 'x', body: bytesOf('last') }]))),
);

async function open(bytes: Uint8Array, chunkBytes?: number, delay = false) {
  const sink = new RecordingSink({ delay });
  const refusals = await walk([droppedFile('a', bytes, chunkBytes)], sink);
  // A fault of the reader itself ends here, too, instead of being thrown.
  expect(refusals.filter((refusal) => refusal.code === 'internal')).toEqual([]);
  return { entries: sink.entries, refusals };
}

const summary = (entry: RecordedEntry): unknown => [entry.path, entry.end, entry.code, [...entry.bytes]];

function isPrefix(part: Uint8Array, whole: Uint8Array): boolean {
  return part.length <= whole.length && part.every((byte, i) => byte === whole[i]);
}

describe('a walk', () => {
  test('gives the same entries from chunks of any size, to a sink that waits or not', async () => {
    await fc.assert(
      fc.asyncProperty(archive, fc.integer({ min: 1, max: 5000 }), fc.boolean(), async (bytes, chunkBytes, delay) => {
        const whole = await open(bytes);
        const pieces = await open(bytes, chunkBytes, delay);
        expect(pieces.entries.map(summary)).toEqual(whole.entries.map(summary));
        expect(pieces.refusals).toEqual(whole.refusals);
        expect(whole.refusals).toEqual([]);
        expect(whole.entries.every((entry) => entry.end === 'end')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('over a cut archive gives a beginning of the same entries, then says so, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(archive, fc.double({ min: 0, max: 1, noNaN: true }), async (bytes, part) => {
        const cut = bytes.subarray(0, Math.floor(bytes.length * part));
        const whole = await open(bytes);
        const some = await open(cut, 1000);
        // Cut within its first block, what was an archive is not recognised as one any more.
        if (some.entries[0]?.path === 'a' && whole.entries[0].path !== 'a') return;
        if (some.entries[0]?.source) return;
        some.entries.forEach((entry, i) => {
          expect(entry.path).toBe(whole.entries[i].path);
          expect(isPrefix(entry.bytes, whole.entries[i].bytes)).toBe(true);
          expect(entry.end).not.toBe('open');
          if (entry.end === 'end') expect(entry.bytes).toEqual(whole.entries[i].bytes);
        });
        const isWhole = some.entries.length === whole.entries.length && some.entries.every((e) => e.end === 'end');
        const said = some.refusals.length > 0 || some.entries.some((entry) => entry.end === 'fail');
        // A tar without its end mark, and gzip cut between two members, are whole as far as anybody can tell.
        expect(isWhole || said || bytes[0] !== 0x50).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('over damaged bytes ends, closes what it opened, and never throws', async () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(archive, flips, async (bytes, changes) => {
        const damaged = bytes.slice();
        for (const [at, change] of changes) damaged[at % damaged.length] ^= change;
        const { entries } = await open(damaged, 700);
        expect(entries.every((entry) => entry.end !== 'open')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('over bytes that were dropped, doubled or swapped ends in the same way', async () => {
    await fc.assert(
      fc.asyncProperty(archive, fc.nat(), fc.nat(), fc.integer({ min: 0, max: 600 }), async (bytes, a, b, length) => {
        const from = a % bytes.length;
        const to = b % bytes.length;
        const piece = bytes.subarray(from, from + length);
        const rest = bytes.subarray(Math.min(bytes.length, to + (b % 3) * 100));
        const shuffled = joinedBytes([bytes.subarray(0, to), piece, rest]);
        const { entries } = await open(shuffled, 700);
        expect(entries.every((entry) => entry.end !== 'open')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

test('every length of a small tar.gz gives a beginning of its one member', async () => {
  const whole = gzipOf(tarOf([{ name: 'a', body: bytesOf('the bytes of a profile, '.repeat(20)) }]));
  for (let length = 0; length < whole.length; length++) {
    const { entries, refusals } = await open(whole.subarray(0, length));
    const [entry] = entries;
    // Cut within its first block, the tar is not seen to be one.
    if (!entry || entry.path === 'a') continue;
    expect('the bytes of a profile, '.repeat(20)).toContain(new TextDecoder().decode(entry.bytes));
    expect(entry.end === 'fail' || refusals.length > 0).toBe(true);
  }
});
