import { describe, expect, test } from 'vitest';
import { fieldOf, filesFromMessage } from './sent.ts';

const bytes = Uint8Array.of(1, 2, 3, 4);

async function contents(message: unknown): Promise<Record<string, number[]>> {
  const files = filesFromMessage(message) ?? [];
  const read = files.map(
    async ({ path, source }) => [path, Array.from(new Uint8Array(await source.arrayBuffer()))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

describe('files that another page sent', () => {
  test('come as buffers, views of them, or blobs', async () => {
    const files = [
      { name: 'a.prof', buffer: bytes.buffer },
      { name: 'b.prof', buffer: bytes.subarray(1, 3) },
      { name: 'c.prof', blob: new Blob([bytes]) },
      { name: 'd.prof', buffer: new DataView(bytes.buffer, 3) },
    ];
    expect(await contents({ type: 'highwater:open', files })).toEqual({
      'a.prof': [1, 2, 3, 4],
      'b.prof': [2, 3],
      'c.prof': [1, 2, 3, 4],
      'd.prof': [4],
    });
  });

  test('have a name that can be shown, or get one', async () => {
    const files = [{ buffer: bytes }, { name: 7, buffer: bytes }, { name: 'run\u202E/fo\0rp.prof', buffer: bytes }];
    expect(Object.keys(await contents({ files }))).toEqual(['file 1', 'file 2', 'run\uFFFD/fo\uFFFDrp.prof']);
  });

  test('are none where the message is anything else', () => {
    for (const message of [null, undefined, 7, 'files', [], {}, { files: {} }, { files: [] }, { files: [null] }]) {
      expect(filesFromMessage(message)).toBeNull();
    }
    expect(filesFromMessage({ files: [{ name: 'a' }] })).toBeNull();
    expect(filesFromMessage({ files: [{ name: 'a', buffer: 'text' }] })).toBeNull();
    expect(
      filesFromMessage({
        files: [
          { name: 'a', buffer: bytes },
          { name: 'b', blob: { size: 1 } },
        ],
      }),
    ).toBeNull();
    expect(
      filesFromMessage({ files: Array.from({ length: 10_001 }, () => ({ name: 'a', buffer: bytes })) }),
    ).toBeNull();
  });

  test('a field of no object is none', () => {
    expect([fieldOf(null, 'type'), fieldOf('x', 'length'), fieldOf({ type: 1 }, 'type')]).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });
});
