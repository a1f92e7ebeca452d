import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DroppedFile } from '../input/types.ts';
import { FileSource } from './file-source.ts';

/** An argument as it would be dropped on the page: a file, or every file under a folder, in order of name. */
export async function droppedFiles(path: string): Promise<DroppedFile[]> {
  const files: DroppedFile[] = [];
  const pending = [path];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ((await stat(next)).isDirectory()) {
      const names = await readdir(next);
      pending.push(...names.sort((a, b) => (a < b ? 1 : -1)).map((name) => join(next ?? '', name)));
    } else {
      const { source, lastModified } = await FileSource.of(next);
      files.push({ path: next, source, lastModified });
    }
  }
  return files;
}
