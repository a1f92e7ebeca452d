import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OomText } from '../../model/oom-text.ts';
import { OomReader, readOomText } from './reader.ts';

const MESSAGE = 'RESOURCE_EXHAUSTED: Out of memory while trying to allocate 2885681152 bytes.';

function stream(pieces: Iterable<string | Uint8Array>, wholeText = 0): OomText {
  const reader = new OomReader(wholeText);
  for (const piece of pieces) reader.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
  return reader.end();
}

describe('a long log', () => {
  test('is read in pieces of any size, with the lines of the file', () => {
    const noise = 'step 1 loss 0.5\n'.repeat(3000);
    const text = `${noise}${MESSAGE}\n${noise}${MESSAGE.replace('2885681152', '17')}\n`;
    const lines = stream([text]).reports.map(({ line }) => line);
    expect(lines).toEqual([3001, 6002]);
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 70_000 }), (size) => {
        const pieces: string[] = [];
        for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
        expect(stream(pieces).reports.map(({ line }) => line)).toEqual(lines);
      }),
      { numRuns: 30 },
    );
  });

  test('may be a single line without end', () => {
    const filler = 'x'.repeat(300_000);
    const { reports } = stream([filler, ` ${MESSAGE} `, filler]);
    expect(reports).toMatchObject([{ family: 'F1', line: 1, requested: { bytes: 2_885_681_152 } }]);
  });

  test('keeps a message that is cut by the end of a piece anywhere', () => {
    const noise = 'nothing to see here\n'.repeat(500);
    for (let at = 0; at <= MESSAGE.length; at += 3) {
      const { reports } = stream([noise + MESSAGE.slice(0, at), `${MESSAGE.slice(at)}\n${noise}`]);
      expect(reports, String(at)).toHaveLength(1);
    }
  });

  test('with a dump that is longer than a region gives one report, and says that it was cut', () => {
    const prefix = '2026-03-14 09:26:53.5: I external/xla/xla/tsl/framework/bfc_allocator.cc:1082] ';
    const chunk = (i: number): string =>
      `${prefix}InUse at 7f0a${i.toString(16).padStart(8, '0')} of size 256 next ${i}\n`;
    const head =
      `${prefix.replace(': I', ': W')}Allocator (GPU_0_bfc) ran out of memory trying to allocate 3.00GiB ` +
      '(rounded to 3221225472)requested by op \n';
    function* dump(): Generator<string> {
      yield `${head}${prefix}BFCAllocator dump for GPU_0_bfc\n`;
      for (let i = 0; i < 180; i++) yield Array.from({ length: 1000 }, (_, j) => chunk(i * 1000 + j)).join('');
      yield `${prefix}Sum Total of in-use chunks: 43.95MiB\n`;
    }
    const { reports, repairs } = stream(dump());
    expect(reports.map(({ family }) => family)).toEqual(['F3', 'F5']);
    expect(reports[1]).toMatchObject({ chunks: { inUseCount: 180_000, inUseBytes: 180_000 * 256 } });
    expect(repairs.some(({ kind }) => kind === 'cut')).toBe(true);
  });

  test('that speaks of memory in every line without a message is passed over', () => {
    const line =
      '[worker-3] DEBUG allocated 1024 bytes; attempting retry, limit exceeded 3 times, reserved memory ok\n';
    expect(stream([line.repeat(20_000)]).reports).toEqual([]);
  });

  test('does not keep the chunks that it is given', () => {
    const chunk = new TextEncoder().encode(`${'noise\n'.repeat(1000)}${MESSAGE}\n`);
    const reader = new OomReader(0);
    for (let i = 0; i < 3; i++) {
      const reused = chunk.slice();
      reader.push(reused);
      reused.fill(0);
    }
    expect(reader.end().reports).toHaveLength(3);
  });
});

describe('a text that ends within a message', () => {
  test.each(['before its size', 'within its first words'])('%s says so', (where) => {
    const end = where === 'before its size' ? MESSAGE.indexOf('288') : MESSAGE.indexOf('trying to allocate') + 18;
    const { reports, brokenOff } = readOomText(`step 1\n${MESSAGE.slice(0, end)}`);
    expect(reports).toEqual([]);
    expect(brokenOff).toContain('Out of memory while trying to allocate');
  });

  test('a whole one does not', () => {
    expect(readOomText(MESSAGE).brokenOff).toBeUndefined();
  });
});

describe('a text of PowerShell', () => {
  const text = `step 1\r\n${MESSAGE}\r\n`;
  test.each([
    ['le', 2],
    ['be', 2],
    ['le', 0],
    ['be', 0],
  ] as const)('in UTF-16 %s is converted, whatever the pieces, with a mark of %d bytes', (order, mark) => {
    const bytes = new Uint8Array(mark + 2 * text.length);
    const view = new DataView(bytes.buffer);
    if (mark > 0) view.setUint16(0, 0xfeff, order === 'le');
    for (let i = 0; i < text.length; i++) view.setUint16(mark + 2 * i, text.charCodeAt(i), order === 'le');
    for (const size of [1, 3, 64, bytes.length]) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
      const { reports, repairs } = stream(pieces, 1 << 20);
      expect(reports, String(size)).toMatchObject([{ line: 2, requested: { bytes: 2_885_681_152 } }]);
      expect(repairs[repairs.length - 1]?.kind).toBe('utf16');
    }
  });
});

test('more messages than anyone reads are counted', () => {
  const many = Array.from({ length: 20_100 }, (_, i) => MESSAGE.replace('2885681152', String(1_000_000 + i))).join(
    '\n',
  );
  const { reports, reportsLeftOut } = readOomText(many);
  expect(reports).toHaveLength(20_000);
  expect(reportsLeftOut).toBe(100);
});

describe('no text takes longer than its length', () => {
  const LENGTH = 150_000;
  test.each([
    ['digits', '1234567890'],
    ['lines as wide as a terminal', `${'x'.repeat(79)}\n`],
    ['lines of words as wide as a terminal', `${'word '.repeat(15)}end\n`],
    ['the same message again and again', `${MESSAGE}\n`],
    ['entries without end', '1. Size: 5.00G\n'],
    ['escaped line breaks', '\\n'],
    ['carriage returns', '\r'],
    ['stars', '*'],
    ['brackets', '{['],
  ])('%s', (_, piece) => {
    // In quadratic time each of these takes minutes; the runner stops after some seconds.
    const text = `${MESSAGE}\n${piece.repeat(Math.ceil(LENGTH / piece.length))}`;
    expect(readOomText(text).reports.length).toBeGreaterThan(0);
  });
});
