import type { FormatReader } from '../../../input/types.ts';
import { XplaneReducer } from '../reduce.ts';
import type { ReducedTrace } from '../reduce-cut.ts';

/** Reduces a whole trace in chunks of a size, with as many passes as are asked for. Throws `RefusalError`. */
export function reduceTrace(bytes: Uint8Array, chunk = 4096): Omit<ReducedTrace, 'parts'> & { xspace: Uint8Array } {
  let reader: FormatReader<ReducedTrace> = new XplaneReducer({ name: 'trace.xplane.pb' });
  for (let pass = 1; pass <= 3; pass++) {
    for (let i = 0; i < bytes.length; i += chunk) reader.push(bytes.slice(i, i + chunk));
    const outcome = reader.end();
    if (outcome.kind === 'reduced') return { ...outcome, xspace: Buffer.concat(outcome.parts) };
    reader = outcome.reader;
  }
  throw new Error('a third pass asked for a fourth');
}
