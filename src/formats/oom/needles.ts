/**
 * Words by which messages are found in a log before anything is decoded. Mostly words without spaces: line breaks,
 * entities and non-breaking spaces fall between words. A message has several, since a hard wrap may cut one in half.
 */

export interface TriggerWord {
  word: string;
  /**
   * Words that must stand before it (nearest last) or after it, in lower case; `*` is any, alternatives are separated
   * by `|`; one of several such conditions must hold. Ordinary logs have `allocate` and `exceeded` in every line:
   * without conditions they would be decoded as a whole.
   */
  where?: readonly { before?: readonly string[]; after?: readonly string[] }[];
  /** Keeps a region going for a while and never begins one: these are also in tracebacks and HLO dumps. */
  continues?: boolean;
}

export const TRIGGER_WORDS: readonly TriggerWord[] = [
  { word: 'RESOURCE_EXHAUSTED' },
  { word: 'esource exhausted' },
  { word: 'OUT_OF_MEMORY' },
  { word: 'ERROR_OutOfMemory' },
  { word: 'ErrorOutOfMemory' },
  { word: 'bfc_allocator' },
  { word: 'BFCAllocator' },
  { word: 'freed_by_count' },
  { word: 'client-requested' },
  { word: 'InUse at ' },
  { word: 'rematerialization', where: [{ before: ['by'] }] },
  { word: 'BufferAssignment' },
  { word: 'Subshape', where: [{ before: ['parameter'] }] },
  { word: 'preallocated', where: [{ after: ['temp'] }] },
  { word: 'XLA Label' },
  { word: 'XLA label' },
  { word: 'Allocation type' },
  { word: 'Unpadded' },
  {
    word: 'allocate',
    where: [{ before: ['trying|failed|attempting', 'to'] }, { before: ['could', 'not'], after: ['pinned'] }],
  },
  { word: 'failed to alloc' },
  { word: 'Tried to allocate' },
  { word: 'allocating', where: [{ before: ['memory|when|error|while'] }] },
  { word: 'AllocAsync' },
  { word: '_ALLOC_FAILED' },
  { word: 'cudaErrorMemoryAllocation' },
  { word: 'UDA error', where: [{ after: ['out', 'of', 'memory'] }] },
  { word: 'Cuda failure', where: [{ after: ['out', 'of', 'memory'] }, { after: ['*', 'out', 'of', 'memory'] }] },
  { word: 'Attempting', where: [{ after: ['to', 'allocate|reserve'] }] },
  { word: 'reservable' },
  { word: 'not usable' },
  { word: 'donated buffers' },
  { word: 'Exceeded', where: [{ after: ['*', 'capacity'] }] },
  { word: 'exceeded', where: [{ after: ['scoped'] }, { before: ['size', 'limit'] }] },
  { word: 'exceeding', where: [{ after: ['available'] }] },
  { word: 'temporaries', where: [{ before: ['hlo'] }] },
  { word: '#allocation' },
  { word: 'would exceed memory' },
  { word: 'device resources', where: [{ before: ['requested', 'exceeds'] }] },
  { word: 'compilation', where: [{ before: ['aborting'], after: ['early'] }] },
  { word: 'input/output', where: [{ after: ['arguments'] }] },
  { word: 'in-memory', where: [{ after: ['cubin'] }] },
  { word: 'requirement', where: [{ before: ['program', '*'] }] },
  { word: 'CompileTimeHbm' },
  { word: 'CompileTimeScoped' },
  { word: 'NVIDIA-SMI' },
  { word: 'MemoryStats' },
  { word: 'bytes_in_use' },
  { word: 'MEM_FRACTION' },
  { word: 'op_name=', continues: true },
  { word: '==========', continues: true },
];

/** Bytes that must be at hand on either side of a word to look at its neighbours. */
export const NEIGHBOURHOOD = 160;
/** Other characters between two words: spaces, breaks, quoting, a log prefix's brackets. */
const MAX_GAP = 48;
const MAX_WORD = 24;
const LOWER_CASE = 0x20;

/** A test of the words around the bytes `from` … `to`. */
export type NeighbourTest = (bytes: Uint8Array, from: number, to: number) => boolean;

/**
 * Compiles the conditions of a trigger. The test compares bytes where they lie: in a log that has the word in every
 * line it runs some millions of times.
 */
export function neighbourTest(trigger: TriggerWord): NeighbourTest {
  const { where } = trigger;
  if (!where) return () => true;
  const conditions = where.map(({ before = [], after = [] }) => ({
    before: before.toReversed().map(compiled),
    after: after.map(compiled),
  }));
  return (bytes, from, to) =>
    // `allocated` is another word.
    !isLetter(bytes[to]) &&
    conditions.some(
      ({ before, after }) => standsThere(bytes, from - 1, -1, before) && standsThere(bytes, to, 1, after),
    );
}

/** Alternatives as bytes in lower case; null for any word. */
type Wanted = Uint8Array[] | null;

function compiled(alternatives: string): Wanted {
  if (alternatives === '*') return null;
  return alternatives.split('|').map((word) => new TextEncoder().encode(word));
}

function standsThere(bytes: Uint8Array, from: number, direction: 1 | -1, wanted: readonly Wanted[]): boolean {
  let at = from;
  for (const alternatives of wanted) {
    for (;;) {
      const start = skipGap(bytes, at, direction);
      if (start < 0) return false;
      at = skipWord(bytes, start, direction);
      const [low, high] = direction === 1 ? [start, at] : [at + 1, start + 1];
      if (alternatives === null || alternatives.some((word) => isWord(bytes, low, high, word))) break;
      if (!isNoWord(bytes, low, high)) return false;
    }
  }
  return true;
}

/** Position of the next letter or digit; -1 where there is none near. */
function skipGap(bytes: Uint8Array, from: number, direction: 1 | -1): number {
  let at = from;
  for (let gap = 0; gap <= MAX_GAP; gap++, at += direction) {
    if (at < 0 || at >= bytes.length) return -1;
    if (isLetterOrDigit(bytes[at])) return at;
  }
  return -1;
}

function skipWord(bytes: Uint8Array, from: number, direction: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < bytes.length && isLetterOrDigit(bytes[at]) && Math.abs(at - from) < MAX_WORD) at += direction;
  return at;
}

function isWord(bytes: Uint8Array, from: number, to: number, word: Uint8Array): boolean {
  if (to - from !== word.length) return false;
  for (let i = 0; i < word.length; i++) if ((bytes[from + i] | LOWER_CASE) !== word[i]) return false;
  return true;
}

const ENTITY_NAMES = ['nbsp', 'amp'].map((name) => new TextEncoder().encode(name));

/** `&nbsp;` and the end of a colour (`31m`) are gaps, too. */
function isNoWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[to - 1] === 0x6d && to - from <= 4 && bytes[from] <= 0x39) return true;
  return ENTITY_NAMES.some((name) => isWord(bytes, from, to, name));
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90));
}

function isLetterOrDigit(byte: number): boolean {
  return isLetter(byte) || (byte >= 48 && byte <= 57);
}
