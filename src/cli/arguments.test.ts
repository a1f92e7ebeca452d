import { expect, test } from 'vitest';
import { parseArguments, valueFor } from './arguments.ts';

const NAMES = { flags: ['--json'], values: ['--run'] };

test('paths, flags and values in any order', () => {
  const parsed = parseArguments(['a', '--run', 'x', '--json', 'b', '--run=y', '-'], NAMES);
  expect(parsed.paths).toEqual(['a', 'b', '-']);
  expect([...parsed.flags]).toEqual(['--json']);
  expect([valueFor(parsed, '--run', 0), valueFor(parsed, '--run', 1), valueFor(parsed, '--run', 2)]).toEqual(['x', 'y', null]);
  expect(parsed.faults).toEqual([]);
});

test('a value that is given once is for all', () => {
  expect(valueFor(parseArguments(['--run', 'x'], NAMES), '--run', 5)).toBe('x');
});

test('what does not fit is told', () => {
  expect(parseArguments(['--fast', '--run'], NAMES).faults).toEqual([
    'There is no option --fast. There are --json, --run.',
    '--run needs a value after it.',
  ]);
});
