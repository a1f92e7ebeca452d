import { expect, test } from 'vitest';
import { filesAndJson, parseArguments, valueFor } from './arguments.ts';

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

test('a command that takes files alone says what it needs, and which options there are', () => {
  expect(filesAndJson(['a', '--json'], 'findings')).toEqual({ paths: ['a'], asJson: true, faults: [] });
  expect(filesAndJson([], 'findings').faults).toEqual(['findings needs at least one file or folder.']);
  expect(filesAndJson(['a', '--jsn'], 'findings').faults).toEqual(['There is no option --jsn. There is --json alone.']);
});
