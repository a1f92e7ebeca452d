import { expect, test } from 'vitest';
import { parseBytes } from './parse-bytes.ts';

test.each([
  ['17179869184', 2 ** 34],
  ['16GiB', 2 ** 34],
  ['16 gib', 2 ** 34],
  ['16G', 2 ** 34],
  ['16 GB', 16e9],
  ['22.5 GiB', 22.5 * 2 ** 30],
  ['17,179,869,184 bytes', 2 ** 34],
])('%s is a size', (text, bytes) => expect(parseBytes(text)).toBe(bytes));

test.each(['', '0', 'GiB', '-1', '1e9', '16 GiB or so', '9999999 TiB', '16 XB'])('%j is none', (text) =>
  expect(parseBytes(text)).toBeNull(),
);
