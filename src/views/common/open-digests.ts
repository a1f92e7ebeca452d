/** What is open, as links, pictures and reports need it. */

import type { Digests } from '../../share/digest-link/reduce.ts';
import type { AppState } from '../../state/app-state.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { shownSides } from '../../state/compare-state.ts';
import { dumpView, shownSampleType } from '../../state/dump-state.ts';
import type { Ask } from './session.ts';

/** Null where nothing is open that has a memory profile, or where the worker does not answer. */
export async function openDigests(ask: Ask, state: AppState): Promise<Digests | null> {
  const { profile, comparison, view } = state;
  if (comparison !== null) {
    const { baseline, candidate } = shownSides(comparison, view);
    return { baseline: baseline.digest, candidate: candidate.digest };
  }
  if (profile === null) return null;
  const { content } = profile;
  if (content.kind === 'trace') {
    const shown = shownAllocator(state);
    const candidate = shown === null ? null : await ask('digest', { allocator: shown.index });
    return candidate === null ? null : { baseline: null, candidate };
  }
  const { names, shown, snapshot } = content.dumps;
  const { shown: chosen, sampleType } = dumpView(view);
  const dump = chosen !== null && names.includes(chosen) ? chosen : names[shown];
  const candidate = await ask('digest', { dump, sampleType: shownSampleType(snapshot, sampleType) });
  return candidate === null ? null : { baseline: null, candidate };
}
