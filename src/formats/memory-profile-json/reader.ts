/**
 * Reads `*.memory_profile.json(.gz)`, which XProf and the TensorFlow profiler write from an XSpace. It is a reduced
 * profile: no call stacks, no programs, no steps, in newer files at most 1,000 points an allocator, and times that count
 * from each thread's own start. Worth opening where the XSpace is lost; the profile says what it lacks.
 */

import type { FormatReader, ReadOutcome } from '../../input/types.ts';
import { formatCount } from '../../model/format.ts';
import { ProblemLog, RefusalError } from '../../model/problems.ts';
import type { Profile } from '../../model/profile.ts';
import { buildReducedProfile } from './build.ts';
import { entriesOf, fieldOf, type Json } from './json.ts';

/** V8 makes no text longer than half a GiB. */
const MAX_BYTES = 500_000_000;

export class MemoryProfileJsonReader implements FormatReader {
  private readonly decoder = new TextDecoder();
  private readonly pieces: string[] = [];
  private bytes = 0;

  constructor(private readonly name: string) {}

  push(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_BYTES) {
      this.pieces.length = 0;
      throw new RefusalError(
        'too-large',
        'This memory profile of XProf is larger than 500 MB, more than a browser can hold as text. Drop the .xplane.pb beside it.',
      );
    }
    this.pieces.push(this.decoder.decode(chunk, { stream: true }));
  }

  end(): ReadOutcome {
    const root = this.parse();
    if (entriesOf(fieldOf(root, 'memoryProfilePerAllocator')).length === 0) {
      throw new RefusalError(
        'not-a-profile',
        'This memory profile of XProf holds no allocator: the trace it was made from had no memory events. Drop the .xplane.pb beside it.',
      );
    }
    const problems = new ProblemLog();
    const profile: Profile = buildReducedProfile(this.name, this.bytes, root, problems);
    return { kind: 'profile', profile };
  }

  private parse(): Json {
    const text = this.pieces.join('') + this.decoder.decode();
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      if (text.trimEnd().endsWith('}')) {
        const where = error instanceof Error ? ` (${error.message})` : '';
        throw new RefusalError(
          'damaged',
          `This memory profile of XProf is damaged: it is no JSON${where}. Copy it again, or drop the .xplane.pb beside it.`,
        );
      }
      throw new RefusalError(
        'truncated',
        `This memory profile of XProf breaks off after ${formatCount(this.bytes)} bytes. Copy or download it again, or drop the .xplane.pb beside it.`,
      );
    }
  }
}
