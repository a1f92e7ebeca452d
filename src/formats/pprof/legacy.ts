/**
 * The profile formats from before profile.proto (google/pprof, profile/legacy_profile.go and legacy_java_profile.go).
 * They hold bare addresses, and some of them sampled sizes that have to be scaled first, so they are named, not read:
 * pprof itself turns them into a file with names.
 */

const TEXT_HEADS: [start: RegExp, what: string][] = [
  [/^heap profile:/, 'a heap profile in the old text format (gperftools, tcmalloc or Go)'],
  [/^heap_v2\//, 'a heap profile of jemalloc in its text format'],
  [/^--- heapz? \d+ ---/, 'a heap profile in the old text format (heapz)'],
  [/^--- growthz? \d+ ---/, 'a heap growth profile in the old text format'],
  [/^--- contentionz? \d+ ---/, 'a lock contention profile in the old text format (no memory)'],
  [/^--- mutex:/, 'a lock contention profile in the old text format (no memory)'],
  [/^--- threadz? \d+ ---/, 'a list of threads in the old text format (no memory)'],
  [/^--- (Memory map|symbol)/, 'a part of an old text profile'],
  [/^(threadcreate|goroutine|mutex|block|contention) profile: total \d+/, 'a Go profile in the old text format'],
];

const NEXT_STEP =
  'Convert it with `pprof -proto <program> <this file> > profile.pb.gz`, which adds the names, and drop that.';

/**
 * The sentence that says what the bytes are and what to do, where they are a profile in one of the old formats; else
 * null.
 * @param head the first bytes, 64 are enough
 */
export function recogniseLegacyProfile(head: Uint8Array): string | null {
  if (isBinaryCpuProfile(head)) {
    return `This is a CPU profile in the old binary format of gperftools: it samples time, not memory. ${NEXT_STEP}`;
  }
  const text = new TextDecoder('latin1').decode(head);
  const found = TEXT_HEADS.find(([start]) => start.test(text));
  return found === undefined ? null : `This is ${found[1]}: addresses without names. ${NEXT_STEP}`;
}

/** Five words: 0, 3, version (0; 1 in profiles of Java), period, 0. A word has 4 or 8 bytes, in either order. */
function isBinaryCpuProfile(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (const wordBytes of [4, 8]) {
    if (head.length < 5 * wordBytes) continue;
    for (const littleEndian of [true, false]) {
      const words = Array.from({ length: 5 }, (_, index) => readWord(view, index * wordBytes, wordBytes, littleEndian));
      const [count, header, version, period, padding] = words;
      if (count === 0 && header === 3 && (version === 0 || version === 1) && period > 0 && padding === 0) return true;
    }
  }
  return false;
}

function readWord(view: DataView, offset: number, bytes: number, littleEndian: boolean): number {
  return bytes === 4 ? view.getUint32(offset, littleEndian) : Number(view.getBigUint64(offset, littleEndian));
}
