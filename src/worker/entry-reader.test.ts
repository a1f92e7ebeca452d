import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../fixtures/memory-trace.ts';
import type { ByteSource } from '../input/types.ts';
import { EntryReader, PROFILES, type ReadEntry } from './entry-reader.ts';

const trace = memoryTrace({ before: 0, steps: '+a512 -a' });

function reading(wants: (path: string) => boolean = () => true): { reader: EntryReader; read: ReadEntry[] } {
  const read: ReadEntry[] = [];
  const reader = new EntryReader(PROFILES, { wants, onRead: (entry) => read.push(entry), onBytes: () => undefined });
  return { reader, read };
}

const member = (path: string, source: ByteSource | null = null): Parameters<EntryReader['begin']>[0] => ({
  path,
  source,
  lastModified: 5,
});

describe('an entry', () => {
  test('is recognised and read however its bytes come', async () => {
    for (const size of [1, 100, trace.length]) {
      const { reader, read } = reading();
      reader.begin(member('a.xplane.pb'));
      for (let i = 0; i < trace.length; i += size) reader.chunk(trace.slice(i, i + size));
      await reader.end();
      expect(read).toMatchObject([{ path: 'a.xplane.pb', lastModified: 5, outcome: { kind: 'profile' } }]);
      expect(reader.refusals).toEqual([]);
    }
  });

  test('that lies in one piece is streamed from there', async () => {
    const { reader, read } = reading();
    reader.begin(member('a.xplane.pb', new Blob([new Uint8Array(trace)])));
    await reader.end();
    expect(read).toHaveLength(1);
  });

  test('that is a program or a dump of the compiler says what it is, why it is not opened, and what is', async () => {
    const { reader } = reading();
    for (const [path, text] of [
      ['module_0001.jit_f.txt', 'HloModule jit_f, is_scheduled=true'],
      ['module_0001.jit_f-buffer-assignment.txt', 'BufferAssignment:\nallocation 0: size 4'],
      ['module_0001.jit_f-memory-usage-report.txt', 'Total bytes used: 4 (4B)\n'],
    ] as const) {
      reader.begin(member(path));
      reader.chunk(new TextEncoder().encode(text));
      await reader.end();
    }
    expect(reader.refusals.map(({ code }) => code)).toEqual(['wrong-kind', 'wrong-kind', 'wrong-kind']);
    for (const [i, what] of ['an XLA program (HLO text)', 'a buffer assignment', 'a memory report'].entries()) {
      expect(reader.refusals[i].reason).toContain(`This is ${what}`);
      expect(reader.refusals[i].reason).toContain('what the compiler plans, not what a run did');
      expect(reader.refusals[i].reason).toContain('Drop the .xplane.pb of a jax.profiler trace of that program');
    }
  });

  test('that cannot be read on is refused with why', async () => {
    const { reader, read } = reading();
    const source: ByteSource = {
      size: 10,
      stream: () => new ReadableStream({ pull: () => Promise.reject(new Error('it was moved')) }),
      slice: () => source,
      arrayBuffer: () => Promise.reject(new Error('it was moved')),
    };
    reader.begin(member('gone.xplane.pb', source));
    await reader.end();
    expect(read).toEqual([]);
    expect(reader.refusals).toMatchObject([{ file: 'gone.xplane.pb', code: 'unreadable' }]);
    expect(reader.refusals[0].reason).toContain('it was moved');
  });

  test('that is no profile is refused, and the next one is read', async () => {
    const { reader, read } = reading();
    reader.begin(member('notes.bin'));
    reader.chunk(new Uint8Array([1, 2, 3, 4]));
    await reader.end();
    reader.begin(member('a.xplane.pb'));
    reader.chunk(trace.slice());
    await reader.end();
    expect(reader.refusals).toMatchObject([{ file: 'notes.bin' }]);
    expect(read).toHaveLength(1);
  });

  test('cut short by its container gives what came, with the container’s reason among its problems', async () => {
    const { reader, read } = reading();
    reader.begin(member('a.xplane.pb'));
    reader.chunk(trace.slice());
    await reader.fail('The archive is cut short.');
    const [{ outcome }] = read;
    expect(outcome.kind === 'profile' && outcome.profile.problems.map(({ sentence }) => sentence)).toEqual([
      'The archive is cut short.',
    ]);
  });

  test('that nobody wants is passed over', () => {
    const { reader } = reading((path) => path !== 'old.xplane.pb');
    expect(reader.begin(member('old.xplane.pb'))).toBe(false);
    expect(reader.begin(member('new.xplane.pb'))).toBe(true);
  });
});
