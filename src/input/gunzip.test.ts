import { describe, expect, test } from 'vitest';
import type { Problem } from '../model/problems.ts';
import { bytesOf, noise, sameBytes } from './testing/bytes.ts';
import { joinedBytes } from '../model/joined-bytes.ts';
import { gzipOf } from './testing/gzip-writer.ts';
import { droppedFile } from './testing/memory-source.ts';
import { RecordingSink } from './testing/recording-sink.ts';
import { tarOf } from './testing/tar-writer.ts';
import { walk } from './walk.ts';

const BODY = noise(300_000);

async function open(content: Uint8Array, chunkBytes?: number) {
  const sink = new RecordingSink({ delay: true });
  const problems: Problem[] = [];
  const refusals = await walk([droppedFile('memory.prof', content, chunkBytes)], sink, {
    onProblem: (problem) => problems.push(problem),
  });
  const [entry] = sink.entries;
  /** Whether the entry holds these bytes. */
  const holds = (bytes: Uint8Array): boolean => entry !== undefined && sameBytes(entry.bytes, bytes);
  return { entry, holds, entries: sink.entries, refusals, problems };
}

/** The same bytes as a file (native, then pako) and as a member of an archive (pako). */
const WAYS: [string, (bytes: Uint8Array) => ReturnType<typeof open>][] = [
  ['as a dropped file', (bytes) => open(bytes)],
  ['inside a tar', (bytes) => open(tarOf([{ name: 'a', body: bytes }]), 1000)],
];

describe.each(WAYS)('gzip %s', (_, openBytes) => {
  test('gives its bytes under its own name', async () => {
    const { entry, holds, refusals, problems } = await openBytes(gzipOf(BODY));
    expect(entry).toMatchObject({ end: 'end', source: null });
    expect(holds(BODY)).toBe(true);
    expect(refusals).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('of several members gives all of them, in order', async () => {
    const { entry, holds, problems } = await openBytes(joinedBytes([gzipOf(BODY), gzipOf(bytesOf('second')), gzipOf(BODY)]));
    expect(entry?.end).toBe('end');
    expect(holds(joinedBytes([BODY, bytesOf('second'), BODY]))).toBe(true);
    expect(problems).toEqual([]);
  });

  test.each([
    ['zeros', new Uint8Array(1000), '1,000 bytes of zeros follow the compressed data and were ignored.'],
    ['text', bytesOf('-- end --'), '9 bytes that are not gzip data follow the compressed data and were ignored.'],
    ['part of a magic', Uint8Array.of(0x1f, 0x8b), '2 bytes that are not gzip data follow'],
  ])('followed by %s gives its bytes and says so', async (_what, junk, sentence) => {
    const { entry, holds, refusals, problems } = await openBytes(joinedBytes([gzipOf(BODY), junk]));
    expect(entry?.end).toBe('end');
    expect(holds(BODY)).toBe(true);
    expect(refusals).toEqual([]);
    expect(problems.map((problem) => problem.sentence).join()).toContain(sentence);
  });

  test('with zeros between two members gives both', async () => {
    const { holds } = await openBytes(joinedBytes([gzipOf(BODY), new Uint8Array(512), gzipOf(BODY)]));
    expect(holds(joinedBytes([BODY, BODY]))).toBe(true);
  });

  test('cut short gives what came out, then fails with how much that was', async () => {
    const whole = gzipOf(BODY);
    const { entry, holds } = await openBytes(whole.subarray(0, 200_000));
    expect(entry).toMatchObject({ end: 'fail', code: 'truncated' });
    expect(entry?.bytes.length).toBeGreaterThan(150_000);
    expect(holds(BODY.subarray(0, entry?.bytes.length))).toBe(true);
    expect(entry?.reason).toContain(`after ${entry?.bytes.length.toLocaleString('en-US')} bytes came out`);
  });

  test('with a wrong checksum gives all bytes, then fails as damaged', async () => {
    const bytes = gzipOf(BODY);
    bytes[bytes.length - 6] ^= 1;
    const { entry, holds } = await openBytes(bytes);
    expect(entry).toMatchObject({ end: 'fail', code: 'damaged' });
    expect(holds(BODY)).toBe(true);
  });

  test('cut in its header is a refusal, since there is no entry to fail', async () => {
    const { entries, refusals } = await openBytes(gzipOf(BODY).subarray(0, 7));
    expect(entries).toEqual([]);
    expect(refusals.map((refusal) => refusal.code)).toEqual(['truncated']);
  });
});

test('gzip with a file name and a header checksum opens', async () => {
  const plain = gzipOf(bytesOf('text'));
  const header = joinedBytes([Uint8Array.of(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3), bytesOf('a name\0')]);
  const { holds } = await open(joinedBytes([header, plain.subarray(10)]));
  expect(holds(bytesOf('text'))).toBe(true);
});

test('progress counts each compressed byte once, also where the file is read a second time', async () => {
  const file = droppedFile('a.gz', joinedBytes([gzipOf(BODY), bytesOf('junk')]), 10_000);
  const seen: number[] = [];
  await walk([file], new RecordingSink(), { onProgress: (read) => seen.push(read) });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(Math.max(...seen)).toBe(file.source.size);
});

test('a file that cannot be read any more is refused, not called damaged', async () => {
  const file = droppedFile('a.gz', gzipOf(BODY));
  const broken = {
    ...file.source,
    stream: () =>
      new ReadableStream<Uint8Array>({
        pull() {
          throw new DOMException('gone', 'NotReadableError');
        },
      }),
  };
  const refusals = await walk([{ ...file, source: broken }], new RecordingSink());
  expect(refusals).toMatchObject([{ file: 'a.gz', code: 'unreadable' }]);
  expect(refusals[0]?.reason).toContain('Choose it again');
});

test('what the sink throws comes out of the walk as it is', async () => {
  const sink = new RecordingSink();
  sink.chunk = () => {
    throw new RangeError('the reader is full');
  };
  await expect(walk([droppedFile('a.gz', gzipOf(BODY))], sink)).rejects.toThrow(new RangeError('the reader is full'));
});

test('an entry that is not wanted is not inflated to its end', async () => {
  const file = droppedFile('a.gz', gzipOf(noise(8_000_000), 1));
  let reads = 0;
  const source = {
    ...file.source,
    stream() {
      const reader = file.source.stream().getReader();
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          reads++;
          const piece = await reader.read();
          if (piece.done) controller.close();
          else controller.enqueue(piece.value);
        },
      });
    },
  };
  const sink = new RecordingSink({ wants: () => false });
  expect(await walk([{ ...file, source }], sink)).toEqual([]);
  expect(sink.refusedPaths).toEqual(['a.gz']);
  expect(reads).toBeLessThan(50);
});

test('an archive that inflates beyond all measure is stopped with a sentence', async () => {
  const bomb = gzipOf(new Uint8Array(5_000_000));
  const sink = new RecordingSink();
  const refusals = await walk([droppedFile('bomb.gz', bomb)], sink, { limits: { ratioFreeBytes: 1_000_000 } });
  expect(refusals).toMatchObject([{ file: 'bomb.gz', code: 'too-large' }]);
  expect(refusals[0]?.reason).toContain('more than 400 times its size');
  expect(sink.entries).toMatchObject([{ end: 'fail', code: 'too-large' }]);
  const total = await walk([droppedFile('bomb.gz', bomb)], new RecordingSink(), { limits: { inflatedBytes: 2 ** 20 } });
  expect(total[0]?.reason).toContain('More than 1 MiB came out');
});
