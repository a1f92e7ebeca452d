/** Reads an XSpace (xplane.proto) as its bytes arrive, in one pass where its events are as they always are. */

import type { FormatReader, ReadAgain, ReadOutcome } from '../../input/types.ts';
import { buildProfile } from './build-profile.ts';
import { SpaceReader, type SpaceReaderOptions } from './space-reader.ts';

export class XplaneReader implements FormatReader {
  private readonly space: SpaceReader;

  constructor(private readonly options: SpaceReaderOptions) {
    this.space = new SpaceReader(options);
  }

  push(chunk: Uint8Array): void {
    this.space.push(chunk);
  }

  end(): ReadOutcome | ReadAgain<ReadOutcome> {
    const read = this.space.finish();
    if (read.kind === 'again') {
      const { why, knowledge } = read;
      return { kind: 'again', why, reader: new XplaneReader({ ...this.options, knowledge }) };
    }
    const { bytes, facts, planes, problems } = read;
    return { kind: 'profile', profile: buildProfile(this.options.name, bytes, facts, planes, problems) };
  }
}
