import { expect, test } from 'vitest';
import { runLabel, sortedRuns } from './run-label.ts';

const run = (path: string) => ({ path, name: path.slice(path.lastIndexOf('/') + 1), isShown: false });

test('runs of one directory are called by their folders, in natural order', () => {
  const runs = [run('logs/run_10'), run('logs/run_9')];
  expect(runs.map((one) => runLabel(one, runs))).toEqual(['run_10', 'run_9']);
  expect(sortedRuns(runs).map(({ name }) => name)).toEqual(['run_9', 'run_10']);
});

test('folders of one name in several archives are told apart by the archive', () => {
  const runs = [run('b.tar.gz/plugins/2026'), run('a.tar.gz/plugins/2026')];
  expect(sortedRuns(runs).map((one) => runLabel(one, runs))).toEqual(['a.tar.gz: 2026', 'b.tar.gz: 2026']);
});
