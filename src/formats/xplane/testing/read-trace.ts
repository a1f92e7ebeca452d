import { analyse, type AnalysedProfile } from '../../../analysis/analyse.ts';
import type { FormatReader } from '../../../input/types.ts';
import type { Profile } from '../../../model/profile.ts';
import { XplaneReader } from '../reader.ts';

/** Reads a whole trace in chunks of a size, with a second pass where the reader asks for one. */
export function readTrace(bytes: Uint8Array, chunk = 4096): Profile & { passes: number } {
  const first = push(new XplaneReader({ name: 'trace.xplane.pb' }), bytes, chunk);
  if (first.kind === 'profile') return { ...first.profile, passes: 1 };
  if (first.kind !== 'again') throw new Error('not a trace');
  const second = push(first.reader, bytes, chunk);
  if (second.kind !== 'profile') throw new Error('a second pass asked for a third');
  return { ...second.profile, passes: 2 };
}

export function analyseTrace(bytes: Uint8Array, chunk = 4096): AnalysedProfile {
  return analyse(readTrace(bytes, chunk));
}

/** The frames of an event's stack, the outermost first. */
export function stackText(profile: Profile, event: number): string[] {
  const { stacks, frames, strings } = profile;
  const names: string[] = [];
  for (let stack = profile.events.stack[event]; stack >= 0; stack = stacks.parent[stack]) {
    const frame = stacks.frame[stack];
    const file = frames.file[frame];
    names.unshift(`${file < 0 ? '' : `${strings[file]}: `}${strings[frames.function[frame]]}`);
  }
  return names;
}

function push(reader: FormatReader, bytes: Uint8Array, chunk: number): ReturnType<FormatReader['end']> {
  for (let i = 0; i < bytes.length; i += chunk) reader.push(bytes.slice(i, i + chunk));
  return reader.end();
}
