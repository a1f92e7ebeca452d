/** Files known by their first bytes that hold no profile. A new one is a row here. */

import type { RefusalCode } from '../../model/problems.ts';
import { startsWith } from '../bytes.ts';
import { isOfficeDocument } from '../container.ts';
import type { OtherFile } from './verdict.ts';

interface Magic {
  bytes: readonly number[];
  at?: number;
  what: string;
  next: string;
  code?: RefusalCode;
}

const PROFILE_NEXT = 'Drop the .xplane.pb of a jax.profiler trace, or a memory.prof.';

const PROGRAM_NEXT = 'Drop the .xplane.pb of a jax.profiler trace of that program, or a memory.prof.';

const text = (characters: string): number[] => Array.from(characters, (character) => character.charCodeAt(0));

const compressed = (bytes: readonly number[], by: string, command: string): Magic => ({
  bytes,
  what: `compressed by ${by}, which is not opened here`,
  next: `Unpack it (\`${command}\`) and drop what comes out, or compress it by gzip or zip.`,
  code: 'unreadable',
});

const MEMRAY = {
  what: 'a recording of memray, which follows the memory of Python and not that of a device',
  next: PROFILE_NEXT,
};

const MAGICS: readonly Magic[] = [
  compressed([0x28, 0xb5, 0x2f, 0xfd], 'Zstandard', 'zstd -d'),
  compressed([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], 'xz', 'xz -d'),
  compressed(text('BZh'), 'bzip2', 'bzip2 -d'),
  // memray compresses by LZ4, whose first block begins with its letters as they are.
  { bytes: text('memray'), at: 13, ...MEMRAY },
  compressed([0x04, 0x22, 0x4d, 0x18], 'LZ4', 'lz4 -d'),
  compressed([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], '7-Zip', '7z x'),
  compressed(text('Rar!'), 'RAR', 'unrar x'),
  {
    // The hash of the first block header, which is the same in every Riegeli file.
    bytes: [0x83, 0xaf, 0x70, 0xd1, 0x0d, 0x88, 0x4a, 0x3f],
    what: 'an XLA profile in the streaming format of new profilers (Riegeli), which is not read yet',
    next: 'Drop the .xplane.pb of the same run; where there is none, XProf writes one when it opens the run.',
    code: 'wrong-kind',
  },
  { bytes: text('memray'), ...MEMRAY },
  { bytes: text('SQLite format 3\0'), what: 'an SQLite database', next: PROFILE_NEXT },
  { bytes: [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a], what: 'an HDF5 file (weights or data)', next: PROFILE_NEXT },
  { bytes: [0x93, ...text('NUMPY')], what: 'a NumPy array', next: PROFILE_NEXT },
  { bytes: [0x7f, ...text('ELF')], what: 'a compiled program or object file (ELF)', next: PROFILE_NEXT },
  { bytes: [0xcf, 0xfa, 0xed, 0xfe], what: 'a compiled program or object file (Mach-O)', next: PROFILE_NEXT },
  { bytes: text('BC\u00c0\u00de'), what: 'LLVM bitcode', next: PROFILE_NEXT },
  {
    bytes: text('ML\u00efR'),
    what: 'a program as MLIR bytecode (StableHLO, for example), from before it was compiled: it holds no memory data',
    next: PROGRAM_NEXT,
  },
  { bytes: text('PERFILE2'), what: 'a recording of Linux perf', next: PROFILE_NEXT },
  { bytes: text('gmon'), what: 'a profile of gprof', next: PROFILE_NEXT },
  { bytes: text('JAVA PROFILE'), what: 'a heap dump of Java', next: PROFILE_NEXT },
  { bytes: text('FLR\0'), what: 'a recording of Java Flight Recorder', next: PROFILE_NEXT },
  { bytes: text('NVR\0'), what: 'a report of Nsight Compute', next: PROFILE_NEXT },
  { bytes: text('PAR1'), what: 'a Parquet table', next: PROFILE_NEXT },
  { bytes: text('ARROW1'), what: 'an Arrow table', next: PROFILE_NEXT },
  { bytes: text('bplist0'), what: 'a property list of macOS', next: PROFILE_NEXT },
  { bytes: text('%PDF'), what: 'a PDF document', next: PROFILE_NEXT },
  {
    bytes: [0x89, ...text('PNG\r\n')],
    what: 'a picture (PNG)',
    next: 'One that was downloaded from Highwater opens when it is dropped alone; no other carries a profile.',
  },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture (JPEG)', next: PROFILE_NEXT },
  { bytes: text('GIF8'), what: 'a picture (GIF)', next: PROFILE_NEXT },
  {
    // Event { wall_time, file_version: "brain.Event:…" } in the first record of a TFRecord file.
    bytes: text('brain.Event:'),
    at: 23,
    what: 'a TensorBoard event file, which holds scalars and graphs but no profile',
    next: 'Drop the folder plugins/profile that lies near it, or the .xplane.pb in it.',
  },
];

