/** The profiles that the site brings along: `samples/index.json`, beside the page. */

import { formatBytesBoth } from '../../model/format.ts';
import type { Sample } from '../common/session.ts';

/** Relative to the page, like everything that it fetches. */
export const SAMPLES_FOLDER = 'samples/';

/** Samples that tell most when they are side by side: the file of the baseline, and of the candidate. */
const COMPARED: readonly (readonly [baseline: string, candidate: string])[] = [['unstacked.tar.gz', 'staircase.tar.gz']];

/** The pairs of which the site has both. */
export function comparedSamples(samples: readonly Sample[]): { baseline: Sample; candidate: Sample }[] {
  const find = (file: string): Sample | undefined => samples.find(({ files }) => files.length === 1 && files[0] === file);
  return COMPARED.flatMap(([a, b]) => {
    const [baseline, candidate] = [find(a), find(b)];
    return baseline === undefined || candidate === undefined ? [] : [{ baseline, candidate }];
  });
}

/** What is listed. A site without samples is a site without samples: no error. */
export async function listSamples(): Promise<Sample[]> {
  try {
    const response = await fetch(`${SAMPLES_FOLDER}index.json`);
    if (!response.ok) return [];
    return parseSamples(await response.json());
  } catch {
    return [];
  }
}

/** Takes the rows that are whole and passes over the others; file names stay within the folder. */
export function parseSamples(index: unknown): Sample[] {
  if (!Array.isArray(index)) return [];
  return index.flatMap((row: unknown): Sample[] => {
    if (!isRecord(row)) return [];
    const { title, shows, files, assumptions } = row;
    if (typeof title !== 'string' || typeof shows !== 'string' || !Array.isArray(files)) return [];
    const names = files.filter((name): name is string => typeof name === 'string' && /^[\w.-]+$/.test(name));
    if (names.length === 0) return [];
    const stated = isRecord(assumptions) ? assumptions : {};
    const notes = Array.isArray(stated['notes']) ? stated['notes'] : [];
    const sentences = notes.filter((note): note is string => typeof note === 'string');
    return [{ title, shows, files: names, assumes: assumedText(stated), notes: sentences }];
  });
}

/** `JAX 0.6.1, memory fraction 0.75, a pool of 16.58 GiB (17,798,999,040 bytes), …` */
function assumedText(stated: Record<string, unknown>): string {
  const { jaxVersion, memoryFraction, poolBytes, arenaBytes, beforeCaptureBytes } = stated;
  const bytes = (value: unknown, text: (size: string) => string): string[] =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? [text(formatBytesBoth(value))] : [];
  return [
    ...(typeof jaxVersion === 'string' ? [`JAX ${jaxVersion}`] : []),
    ...(typeof memoryFraction === 'number' ? [`memory fraction ${String(memoryFraction)}`] : []),
    ...bytes(poolBytes, (size) => `a pool of ${size}`),
    ...bytes(arenaBytes, (size) => `a largest temp arena of ${size}`),
    ...bytes(beforeCaptureBytes, (size) => `${size} in use before the capture`),
  ].join(', ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
