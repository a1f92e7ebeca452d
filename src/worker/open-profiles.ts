/** What the data worker holds: the traces of the run that is shown, and what else was found. */

import { analyse, type AnalysedProfile } from '../analysis/analyse.ts';
import { digestOfTrace } from '../analysis/compare/digest-of-trace.ts';
import { mergeSummaries } from '../analysis/merge-summaries.ts';
import type { TraceDigest } from '../model/digest.ts';
import type { Profile } from '../model/profile.ts';
import type { Summary } from '../model/summary.ts';
import type { AllocatorIndex } from '../model/units.ts';
import type { FoundRun } from './protocol.ts';
import { isNewerRun, runName, runOf, spokenName } from './run-choice.ts';

export class OpenProfiles {
  private readonly runs = new Set<string>();
  private shown: string | null = null;
  private members: AnalysedProfile[] = [];
  private merged: Summary | null = null;
  /** Paths of the traces that were found: read, or passed over for a newer run. */
  readonly paths: string[] = [];

  /** `wantedRun` is a run's path, or null for the newest. */
  constructor(private readonly wantedRun: string | null) {}

  /** Whether a trace at this path would be shown. Asked before it is read, so that older runs cost no reading. */
  wants(path: string): boolean {
    const run = runOf(path);
    if (this.shown === null || run === this.shown || !path.includes('.xplane.pb') || this.isReduced()) return true;
    this.runs.add(run);
    const isWanted = run === this.wantedRun || (this.wantedRun !== this.shown && isNewerRun(run, this.shown));
    if (!isWanted) this.paths.push(path);
    return isWanted;
  }

  add(path: string, profile: Profile): void {
    const run = runOf(path);
    this.paths.push(path);
    this.runs.add(run);
    if (!this.shows(run, profile)) return;
    // A trace makes the reduced profile of its own run superfluous, and anything makes another run give way.
    if (run !== this.shown || (profile.stated === null && this.isReduced())) this.members = [];
    this.shown = run;
    this.members.push(analyse(profile));
    this.merged = null;
  }

  private shows(run: string, profile: Profile): boolean {
    if (this.shown === null || run === this.wantedRun) return run !== this.shown || this.adds(profile);
    if (run === this.shown) return this.adds(profile);
    if (this.shown === this.wantedRun) return false;
    // A reduced profile is shown only where there is nothing better.
    const isReduced = profile.stated !== null;
    if (isReduced !== this.isReduced()) return !isReduced;
    return isNewerRun(run, this.shown);
  }

  private adds(profile: Profile): boolean {
    return profile.stated === null || this.isReduced();
  }

  private isReduced(): boolean {
    return this.members.every((member) => member.profile.stated !== null);
  }

  /** Null where nothing was opened. It stays here as well: a digest is made of it. */
  summary(): Summary | null {
    if (this.shown === null) return null;
    return (this.merged ??= mergeSummaries(this.members, this.shown));
  }

  /** Null where the summary has no such allocator. The digest's summary is the one above, its trees are made anew. */
  digest(allocator: AllocatorIndex): TraceDigest | null {
    const summary = this.summary();
    const found = this.locate(allocator);
    if (summary === null || found === null) return null;
    return digestOfTrace({ name: spokenName(summary.source.name, this.runs.size > 1), summary, allocator, ...found });
  }

  /** Every run that was found, the newest first. */
  found(): FoundRun[] {
    return [...this.runs]
      .map((path) => ({ path, name: runName(path), isShown: path === this.shown }))
      .sort((a, b) => (a.name < b.name ? 1 : -1));
  }

  /** The trace and its own allocator index behind an allocator of the merged summary. */
  locate(allocator: number): { member: AnalysedProfile; index: number } | null {
    let index = allocator;
    for (const member of this.members) {
      const { allocators } = member.summary;
      if (index < allocators.length) {
        return { member, index: member.profile.allocators.indexOf(allocators[index].allocator) };
      }
      index -= allocators.length;
    }
    return null;
  }
}
