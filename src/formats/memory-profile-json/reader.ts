/**
 * Reads `*.memory_profile.json(.gz)`, which XProf and the TensorFlow profiler write from an XSpace. It is a reduced
 * profile: no call stacks, no programs, no steps, in newer files at most 1,000 points an allocator, and times that count
 * from each thread's own start. Worth opening where the XSpace is lost; the profile says what it lacks.
 */

import type { FormatReader, ReadOutcome } from '../../input/types.ts';
import { formatCount } from '../../model/format.ts';
import { joinedBytes } from '../../model/joined-bytes.ts';
import { ProblemLog, RefusalError } from '../../model/problems.ts';
import type { Profile } from '../../model/profile.ts';
import { TELLING_BYTES, utf16Of } from '../../model/utf16.ts';
import { buildReducedProfile } from './build.ts';
import { entriesOf, fieldOf, type Json } from './json.ts';

/** V8 makes no text longer than half a GiB. */
const MAX_BYTES = 500_000_000;

export class MemoryProfileJsonReader implements FormatReader {
  /** Null until enough bytes have come to tell UTF-16, which redirecting a program's output gives on Windows. */
  private decoder: TextDecoder | null = null;
  private first = new Uint8Array(0);
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
    if (this.decoder !== null) {
      this.pieces.push(this.decoder.decode(chunk, { stream: true }));
      return;
    }
    this.first = joinedBytes([this.first, chunk]);
    if (this.first.length < TELLING_BYTES) return;
    this.decoder = decoderFor(this.first);
    this.pieces.push(this.decoder.decode(this.first, { stream: true }));
  }

  end(): ReadOutcome {
    const problems = new ProblemLog();
    const root = this.parse(problems);
    if (entriesOf(fieldOf(root, 'memoryProfilePerAllocator')).length === 0) {
      throw new RefusalError(
        'not-a-profile',
        'This memory profile of XProf holds no allocator: the trace it was made from had no memory events. Drop the .xplane.pb beside it.',
      );
    }
    const profile: Profile = buildReducedProfile(this.name, this.bytes, root, problems);
    return { kind: 'profile', profile };
  }

  private parse(problems: ProblemLog): Json {
    const rest = this.decoder === null ? decoderFor(this.first).decode(this.first) : this.decoder.decode();
    const padded = this.pieces.join('') + rest;
    const text = withoutZeros(padded);
    if (text.length < padded.length) problems.add(this.name, 'Zeros follow the end of the JSON: padding, which was ignored.');
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

function decoderFor(head: Uint8Array): TextDecoder {
  return new TextDecoder(utf16Of(head) ?? 'utf-8');
}

function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}
