import { walk } from '../input/walk.ts';
import type { Profile } from '../model/profile.ts';
import type { Refusal } from '../model/problems.ts';
import { EntryReader } from '../worker/entry-reader.ts';
import { explainRefusals } from '../worker/refusals.ts';
import { droppedFiles } from './dropped-files.ts';

/** Reads every trace in a file, folder or archive, one after the other; what is no trace is refused. */
export async function openTraces(
  path: string,
  onTrace: (file: string, profile: Profile) => void,
): Promise<Refusal[]> {
  let files;
  try {
    files = await droppedFiles(path);
  } catch (error) {
    const reason = `The file cannot be read (${error instanceof Error ? error.message : String(error)}).`;
    return [{ file: path, code: 'unreadable', reason }];
  }
  const opened: string[] = [];
  const others: Refusal[] = [];
  const reader = new EntryReader({
    wants: () => true,
    onRead: ({ path: entry, outcome }) => {
      if (outcome.kind !== 'profile') {
        others.push({ file: entry, code: 'wrong-kind', reason: 'This is no trace: it has no time axis.' });
        return;
      }
      opened.push(entry);
      onTrace(entry, outcome.profile);
    },
    onBytes: () => undefined,
  });
  const refusals = await walk(files, reader);
  if (reader.again.size > 0) {
    reader.beginSecondPass();
    await walk(files, reader);
  }
  return explainRefusals([...refusals, ...reader.refusals, ...others], files.map((file) => file.path), opened);
}
