/** JSON: the memory profile that XProf writes, and the many other files that tools write as JSON. */

import { displayPath } from '../text.ts';
import { jsonOutline } from './json-head.ts';
import type { JsonOutline } from './json-head.ts';
import { isNamedLikeLog, speaksOfMemory } from './oom-words.ts';
import type { FormatFound, OtherFile } from './verdict.ts';

const PROFILE_NEXT = 'Drop the .xplane.pb of a jax.profiler trace, or a memory.prof.';

interface OtherJson {
  is: (outline: JsonOutline, text: string) => boolean;
  what: string;
  next: string;
}

const hasAny = (...keys: string[]) => (outline: JsonOutline): boolean => keys.some((key) => outline.keys.includes(key));

/** Arrays of events, and objects that hold one (Trace Event Format). */
const isTrace = (outline: JsonOutline): boolean =>
  outline.root === 'object'
    ? outline.keys.includes('traceEvents') || outline.keys.includes('schemaVersion')
    : outline.keys.includes('ph') && (outline.keys.includes('ts') || outline.keys.includes('name'));

const isNotebook = hasAny('nbformat', 'cells');

const OTHERS: readonly OtherJson[] = [
  {
    is: (outline, text) =>
      isTrace(outline) &&
      (hasAny('schemaVersion', 'deviceProperties', 'distributedInfo', 'traceName')(outline) || /"aten::/.test(text)),
    what: 'a trace of PyTorch (Kineto), and Highwater reads profiles of JAX and XLA',
    next: 'For the memory of a PyTorch program, its memory snapshot opens at pytorch.org/memory_viz.',
  },
  {
    is: (outline, text) => isTrace(outline) && /"(\/host:|\/device:)|"highres-ticks"/.test(text),
    what: 'the timeline of a profile (trace.json), which never holds memory events',
    next: 'Drop the .xplane.pb that lies beside it, or the whole folder.',
  },
  {
    is: isTrace,
    what: 'a trace for chrome://tracing or Perfetto, which holds no memory events of XLA',
    next: PROFILE_NEXT,
  },
  {
    is: (outline, text) => outline.keys.includes('$schema') && text.includes('speedscope'),
    what: 'a profile of speedscope',
    next: PROFILE_NEXT,
  },
  {
    is: (outline, text) => outline.keys.includes('head') && text.includes('"callFrame"'),
    what: 'a heap profile of Chrome or Node (V8)',
    next: PROFILE_NEXT,
  },
  { is: hasAny('snapshot'), what: 'a heap snapshot of Chrome or Node (V8)', next: PROFILE_NEXT },
  { is: hasAny('nodes', 'timeDeltas'), what: 'a CPU profile of Chrome or Node (V8)', next: PROFILE_NEXT },
  { is: hasAny('ticks', 'functions'), what: 'a log of V8', next: PROFILE_NEXT },
  { is: hasAny('rts_arguments', 'cost_centres'), what: 'a profile of Haskell (GHC)', next: PROFILE_NEXT },
  { is: hasAny('dhatFileVersion'), what: 'a heap profile of Valgrind (DHAT)', next: PROFILE_NEXT },
  {
    is: (outline) => ['meta', 'threads'].every((key) => outline.keys.includes(key)),
    what: 'a profile of Firefox',
    next: PROFILE_NEXT,
  },
  {
    is: (outline) =>
      outline.keys.includes('cols') ||
      hasAny('podStatsSequence', 'podStatsMap', 'hloInfoMap', 'byProgram', 'byCategory')(outline) ||
      hasAny('heapSizes', 'unpaddedHeapSizes', 'maxHeap', 'totalBufferAllocationMib')(outline),
    what: 'a table of one of XProf’s tools, without the profile it was made from',
    next: 'Drop the .xplane.pb of the same run.',
  },
  {
    is: isNotebook,
    what: 'a Jupyter notebook that shows no message about memory that ran out',
    next: PROFILE_NEXT,
  },
];

/** What JSON text holds, by its first keys; null where it does not begin like JSON. `isWhole`: nothing follows it. */
export function jsonFormat(text: string, path: string, isWhole: boolean): FormatFound | OtherFile | null {
  const outline = jsonOutline(text);
  if (!outline) return null;
  if (hasAny('memoryProfilePerAllocator', 'memory_profile_per_allocator')(outline)) {
    return { format: 'memory-profile-json', title: 'a memory profile of XProf (JSON)' };
  }
  if (hasAny('memoryIds', 'memory_ids')(outline) && hasAny('numHosts', 'num_hosts')(outline)) {
    return { format: 'memory-profile-json', title: 'a memory profile of XProf (JSON)' };
  }
  if (hasAny('temp_size_in_bytes', 'argument_size_in_bytes')(outline)) {
    return { format: 'memory-analysis', title: 'the output of compiled.memory_analysis()' };
  }
  const message = messageFormat(outline, text, path, isWhole);
  if (message) return message;
  const other = OTHERS.find(({ is }) => is(outline, text));
  if (other) return { code: 'wrong-kind', reason: `This is ${other.what}. ${other.next}` };
  const keys = outline.keys.slice(0, 4).map((key) => `"${displayPath(key).slice(0, 40)}"`);
  const names = keys.length > 0 ? ` (it begins with ${keys.join(', ')})` : '';
  return { code: 'not-a-profile', reason: `This is JSON, but no memory profile${names}. ${PROFILE_NEXT}` };
}

/** Notebooks keep what a cell printed, and logs may be records in JSON, one a line. */
function messageFormat(outline: JsonOutline, text: string, path: string, isWhole: boolean): FormatFound | null {
  if (isTrace(outline)) return null;
  const maySpeak = !isWhole && (isNotebook(outline) || isNamedLikeLog(path));
  if (!maySpeak && !speaksOfMemory(text)) return null;
  return { format: 'oom-text', title: isNotebook(outline) ? 'a Jupyter notebook' : 'a log in JSON' };
}
