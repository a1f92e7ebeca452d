import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinedBytes } from '../model/joined-bytes.ts';
import { PieceReader } from './piece-reader.ts';
import type { ByteSource } from './types.ts';

function numbered(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => (i * 31) & 0xff);
}

/** Has `bytes`, and a stream of its own. */
function sourceOf(bytes: Uint8Array<ArrayBuffer>, stream: ByteSource['stream']): ByteSource {
  const blob = new Blob([bytes]);
  return {
    size: bytes.length,
    slice: (start, end) => blob.slice(start, end),
    arrayBuffer: () => blob.arrayBuffer(),
    stream,
  };
}

/** Gives `bytes` in runs of `runLength`, whatever room it is offered; fails behind `failsAt`. */
function byteSource(bytes: Uint8Array<ArrayBuffer>, runLength: number, failsAt = Infinity): ByteSource {
  let at = 0;
  const pull = (controller: ReadableByteStreamController): void => {
    const request = controller.byobRequest;
    if (at >= failsAt) throw new Error('the disk is gone');
    if (at >= bytes.length) {
      controller.close();
      request?.respond(0);
      return;
    }
    const room = request?.view ? new Uint8Array(request.view.buffer, request.view.byteOffset, request.view.byteLength) : null;
    const run = bytes.subarray(at, at + Math.min(runLength, room?.length ?? runLength));
    at += run.length;
    if (room === null || request === null) {
      controller.enqueue(run.slice());
      return;
    }
    room.set(run);
    request.respond(run.length);
  };
  return sourceOf(bytes, () => new ReadableStream({ type: 'bytes', pull }));
}

function plainSource(bytes: Uint8Array<ArrayBuffer>, runLength: number): ByteSource {
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    for (let at = 0; at < bytes.length; at += runLength) controller.enqueue(bytes.slice(at, at + runLength));
    controller.close();
  };
  return sourceOf(bytes, () => new ReadableStream({ start }));
}

async function readAll(source: ByteSource): Promise<Uint8Array> {
  const reader = new PieceReader(source);
  const pieces: Uint8Array[] = [];
  for (let piece = await reader.read(); piece !== null; piece = await reader.read()) pieces.push(piece.slice());
  return joinedBytes(pieces);
}

describe('reading piece by piece', () => {
  test.each([0, 1, 1000, (1 << 20) - 1, 1 << 20, (1 << 21) + 5])('gives all %i bytes of a Blob', async (length) => {
    const bytes = numbered(length);
    expect(Buffer.compare(await readAll(new Blob([bytes])), bytes)).toBe(0);
  });

  test('gives the same bytes however they come, from a stream that takes a place and from one that does not', async () => {
    const source = fc.tuple(fc.uint8Array({ maxLength: 2000 }), fc.integer({ min: 1, max: 700 }));
    await fc.assert(
      fc.asyncProperty(source, async ([array, runLength]) => {
        const bytes = Uint8Array.from(array);
        expect([...(await readAll(byteSource(bytes, runLength)))]).toEqual([...bytes]);
        expect([...(await readAll(plainSource(bytes, runLength)))]).toEqual([...bytes]);
      }),
    );
  });

  test('keeps a piece while the next one is read, in two places for the whole file', async () => {
    const bytes = numbered(6000);
    const reader = new PieceReader(byteSource(bytes, 500));
    const places = new Set<number>();
    let piece = await reader.read();
    for (let at = 0; piece !== null; at += 500) {
      const coming = reader.read();
      await Promise.resolve();
      expect([...piece]).toEqual([...bytes.subarray(at, at + 500)]);
      places.add(piece.buffer.byteLength);
      piece = await coming;
    }
    expect([...places]).toEqual([6001]);
  });

  test('ends after a cancel, and rejects where the source cannot be read', async () => {
    const cancelled = new PieceReader(byteSource(numbered(3000), 100));
    await cancelled.read();
    await cancelled.cancel();
    expect(await cancelled.read()).toBeNull();

    const failing = new PieceReader(byteSource(numbered(3000), 100, 200));
    await failing.read();
    await failing.read();
    await expect(failing.read()).rejects.toThrow('the disk is gone');
    await failing.cancel();
  });

  test('keeps each byte where a source is longer than it said', async () => {
    const bytes = numbered(3000);
    expect([...(await readAll({ ...byteSource(bytes, 100), size: 10 }))]).toEqual([...bytes]);
  });
});
