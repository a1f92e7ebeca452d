/** Puts a finding together from the allocations that it is about. */

import type { Finding, FindingKind, FindingSeverity } from '../../model/finding.ts';
import type { FlameQuery, FlameWhat } from '../../model/flame.ts';
import type { AllocationIndex, Bytes, Picoseconds } from '../../model/units.ts';
import { commonCallSite, heldBy, madeIn, startOf, type Scene } from './scene.ts';
import { MAX_EVIDENCE } from './thresholds.ts';

export interface FindingParts {
  kind: FindingKind;
  severity: FindingSeverity;
  from: Picoseconds;
  to: Picoseconds;
  moment: Picoseconds;
  bytes: Bytes;
  title: string;
  sentence: string;
  allocations: readonly AllocationIndex[];
  /** Default: what is alive at the moment. */
  flame?: FlameWhat;
}

export function makeFinding(scene: Scene, parts: FindingParts): Finding {
  const { allocations, flame, ...rest } = parts;
  const largest = [...allocations].sort((a, b) => heldBy(scene, b) - heldBy(scene, a)).slice(0, MAX_EVIDENCE);
  const callSite = commonCallSite(scene, allocations);
  const query: FlameQuery = {
    what: flame ?? { kind: 'alive', at: parts.moment },
    grouping: 'stack',
    width: 'held',
    foldsInternals: true,
  };
  return {
    ...rest,
    sentence: parts.sentence + innerSite(parts.sentence, madeIn(scene, allocations), callSite),
    allocator: scene.key,
    shareOfPeak: parts.bytes / scene.summary.peak.total,
    evidence: {
      count: allocations.length,
      bytes: allocations.reduce((sum, allocation) => sum + heldBy(scene, allocation), 0),
      allocations: largest.map((allocation) => ({
        start: startOf(scene, allocation),
        held: heldBy(scene, allocation),
        address: addressOf(scene, allocation),
      })),
      flame: query,
      callSite,
    },
  };
}

/** Tables, blocks and the flame view name the innermost call: where that is another than the one that holds all. */
function innerSite(sentence: string, inner: string, callSite: string): string {
  const isSaid = inner === '' || callSite === '' || inner === callSite || sentence.includes(inner);
  return isSaid ? '' : ` Made in ${inner}.`;
}

function addressOf({ profile, lifetimes }: Scene, allocation: AllocationIndex): string {
  const { addressLow, addressHigh } = profile.events;
  const start = lifetimes.allocations.start[allocation];
  return `0x${((BigInt(addressHigh[start]) << 32n) | BigInt(addressLow[start])).toString(16)}`;
}
