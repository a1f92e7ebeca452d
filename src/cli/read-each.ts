import { walk } from '../input/walk.ts';
import type { DroppedFile } from '../input/types.ts';
import type { OomText } from '../model/oom-text.ts';
import type { Problem, Refusal } from '../model/problems.ts';
import { EntryReader, PROFILES, type ReadEntry } from '../worker/entry-reader.ts';
import { explainRefusals } from '../worker/refusals.ts';
import { droppedFiles } from './dropped-files.ts';

/**
 * Reads everything in a file, folder or archive as the page would, one entry after the other. `onRead` takes what was
 * read, and gives a sentence where it is of no use to the command. Gives a refusal for each file that did not serve.
 * Entries that `wants` declines are not looked at. `onProblem` is told what was odd in a container and cost no profile.
 */
export async function readEach(
  path: string,
  onRead: (entry: ReadEntry) => string | null,
  wants: (path: string) => boolean = () => true,
  onProblem: (problem: Problem) => void = () => undefined,
): Promise<Refusal[]> {
  let files: DroppedFile[];
  try {
    files = await droppedFiles(path);
  } catch (error) {
    const reason = `The file cannot be read (${error instanceof Error ? error.message : String(error)}).`;
    return [{ file: path, code: 'unreadable', reason }];
  }
  const opened: string[] = [];
  const ofNoUse: Refusal[] = [];
  const reader = new EntryReader(PROFILES, {
    wants,
    onRead: (entry) => {
      const reason = onRead(entry);
      if (reason === null) opened.push(entry.path);
      else ofNoUse.push({ file: entry.path, code: 'wrong-kind', reason });
    },
    onBytes: () => undefined,
  });
  const refusals = await walk(files, reader, { onProblem });
  if (reader.again.size > 0) {
    reader.beginSecondPass();
    await walk(files, reader);
  }
  return explainRefusals(
    [...refusals, ...reader.refusals, ...ofNoUse],
    files.map((file) => file.path),
    opened,
  );
}

/** What a command that takes profiles says of a text. */
export function readByExplain({ reports }: OomText): string {
  const what = reports.length > 0 ? 'holds out-of-memory messages' : 'states memory figures';
  return `This text ${what}: read it by the command explain.`;
}
