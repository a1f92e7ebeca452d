import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WireWriter } from '../../../fixtures/wire-writer.ts';
import { RecordSplitter } from './record-splitter.ts';

/** What came out, as text: `field:bytes` or `field=varint`. */
function split(bytes: Uint8Array, cuts: number[]): { fields: string[]; offsets: number[]; splitter: RecordSplitter } {
  const fields: string[] = [];
  const offsets: number[] = [];
  const splitter = new RecordSplitter({
    bytesField(field, source, start, end, offset) {
      fields.push(`${field}:${source.slice(start, end).join()}`);
      offsets.push(offset);
    },
    varintField(field, low, high, offset) {
      fields.push(`${field}=${(BigInt(high) << 32n) | BigInt(low)}`);
      offsets.push(offset);
    },
  });
  let from = 0;
  for (const cut of [...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length]) {
    if (cut > from) splitter.push(bytes.slice(from, cut));
    from = Math.max(from, cut);
  }
  splitter.end();
  return { fields, offsets, splitter };
}

function message(): Uint8Array {
  const writer = new WireWriter();
  writer.data(2, Uint8Array.from({ length: 300 }, (_, index) => index));
  writer.integer(9, 2n ** 63n + 5n);
  writer.double(11, 0.5);
  writer.data(3, new Uint8Array(0));
  writer.integer(70_000, 1);
  return writer.finish();
}

describe('RecordSplitter', () => {
  test('hands on every field with its place, and passes over fixed-size ones', () => {
    const { fields, offsets, splitter } = split(message(), []);
    expect(fields[0].startsWith('2:0,1,2,')).toBe(true);
    expect(fields.slice(1)).toEqual(['9=9223372036854775813', '3:', '70000=1']);
    expect(offsets.slice(0, 2)).toEqual([0, 303]);
    expect(splitter.damage).toBeNull();
    expect(splitter.bytes).toBe(message().length);
  });

  test('gives the same wherever chunks end', () => {
    const bytes = message();
    const whole = split(bytes, []);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 30 }), (cuts) => {
        const { fields, offsets, splitter } = split(bytes, cuts);
        expect(fields).toEqual(whole.fields);
        expect(offsets).toEqual(whole.offsets);
        expect(splitter.damage).toBeNull();
      }),
    );
  });

  test('says where the stream was cut, and keeps what came before', () => {
    const bytes = message();
    const { fields, splitter } = split(bytes.slice(0, 310), [100]);
    expect(fields).toHaveLength(1);
    expect(splitter.damage).toEqual({ offset: 303, reason: 'cut', padding: null });
  });

  test.each([
    ['field number 0', [0x02, 0x00]],
    ['a group', [0x0b]],
    ['a wire type that does not exist', [0x0e, 0x01]],
    ['a length beyond all memory', [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ['a varint that does not end', [0x08, ...new Array<number>(11).fill(0xff)]],
  ])('stops at %s, wherever the chunk ends', (_, bytes) => {
    const head = [0x08, 0x01];
    for (let cut = 1; cut <= bytes.length + 2; cut++) {
      const { fields, splitter } = split(Uint8Array.from([...head, ...bytes, 0x08, 0x02]), [cut]);
      expect(fields).toEqual(['1=1']);
      expect(splitter.damage).toEqual({ offset: 2, reason: 'not-protobuf', padding: null });
    }
  });
});
