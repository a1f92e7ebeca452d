/** Text: dumps of XLA, messages about memory that ran out, and what people drop in their place. */

import type { RefusalCode } from '../../model/problems.ts';
import { formatExactBytes } from '../../model/format.ts';
import { isNamedLikeLog, speaksOfMemory } from './oom-words.ts';
import type { FormatFound, OtherFile } from './verdict.ts';

/** By the first line that is neither empty nor a comment (XLA's own dumps). */
const XLA_TEXTS: readonly [RegExp, FormatFound][] = [
  [/^HloModule [\w.$-]+/, { format: 'xla-text', title: 'an XLA program (HLO text)' }],
  [/^BufferAssignment:/, { format: 'xla-text', title: 'a buffer assignment of an XLA dump' }],
  [/^Total bytes used: \d+/, { format: 'xla-text', title: 'a memory report of an XLA dump' }],
  [/^Memory Space: \S+ \(color=\d+\)/, { format: 'xla-text', title: 'a memory report of an XLA dump' }],
  [/^HloLiveRange \(max \d+\):/, { format: 'xla-text', title: 'a list of live ranges of an XLA dump' }],
  [/^Used values:$/, { format: 'xla-text', title: 'a list of buffer values of an XLA dump' }],
  [/^(Compiled)?MemoryStats\(/, { format: 'memory-analysis', title: 'the output of compiled.memory_analysis()' }],
];

interface OtherText {
  pattern: RegExp;
  what: string;
  next: string;
  code?: RefusalCode;
}

const PROFILE_NEXT = 'Drop the .xplane.pb of a jax.profiler trace, or a memory.prof.';
const DUMP_NEXT = `It holds no memory data. ${PROFILE_NEXT}`;
const CONVERT_NEXT = 'Convert it by `pprof -proto <program> <file> > profile.pb.gz`, which adds names, and drop that.';

const OTHER_TEXTS: readonly OtherText[] = [
  {
    pattern: /^\s*<(!doctype html|html|head|body)\b/i,
    what: 'a web page, saved in place of the file (the link may have led to a page about the file, or to a login)',
    next: 'Download the file itself ("Raw" or "Download" on the page) and drop that.',
  },
  { pattern: /^\s*<(\?xml|svg)\b/i, what: 'an XML document', next: PROFILE_NEXT },
  {
    pattern: /^heap_v2\/\d/,
    what: 'a heap profile of jemalloc in its text format: addresses of the host process without names',
    next: CONVERT_NEXT,
  },
  {
    pattern: /^(heap profile:|--- heapz? \d)/,
    what: 'a heap profile in the old text format (gperftools, tcmalloc, Go): addresses without names',
    next: CONVERT_NEXT,
  },
  {
    pattern: /^--- growthz? \d/,
    what: 'a heap growth profile in the old text format of gperftools: addresses without names',
    next: CONVERT_NEXT,
  },
  {
    pattern: /^(--- (contentionz?|threadz?|mutex)|(threadcreate|goroutine|mutex|block|contention) profile:)/,
    what: 'a profile of threads or locks in an old text format, which says nothing of memory',
    next: PROFILE_NEXT,
  },
  {
    pattern: /^H4sI[A-Za-z0-9+/]{12}/,
    what: 'a gzip file written as base64 text',
    next: 'Decode it (`base64 -d file > profile.gz`) and drop the result.',
    code: 'text-mode-damage',
  },
  { pattern: /^(desc:.*\n)?cmd:.*\ntime_unit:/, what: 'a profile of Valgrind (massif)', next: PROFILE_NEXT },
  { pattern: /^(# callgrind format|version: 1\ncreator:)/, what: 'a profile of callgrind', next: PROFILE_NEXT },
  { pattern: /^(CMDLINE |MEM \d)/, what: 'a recording of mprof (memory_profiler)', next: PROFILE_NEXT },
  {
    pattern: /^(; ModuleID|source_filename =|target (datalayout|triple) =)/m,
    what: 'LLVM code of an XLA dump',
    next: DUMP_NEXT,
  },
  { pattern: /^(module @|#loc\d*\b|module attributes )/m, what: 'MLIR code of an XLA dump', next: DUMP_NEXT },
  { pattern: /^\.version \d+\.\d+\r?\n\.target sm_/m, what: 'PTX code of an XLA dump', next: DUMP_NEXT },
];

/** Names whose text says little by itself: other files of an XLA dump. */
const DUMP_COMPANION = /\.(thunk_sequence\.txt|debug_options|textproto|pbtxt|ll|mlir|ptx)$/;

/** The format of a text, or what it is instead. `isWhole`: nothing follows the text that is given. */
export function textFormat(text: string, path: string, isWhole: boolean): FormatFound | OtherFile {
  const first = firstLine(text);
  const xla = XLA_TEXTS.find(([pattern]) => pattern.test(first));
  if (xla) return xla[1];
  const other = OTHER_TEXTS.find(({ pattern }) => pattern.test(text));
  if (other) return { code: other.code ?? 'wrong-kind', reason: `This is ${other.what}. ${other.next}` };
  if (speaksOfMemory(text)) return { format: 'oom-text', title: 'text about memory that ran out' };
  if (/^HloModule [\w.$-]+,? /m.test(text)) return { format: 'xla-text', title: 'an XLA program (HLO text)' };
  if (DUMP_COMPANION.test(path)) return { code: 'wrong-kind', reason: `This is a part of an XLA dump. ${DUMP_NEXT}` };
  if (!isWhole && isNamedLikeLog(path)) return { format: 'oom-text', title: 'a log' };
  return {
    code: 'not-a-profile',
    reason:
      'This is text, but neither a dump of XLA nor a message about memory that ran out. ' +
      'Drop the whole error text, the .xplane.pb of a jax.profiler trace, or a memory.prof.',
  };
}

/** The first line that says something; our own samples and people's notes begin with comments. */
function firstLine(text: string): string {
  for (const line of text.slice(0, 4096).split('\n')) {
    if (line.trim() !== '' && !/^\s*(#|\/\/)/.test(line)) return line.trimEnd();
  }
  return '';
}

/** The pointer that Git LFS keeps in place of a file (git-lfs docs/spec.md); null where the text is none. */
export function lfsPointer(text: string): OtherFile | null {
  if (!/^version https:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) return null;
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  const real = size === undefined ? '' : ` (which has ${formatExactBytes(Number(size))})`;
  return {
    code: 'git-lfs-pointer',
    reason:
      `This is a pointer of Git LFS, not the file itself${real}. Fetch it by \`git lfs pull\`, or download it from ` +
      'the page of the repository, and drop that.',
  };
}
