/**
 * From what a browser hands over (a drop, a picker, a paste) to files. In the page only: the command line has its own.
 *
 * A `DataTransfer` is emptied as soon as the event's handler returns, so everything is taken out of it before the first
 * `await`. Folders come as entries that are listed in portions; `readEntries` gives at most 100 and has to be called
 * until it gives none.
 */

import { formatCount } from '../model/format.ts';
import type { Refusal } from '../model/problems.ts';
import { displayPath } from './text.ts';
import type { DroppedFile } from './types.ts';

export interface Dropped {
  /** Sorted by path, with numbers in it as numbers: `memory_9.prof` before `memory_10.prof`. */
  files: DroppedFile[];
  /** Files and folders that could not be read. */
  refusals: Refusal[];
}

/** Folders with more files than this are somebody's disk, not a log directory. */
const MAX_FILES = 100_000;

/**
 * The files of a drop or a paste, also those in folders. To be called from the event's handler itself; the items are
 * taken before it returns. Never rejects.
 */
export function filesFromTransfer(transfer: DataTransfer): Promise<Dropped> {
  const entries: FileSystemEntry[] = [];
  const files: DroppedFile[] = [];
  for (const item of Array.from(transfer.items)) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    // Pasted files, and those that a script put there, have no entry.
    const file = entry ? null : item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) files.push(droppedFile(file.name, file));
  }
  return entries.length > 0 ? walkEntries(entries, files) : Promise.resolve({ files: sorted(files), refusals: [] });
}

/** The files of a paste; none where it holds only text. See `filesFromTransfer`. */
export function filesFromPaste(event: ClipboardEvent): Promise<Dropped> {
  return event.clipboardData ? filesFromTransfer(event.clipboardData) : Promise.resolve({ files: [], refusals: [] });
}

/** The files of a picker, with their paths where a folder was picked (`webkitdirectory`). */
export function filesFromList(list: Iterable<File>): DroppedFile[] {
  return sorted(Array.from(list, (file) => droppedFile(file.webkitRelativePath || file.name, file)));
}

/** A file can be called anything: what is unseen in its name, or turns its direction, is shown as such. */
function droppedFile(name: string, file: File): DroppedFile {
  return { path: displayPath(name) || 'a file without a name', source: file, lastModified: file.lastModified };
}

function sorted(files: DroppedFile[]): DroppedFile[] {
  const inOrder = new Intl.Collator('en', { numeric: true });
  return files.sort((a, b) => inOrder.compare(a.path, b.path));
}

/** How many files are asked for at once: each answer is a turn of the browser's file thread. */
const PORTION = 256;

async function walkEntries(roots: readonly FileSystemEntry[], files: DroppedFile[]): Promise<Dropped> {
  const refusals: Refusal[] = [];
  const found = await listAll(roots, refusals);
  for (let from = 0; from < found.length; from += PORTION) {
    const portion = found.slice(from, from + PORTION);
    const opened = await Promise.allSettled(portion.map(fileOf));
    opened.forEach((outcome, i) => {
      const path = pathOf(portion[i]);
      if (outcome.status === 'fulfilled') files.push(droppedFile(path, outcome.value));
      else refusals.push(unreadable(displayPath(path), outcome.reason));
    });
  }
  return { files: sorted(files), refusals };
}

/** A list of folders to go through instead of a recursion: a link of a folder to itself ends at `MAX_FILES`. */
async function listAll(roots: readonly FileSystemEntry[], refusals: Refusal[]): Promise<FileSystemFileEntry[]> {
  const found: FileSystemFileEntry[] = [];
  const waiting = roots.slice();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (isFile(next)) found.push(next);
    if (!isFolder(next)) continue;
    try {
      for (const entry of await listFolder(next)) waiting.push(entry);
    } catch (error) {
      refusals.push(unreadable(pathOf(next), error));
    }
    if (found.length + waiting.length > MAX_FILES) {
      refusals.push({
        file: roots[0].name,
        code: 'too-large',
        reason: `More than ${formatCount(MAX_FILES)} files were dropped. Drop the folder of one run.`,
      });
      break;
    }
  }
  return found;
}

function pathOf(entry: FileSystemEntry): string {
  return entry.fullPath.replace(/^\//, '') || entry.name;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0 || all.length > MAX_FILES) return all;
    all.push(...portion);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function unreadable(file: string, error: unknown): Refusal {
  const detail = error instanceof Error && error.message ? ` (${error.message})` : '';
  const reason = `The browser could not read this${detail}. Check that it may be read, and drop it again.`;
  return { file, code: 'unreadable', reason };
}
