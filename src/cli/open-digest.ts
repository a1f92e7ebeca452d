/** Opens one side of a comparison as the page would: the newest run of a log directory, the last dump of a series. */

import { sortingType } from '../analysis/snapshot-facts.ts';
import type { ProfileDigest } from '../model/digest.ts';
import { formatAllocator } from '../model/format.ts';
import type { Refusal } from '../model/problems.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Summary } from '../model/summary.ts';
import { OpenDumps } from '../worker/open-dumps.ts';
import { OpenProfiles } from '../worker/open-profiles.ts';
import { runName, runOf } from '../worker/run-choice.ts';
import { readByExplain, readEach } from './read-each.ts';

/** Which of several; null for what the page shows first. */
export interface DigestChoice {
  /** Name of a run's folder, or of a file. */
  run: string | null;
  /** `GPU_0_bfc`, with the host before it where several have it. */
  allocator: string | null;
  /** Of dumps: `space`. */
  sampleType: string | null;
}

export interface OpenedDigest {
  digest: ProfileDigest;
  /** Behind the digest of a dump; null for a trace. */
  snapshot: Snapshot | null;
  /** What was chosen where there was a choice, in a sentence each. */
  notes: string[];
}

/** Either the digest, or why there is none, by file. */
export type DigestOutcome = { opened: OpenedDigest } | { opened: null; refused: Refusal[] };

export async function openDigest(path: string, choice: DigestChoice): Promise<DigestOutcome> {
  const profiles = new OpenProfiles(null);
  const dumps = new OpenDumps();
  const runs = new Set<string>();
  const isChosen = (entry: string): boolean => {
    const name = runName(runOf(entry));
    runs.add(name);
    return choice.run === null || choice.run === name || choice.run === entry;
  };
  const refused = await readEach(
    path,
    ({ path: entry, lastModified, outcome }) => {
      if (outcome.kind === 'oom') return readByExplain(outcome.text);
      if (outcome.kind === 'profile') profiles.add(entry, outcome.profile);
      else dumps.add(entry, outcome.snapshot, lastModified);
      return null;
    },
    (entry) => isChosen(entry) && profiles.wants(entry),
  );
  const refuse = (reason: string): DigestOutcome => ({ opened: null, refused: [{ file: path, code: 'wrong-kind', reason }] });
  const summary = profiles.summary();
  if (summary !== null) return ofTrace(profiles, summary, choice, refuse);
  if (dumps.paths.length > 0) return ofDump(dumps, choice, refuse);
  if (choice.run !== null && !runs.has(choice.run)) return refuse(`There is no run ${choice.run}. There ${list([...runs])}.`);
  return { opened: null, refused };
}

function ofTrace(
  profiles: OpenProfiles,
  summary: Summary,
  choice: DigestChoice,
  refuse: (reason: string) => DigestOutcome,
): DigestOutcome {
  const { allocators, defaultAllocator } = summary;
  const names = allocators.map(({ allocator }) =>
    allocator.host === null ? formatAllocator(allocator) : `${allocator.host}/${formatAllocator(allocator)}`,
  );
  const wanted = allocators.findIndex(
    ({ allocator }, i) => choice.allocator === names[i] || choice.allocator === allocator.id,
  );
  if (choice.allocator !== null && wanted < 0) return refuse(`There is no allocator ${choice.allocator}. There ${list(names)}.`);
  const allocator = choice.allocator === null ? defaultAllocator : wanted;
  const digest = allocator === null ? null : profiles.digest(allocator);
  if (allocator === null || digest === null) return refuse(summary.whyNoMemory.join(' ') || 'It has no memory events.');
  const found = profiles.found();
  const notes = found.length > 1 && choice.run === null ? [`The newest of ${found.length} runs: ${found[0].name}.`] : [];
  const devices = allocators.filter(({ allocator: { kind } }) => kind === 'device' || kind === 'tpu').length;
  if (devices > 1 && choice.allocator === null) notes.push(`${names[allocator]}, one of ${devices} devices.`);
  return { opened: { digest, snapshot: null, notes } };
}

function ofDump(dumps: OpenDumps, choice: DigestChoice, refuse: (reason: string) => DigestOutcome): DigestOutcome {
  const series = dumps.series(null);
  const name = series?.points[series.points.length - 1]?.name ?? dumps.paths[0];
  const snapshot = dumps.snapshot(name);
  const types = snapshot.sampleTypes.map(({ type }) => type);
  const type = choice.sampleType === null ? sortingType(snapshot) : types.indexOf(choice.sampleType);
  if (type < 0) return refuse(`There is no sample type ${choice.sampleType}. There ${list(types)}.`);
  const notes = dumps.paths.length > 1 ? [`The last of ${dumps.paths.length} dumps: ${name}.`] : [];
  return { opened: { digest: dumps.digest(name, type), snapshot, notes } };
}

/** `is a`, `are a, b and 3 more`. */
function list(names: readonly string[]): string {
  if (names.length === 0) return 'is none';
  const shown = names.slice(0, 10).join(', ');
  const rest = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `${names.length === 1 ? 'is' : 'are'} ${shown}${rest}`;
}
