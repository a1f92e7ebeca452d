/** What a run is called among others: folders of several archives may have the same name. */

import type { ProfileRun } from '../../state/app-state.ts';

/** The run's own name, with the first part of its path where another run has that name too. */
export function runLabel({ path, name }: ProfileRun, runs: readonly ProfileRun[]): string {
  const isUnique = runs.every((other) => other.path === path || other.name !== name);
  return isUnique ? name : `${path.split('/', 1)[0]}: ${name}`;
}

/** In natural order of their labels, which for times is the order of the runs. */
export function sortedRuns(runs: readonly ProfileRun[]): ProfileRun[] {
  const label = (run: ProfileRun): string => runLabel(run, runs);
  return runs.toSorted((a, b) => label(a).localeCompare(label(b), 'en', { numeric: true }));
}
