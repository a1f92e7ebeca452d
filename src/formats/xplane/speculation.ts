/**
 * Whether the first pass, which kept events by their shape, kept the right ones: checked when all names are known.
 */

import { LINK_STATS, MEMORY_ALLOCATION, MEMORY_DEALLOCATION } from './names.ts';
import type { PlaneKnowledge, PlaneReader } from './plane.ts';

/** Why the file has to be read again; null where one pass was enough. The sentence stands beside the progress. */
export function whyReadAgain(planes: readonly PlaneReader[]): string | null {
  for (const plane of planes) {
    if (plane.candidates.overBudget || plane.spans.overBudget) {
      return 'More events than expected look like memory events: reading them by name.';
    }
    const ids = memoryIds(plane);
    if (ids.size === 0) continue;
    let inPlane = 0;
    for (const id of ids) inPlane += plane.countOf(id);
    let kept = 0;
    const { metadataId } = plane.candidates;
    for (let row = 0; row < metadataId.length; row++) if (ids.has(metadataId.get(row))) kept++;
    if (kept !== inPlane) return 'Some memory events have an unusual form: reading them by name.';
    if (plane.lines.some(isDisordered)) return 'Events of a thread are not in order of time: sorting them.';
  }
  return null;
}

/** What a second pass needs to know of a plane. */
export function knowledgeFrom(plane: PlaneReader): PlaneKnowledge {
  const linkStats = new Set<number>();
  for (const [id, name] of plane.statNames) if (LINK_STATS.has(name)) linkStats.add(id);
  const unsortedLines = new Set<number>();
  for (const [ordinal, line] of plane.lines.entries()) if (line.unsorted) unsortedLines.add(ordinal);
  return { memoryIds: memoryIds(plane), linkStats, unsortedLines };
}

/** Event metadata ids that are memory events; the name is compared whole, as XProf does. */
export function memoryIds(plane: PlaneReader): Set<number> {
  const ids = new Set<number>();
  for (const [id, name] of plane.eventNames) if (name === MEMORY_ALLOCATION || name === MEMORY_DEALLOCATION) ids.add(id);
  return ids;
}

function isDisordered(line: PlaneReader['lines'][number]): boolean {
  return line.unsorted && (line.candidates > 0 || line.links > 0);
}
