import { expect, test } from 'vitest';
import { isNewerRun, runName, runOf } from './run-choice.ts';

const folder = (run: string): string => `logs.tar.gz/x/plugins/profile/${run}`;

test('the hosts of one run belong together', () => {
  const run = folder('2026_11_30_10_00_00');
  expect(runOf(`${run}/a.xplane.pb`)).toBe(run);
  expect(runOf(`${run}/b.xplane.pb.gz`)).toBe(run);
  expect(runName(run)).toBe('2026_11_30_10_00_00');
});

test('a file outside a profile folder is a run by itself', () => {
  expect(runOf('dir/host.xplane.pb')).toBe('dir/host.xplane.pb');
});

test('the later folder is the newer run, and bare files have no order', () => {
  expect(isNewerRun(folder('2026_11_30_10_00_00'), folder('2026_11_29_23_59_59'))).toBe(true);
  expect(isNewerRun(folder('2026_11_29_23_59_59'), folder('2026_11_30_10_00_00'))).toBe(false);
  expect(isNewerRun('b.xplane.pb', 'a.xplane.pb')).toBe(false);
});
