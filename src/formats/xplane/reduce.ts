/** Reduces a trace in two passes over its bytes: the first decides what is kept, the second copies it. */

import type { FormatReader, ReadAgain } from '../../input/types.ts';
import { RefusalError } from '../../model/problems.ts';
import { addDamage, cutSentence } from './damage.ts';
import { programsOf } from './capture-facts.ts';
import { planOf } from './reduce-plan.ts';
import { SpaceCutter, type ReducedTrace } from './reduce-cut.ts';
import { SpaceReader, type SpaceReaderOptions } from './space-reader.ts';

const WHY = 'Copying the memory events and what encloses them.';

/** Throws `RefusalError` at its end where the bytes are no XSpace, or are cut before anything that could be kept. */
export class XplaneReducer implements FormatReader<ReducedTrace> {
  private readonly space: SpaceReader;

  constructor(private readonly options: SpaceReaderOptions) {
    this.space = new SpaceReader(options);
  }

  push(chunk: Uint8Array): void {
    this.space.push(chunk);
  }

  end(): ReadAgain<ReducedTrace> {
    const read = this.space.finish();
    if (read.kind === 'again') {
      const { why, knowledge } = read;
      return { kind: 'again', why, reader: new XplaneReducer({ ...this.options, knowledge }) };
    }
    const { bytes, planes, problems } = read;
    const { name } = this.options;
    addDamage(problems, name, planes);
    const programs = programsOf(planes).length;
    const plans = planes.map(planOf);
    const cut = planes.find((plane) => plane.cut);
    if (cut !== undefined && !plans.some(({ memoryIds }) => memoryIds.size > 0)) {
      const sentence = cutSentence(bytes, cut, programs);
      if (programs === 0) throw new RefusalError('truncated', sentence);
      problems.add(name, sentence);
    }
    return { kind: 'again', why: WHY, reader: new SpaceCutter(plans, problems.list()) };
  }
}
