/** Which reader opens which format. A new format is a folder beside this file and a row here. */

import type { FormatReader } from '../input/types.ts';
import { MemoryProfileJsonReader } from './memory-profile-json/reader.ts';
import { OomFormatReader } from './oom/format-reader.ts';
import { PprofReader } from './pprof/reader.ts';
import { XplaneReader } from './xplane/reader.ts';

export interface ReaderOptions {
  /** As the user knows the file; problems name it. */
  name: string;
  /** Milliseconds since 1970; 0 where unknown. A format without a time of its own is ordered by it. */
  lastModified: number;
  /** Cuts the profile's own bytes out of what was dropped, where they lie there in one piece. */
  slice?: (start: number, end: number) => Blob;
}

const READERS: Readonly<Record<string, (options: ReaderOptions) => FormatReader>> = {
  xplane: ({ name, slice }) => new XplaneReader(slice ? { name, slice } : { name }),
  pprof: ({ name }) => new PprofReader(name),
  'memory-profile-json': ({ name }) => new MemoryProfileJsonReader(name),
  'oom-text': () => new OomFormatReader(),
  'memory-analysis': () => new OomFormatReader(),
};

/** A reader for a recognised format, or null where none reads it yet. */
export function readerFor(format: string, options: ReaderOptions): FormatReader | null {
  return READERS[format]?.(options) ?? null;
}