/** `jit_step-<SHA-256>-cache`, by jax `_src/compilation_cache.py` and `_src/lru_cache.py`. */
const CACHE_NAME = /-[0-9a-f]{64}(?:-cache)?$/;

/** A program that JAX keeps compiled, compressed by Zstandard or zlib: what comes out of it is of no use here. */
function compilationCache(head: Uint8Array, path: string): OtherFile | null {
  const isCompressed = startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]) || (head[0] === 0x78 && (head[0] * 256 + head[1]) % 31 === 0);
  if (!isCompressed || !CACHE_NAME.test(path)) return null;
  const reason = `This is a compiled program out of the compilation cache of JAX: it holds no memory data. ${PROGRAM_NEXT}`;
  return { code: 'wrong-kind', reason };
}

/** What the first bytes say the file is, for some with its name; null where they say nothing. */
export function knownByMagic(head: Uint8Array, path: string): OtherFile | null {
  const cached = compilationCache(head, path);
  if (cached) return cached;
  const found = MAGICS.find(({ bytes, at }) => startsWith(head, bytes, at));
  if (found) return { code: found.code ?? 'wrong-kind', reason: `This is ${found.what}. ${found.next}` };
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) && isOfficeDocument(head)) {
    return { code: 'wrong-kind', reason: `This is a document or table of an office program. ${PROFILE_NEXT}` };
  }
  return knownAsPython(head) ?? knownAsOldCpuProfile(head);
}

/** Python's own ways to store objects, which people call `memory.prof` as well. */
function knownAsPython(head: Uint8Array): OtherFile | null {
  // marshal: a dict whose first key is a tuple of three (file, line, function). With or without the flag 0x80 that
  // allows references, and in the long or the short form of a tuple.
  const isDict = head[0] === 0x7b || head[0] === 0xfb;
  const shortTuple = (head[1] & 0x7f) === 0x29 && head[2] === 3;
  const longTuple = (head[1] & 0x7f) === 0x28 && startsWith(head, [3, 0, 0, 0], 2);
  if (isDict && (shortTuple || longTuple)) {
    return {
      code: 'wrong-kind',
      reason:
        'This is a time profile of Python (cProfile), which knows nothing of memory. For memory, call ' +
        'jax.profiler.save_device_memory_profile("memory.prof") and drop that.',
    };
  }
  const isPickle =
    (head[0] === 0x80 && head[1] >= 2 && head[1] <= 5 && head.length > 3) ||
    startsWith(head, text('(dp0\n')) ||
    startsWith(head, text('(lp0\n')) ||
    startsWith(head, text('}q\0')) ||
    startsWith(head, text(']q\0'));
  if (!isPickle) return null;
  const isTorch = /device_traces|segments|torch/.test(new TextDecoder('latin1').decode(head.subarray(0, 4096)));
  return {
    code: 'wrong-kind',
    reason: isTorch
      ? 'This is a pickle of PyTorch (its memory snapshot opens at pytorch.org/memory_viz); Highwater reads profiles ' +
        'of JAX and XLA, and never runs a pickle.'
      : `This is a Python pickle, which is never opened, since that would run what it holds. ${PROFILE_NEXT}`,
  };
}

/** gperftools: words 0, 3, 0 (1 where Java wrote it), the period, 0; of 4 or 8 bytes in either order. */
function knownAsOldCpuProfile(head: Uint8Array): OtherFile | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (const bytes of [4, 8]) {
    for (const little of [true, false]) {
      if (head.length < 5 * bytes) continue;
      const word = (i: number): number =>
        bytes === 4 ? view.getUint32(4 * i, little) : Number(view.getBigUint64(8 * i, little));
      if (word(0) !== 0 || word(1) !== 3 || word(2) > 1 || word(3) === 0 || word(4) !== 0) continue;
      return {
        code: 'wrong-kind',
        reason:
          'This is a CPU profile of gperftools in its old binary format: it samples time, not memory. ' +
          'Convert it by `pprof -proto` and drop the result if you want to see it all the same.',
      };
    }
  }
  return null;
}
