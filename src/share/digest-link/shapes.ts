/**
 * Shapes: what a value looks like in the bytes of a link, said once for both directions. What is read has passed the
 * shape's own checks, so that it is of its type, finite, short and few; else reading throws `Unfit`.
 */

import { Unfit } from '../checked.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { plainText } from '../../model/plain-text.ts';
import { shortened } from './shortened.ts';

export interface Output {
  bytes: ByteWriter;
  /** Index of the text in the table that stands before everything else. */
  indexOf: (text: string) => number;
}

export interface Input {
  bytes: ByteReader;
  texts: readonly string[];
}

export interface Shape<T> {
  write: (out: Output, value: T) => void;
  /** Throws `Unfit`. */
  read: (input: Input) => T;
}

/** Longer texts are cut where they are written; where they are read they are refused. */
export const LONGEST_TEXT = 2000;

export const text: Shape<string> = {
  write: (out, value) => out.bytes.count(out.indexOf(value)),
  read: ({ bytes, texts }) => texts[bytes.count(texts.length - 1)],
};

export const flag: Shape<boolean> = {
  write: (out, value) => out.bytes.byte(value ? 1 : 0),
  read: ({ bytes }) => bytes.count(1) === 1,
};

/** A whole number from 0 on, such as events. */
export function count(most: number = Number.MAX_SAFE_INTEGER): Shape<number> {
  return {
    write: (out, value) => out.bytes.count(Math.min(Math.max(0, Math.trunc(value)), most)),
    read: ({ bytes }) => bytes.count(most),
  };
}

/** Any finite number; below 0 too. */
export const number: Shape<number> = {
  write: (out, value) => out.bytes.number(Number.isFinite(value) ? value : 0),
  read: ({ bytes }) => bytes.number(),
};

/** A number from 0 on: bytes, or what a sample type counts. */
export const amount: Shape<number> = {
  write: (out, value) => number.write(out, Math.max(0, value)),
  read: (input) => {
    const value = number.read(input);
    if (value < 0) throw new Unfit();
    return value;
  },
};

/** 64 bits without a sign. */
export const unsigned64: Shape<bigint> = {
  write: (out, value) => {
    for (let shift = 0n; shift < 64n; shift += 8n) out.bytes.byte(Number((value >> shift) & 0xffn));
  },
  read: ({ bytes }) => bytes.raw(8).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n),
};

/** 64 bits with a sign: times since 1970 and lengths. */
export const signed64: Shape<bigint> = {
  write: (out, value) => unsigned64.write(out, BigInt.asUintN(64, value)),
  read: (input) => BigInt.asIntN(64, unsigned64.read(input)),
};

/** An address as the page writes it. */
export const address: Shape<string> = {
  write: (out, value) => unsigned64.write(out, /^0x[0-9a-f]{1,16}$/.test(value) ? BigInt(value) : 0n),
  read: (input) => `0x${unsigned64.read(input).toString(16)}`,
};

/** A content id: 64 hex digits. */
export const contentId: Shape<string> = {
  write: (out, value) => {
    for (let i = 0; i < 64; i += 2) out.bytes.byte(Number.parseInt(value.slice(i, i + 2), 16));
  },
  read: ({ bytes }) => Array.from(bytes.raw(32), (byte) => byte.toString(16).padStart(2, '0')).join(''),
};

export function oneOf<const T>(...values: readonly T[]): Shape<T> {
  return {
    write: (out, value) => out.bytes.count(Math.max(0, values.indexOf(value))),
    read: ({ bytes }) => values[bytes.count(values.length - 1)],
  };
}

export function constant<T>(make: () => T): Shape<T> {
  return { write: () => undefined, read: make };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return {
    write: (out, value) => {
      flag.write(out, value !== null);
      if (value !== null) shape.write(out, value);
    },
    read: (input) => (flag.read(input) ? shape.read(input) : null),
  };
}

/** More than `most` are not written, and refused where they are read. */
export function list<T>(shape: Shape<T>, most: number): Shape<T[]> {
  return {
    write: (out, values) => {
      out.bytes.count(Math.min(values.length, most));
      for (const value of values.slice(0, most)) shape.write(out, value);
    },
    read: (input) => {
      const length = input.bytes.count(most);
      const values: T[] = [];
      while (values.length < length) values.push(shape.read(input));
      return values;
    },
  };
}

/** Names and texts, as an object without a prototype's names. */
export function dictionary(most: number): Shape<Record<string, string>> {
  const entries = list(record<{ key: string; value: string }>({ key: text, value: text }), most);
  return {
    write: (out, value) => entries.write(out, Object.entries(value).map(([key, found]) => ({ key, value: found }))),
    read: (input) => {
      const found = entries.read(input).map(({ key, value }): [string, string] => [key, value]);
      // `fromEntries` makes an own field of whatever name, `__proto__` too.
      return Object.fromEntries(found);
    },
  };
}

/** The fields in the order in which they stand here: the order is the format. */
export function record<T extends object>(fields: { [K in keyof T]-?: Shape<T[K]> }): Shape<T> {
  const keys = Object.keys(fields) as (keyof T)[];
  return {
    write: (out, value) => {
      for (const key of keys) fields[key].write(out, value[key]);
    },
    read: (input) => {
      const found: Partial<T> = {};
      for (const key of keys) found[key] = fields[key].read(input);
      // Every field of T is in `fields`, and was read by its own shape.
      return found as T;
    },
  };
}

/** Texts in the order of their first use, and what is written after them. */
export class TextTable {
  private readonly index = new Map<string, number>([['', 0]]);

  readonly indexOf = (value: string): number => {
    const known = this.index.get(value);
    if (known !== undefined) return known;
    const next = this.index.size;
    this.index.set(value, next);
    return next;
  };

  /** The empty text, which is always the first, is not written. */
  write(bytes: ByteWriter): void {
    const encoder = new TextEncoder();
    const texts = [...this.index.keys()].slice(1).map((value) => encoder.encode(shortened(value, LONGEST_TEXT)));
    bytes.count(texts.length);
    for (const { length } of texts) bytes.count(length);
    for (const encoded of texts) bytes.raw(encoded);
  }
}

/** UTF-8 takes up to three bytes for each UTF-16 unit. */
const MOST_TEXT_BYTES = 3 * LONGEST_TEXT;
const MOST_TEXTS = 20_000;

export function readTexts(bytes: ByteReader): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lengths = Array.from({ length: bytes.count(MOST_TEXTS) }, () => bytes.count(MOST_TEXT_BYTES));
  return ['', ...lengths.map((length) => plainText(utf8(decoder, bytes.raw(length))))];
}

function utf8(decoder: TextDecoder, encoded: Uint8Array): string {
  try {
    return decoder.decode(encoded);
  } catch {
    throw new Unfit();
  }
}
