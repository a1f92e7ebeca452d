/** Writes a report: the form that the build puts beside the command, with the data in it. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Digests } from '../share/digest-link/reduce.ts';
import { writeReport } from '../share/report-data.ts';
import { BUILD } from './build.ts';

const FORM = path.join(path.dirname(fileURLToPath(import.meta.url)), 'report.html');

/** Null where the file was written, else why not. `form` is for tests, which run no built command. */
export async function saveReport(file: string, digests: Digests, form: string = FORM): Promise<string | null> {
  let html: string;
  try {
    html = writeReport(await readFile(form, 'utf8'), digests, BUILD);
  } catch {
    return 'The form of reports is not built: run npm run build, and npm run -s cli after it.';
  }
  try {
    await writeFile(file, html);
    return null;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return `${file}: The file cannot be written (${detail}). --html F names another place.`;
  }
}
