/** Everything that is worth a sentence in a trace, the most bytes at stake first. */

import type { Finding } from '../../model/finding.ts';
import type { Profile } from '../../model/profile.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { stackFrames } from '../flame/stack-frames.ts';
import type { Lifetimes } from '../lifetimes.ts';
import { findArenas } from './arena.ts';
import { findCopies } from './copy.ts';
import { findCreep } from './creep.ts';
import { dispatchesOf } from './dispatches.ts';
import { findFragmentation } from './fragmentation.ts';
import { findImbalance } from './imbalance.ts';
import { findReserved } from './reserved.ts';
import { findSawteeth } from './sawtooth.ts';
import { sceneOf, type Scene } from './scene.ts';
import { findStaircases } from './staircase.ts';
import { findSteps } from './step.ts';
import { MAX_FINDINGS, MAX_OF_A_KIND } from './thresholds.ts';

/** A new kind of finding is a file beside this one and a row here. */
const DETECTORS: readonly ((scene: Scene) => Finding[])[] = [
  findStaircases,
  findArenas,
  findCopies,
  findCreep,
  findSteps,
  findSawteeth,
  findFragmentation,
  findReserved,
];

/** Host pools are left out: they are not what a program runs out of. */
export function findingsOf(
  profile: Profile,
  lifetimes: Lifetimes,
  allocators: readonly AllocatorSummary[],
): Finding[] {
  const shared = { frames: stackFrames(profile), dispatches: dispatchesOf(profile) };
  const scenes = allocators
    .filter(({ allocator }) => allocator.kind === 'device' || allocator.kind === 'tpu')
    .map((summary) => sceneOf(profile, lifetimes, profile.allocators.indexOf(summary.allocator), summary, shared));
  const found = scenes.flatMap((scene) => DETECTORS.flatMap((detect) => detect(scene)));
  return ranked([...found, ...findImbalance(scenes)]);
}

/** From this share of the peak on, a program's arena is the thing to name, not the teeth that it makes. */
const LARGE_TOOTH = 0.1;

/** A program that runs again and again makes teeth: either its arena is told, or the sawtooth. */
function isToldByAnother(finding: Finding, all: readonly Finding[]): boolean {
  const other = finding.kind === 'needle' ? 'sawtooth' : finding.kind === 'sawtooth' ? 'needle' : null;
  if (other === null) return false;
  const isSame = ({ kind, allocator, bytes }: Finding): boolean =>
    kind === other && allocator === finding.allocator && Math.abs(bytes - finding.bytes) <= 0.1 * finding.bytes;
  if (!all.some(isSame)) return false;
  return (finding.kind === 'sawtooth') === finding.shareOfPeak >= LARGE_TOOTH;
}

/** What hangs on the peak first, then by bytes; the same thing on eight devices is told once. */
export function ranked(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(
    (a, b) => Number(b.severity === 'act') - Number(a.severity === 'act') || b.bytes - a.bytes,
  );
  const ofKind = new Map<string, number>();
  const told = new Set<string>();
  return sorted
    .filter((finding) => !isToldByAnother(finding, sorted))
    .filter(({ kind, title, evidence }) => {
      const key = `${kind}/${title}/${evidence.callSite}`;
      const count = ofKind.get(kind) ?? 0;
      if (told.has(key) || count >= MAX_OF_A_KIND) return false;
      told.add(key);
      ofKind.set(kind, count + 1);
      return true;
    })
    .slice(0, MAX_FINDINGS);
}
