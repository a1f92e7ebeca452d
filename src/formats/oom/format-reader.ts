import type { FormatReader, ReadOutcome } from '../../input/types.ts';
import { RefusalError } from '../../model/problems.ts';
import { OomReader } from './reader.ts';

/**
 * Out-of-memory texts among what was dropped. A long log is only a candidate when its first bytes are looked at, so
 * here it shows whether it says anything about memory; where it does not, it is refused like any other file.
 */
export class OomFormatReader implements FormatReader {
  private readonly reader = new OomReader();

  push(chunk: Uint8Array): void {
    this.reader.push(chunk);
  }

  end(): ReadOutcome {
    const text = this.reader.end();
    if (text.reports.length > 0 || text.statements.length > 0) return { kind: 'oom', text };
    throw new RefusalError(
      'wrong-kind',
      'This text holds no message about memory that ran out. Drop the whole log, or paste the error with the ' +
        'lines around it.',
    );
  }
}
