/** Whether a text speaks of memory that ran out, or shows memory counters: by words, before it is read. */

/** White space, and what quoting puts at the start of a line: pastes are wrapped anywhere, and spaces are of many kinds. */
const GAPS = /[\s\u200B>|]+|&(?:amp;)?nbsp;/g;

/**
 * What allocators, compilers and runtimes say when memory runs out, and counters that people paste beside it. Without
 * their white space. From the families in the grammar of such texts.
 */
const WORDS = new RegExp(
  [
    'RESOURCE_?EXHAUSTED',
    'ranoutofmemory',
    'outofmemory(whiletryingtoallocate|allocating|inmemoryspace)',
    'OOMwhenallocating',
    'outofmemory\\.Triedtoallocate',
    'BFCAllocatordumpfor',
    'BufferAssignmentOOMDebugging',
    'failedtoalloc(ate)?',
    '(CUDA_ERROR_OUT_OF_MEMORY|HIP_ERROR_OutOfMemory|AllocAsyncfailed)',
    'Attemptingto(allocate|reserve)\\d',
    'Largestprogramallocationsin',
    'exceed(ed|s)?(scoped)?[vs]mem',
    'wouldexceedmemory\\(size=',
    'Sharedmemorysizelimitexceeded',
    "Can['\u2019]treducememoryusebelow",
    'bytesizeofinput/outputarguments',
    'donatedbufferswerenotusable',
    'Scopedallocationwithsize',
    'exceedingavailablebytes',
    'NVIDIA-SMI\\d',
    'bytes_in_use["\']?[:=]\\d',
    'CompiledMemoryStats\\(',
  ].join('|'),
  'i',
);

/** `text` may be the beginning of a longer one, of which this then says nothing. */
export function speaksOfMemory(text: string): boolean {
  return WORDS.test(text.replace(GAPS, ''));
}

/** Texts in which an error may stand behind the first 64 KiB. What is pasted, and many a log, has no extension. */
const LOG_NAME = /(\.(log|txt|out|err|md|ipynb|jsonl)|(^|\/)[^./]+)$/i;

/** The name is that of a log, or of nothing in particular. */
export function isNamedLikeLog(path: string): boolean {
  return LOG_NAME.test(path);
}
