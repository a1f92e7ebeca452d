/**
 * What a report holds: one profile, or two held against each other. It stands as JSON in a page that was built
 * beforehand (`report.html`), which draws it without asking anybody for anything:
 *
 *     <script type="application/json" id="report">{"version":1,"digests":"AcQX…","sentences":[], … }</script>
 *
 * The profiles are written as a link writes them, with more detail: one format, one reader, one set of checks.
 */

import { compareDigests } from '../analysis/compare/compare.ts';
import type { Comparison } from '../model/comparison.ts';
import { list, number, object, text, Unfit } from './checked.ts';
import { decodeDigests, encodeDigests } from './digest-link/codec.ts';
import { DEFAULT_LIMITS, reduceDigests } from './digest-link/reduce.ts';
import type { Digests, LinkLimits } from './digest-link/reduce.ts';

export interface Report {
  digests: Digests;
  /** Null for one profile. */
  comparison: Comparison | null;
  /** What the report leaves out of the profiles, a phrase each. */
  leftOut: string[];
  /** Of the page or command that wrote it. */
  build: string;
}

export type ReadReport = { kind: 'report'; report: Report } | { kind: 'fault'; reason: string };

const VERSION = 1;
/** Longer ones are not read; see `codec.ts`. */
const LONGEST_DATA = 100_000;
const STEPS: readonly LinkLimits[] = [
  { points: 1024, nodes: 1500, findings: 64, evidence: 8, rows: 64 },
  { points: 512, nodes: 700, findings: 48, evidence: 8, rows: 32 },
  DEFAULT_LIMITS,
];
const NOTHING_SAID = { sentences: [], caveats: [] };
const MOST_SENTENCES = 64;
const LONGEST_SENTENCE = 4000;

const EMPTY = '<script type="application/json" id="report">null</script>';
const DAMAGED = 'The data of this report is damaged, or was written by another version: it cannot be shown.';
const UNFILLED = 'This is the form of a report without anything in it.';

/**
 * The whole file, from the form that the build makes. Sentences of a comparison are those of the whole profiles, not
 * of what the report keeps of them. Throws where the form is not one.
 */
export function writeReport(form: string, digests: Digests, build: string): string {
  const at = form.indexOf(EMPTY);
  if (at < 0) throw new Error('The form of the report has no place for its data: build the page again.');
  const { baseline, candidate } = digests;
  const { sentences, caveats } = baseline === null ? NOTHING_SAID : compareDigests(baseline, candidate);
  const { encoded, leftOut } = encodedAtMost(digests, LONGEST_DATA);
  const data = inScript(JSON.stringify({ version: VERSION, digests: encoded, sentences, caveats, leftOut, build }));
  const filled = EMPTY.replace('null', () => data);
  return form.slice(0, at) + filled + form.slice(at + EMPTY.length);
}

/** Never throws. */
export function readReport(json: string): ReadReport {
  try {
    const content: unknown = JSON.parse(json);
    if (content === null) return { kind: 'fault', reason: UNFILLED };
    const { version, digests: encoded, sentences, caveats, leftOut, build } = checked(content);
    if (version !== VERSION) throw new Unfit();
    const read = decodeDigests(encoded);
    if (read.kind === 'fault') return { kind: 'fault', reason: DAMAGED };
    const { baseline, candidate } = read.digests;
    const comparison = baseline === null ? null : { ...compareDigests(baseline, candidate), sentences, caveats };
    return { kind: 'report', report: { digests: read.digests, comparison, leftOut, build } };
  } catch {
    return { kind: 'fault', reason: DAMAGED };
  }
}

const sentence = text(LONGEST_SENTENCE);

interface Data {
  version: number;
  digests: string;
  sentences: string[];
  caveats: string[];
  leftOut: string[];
  build: string;
}

const checked = object<Data>({
  version: number,
  digests: text(LONGEST_DATA),
  sentences: list(sentence, MOST_SENTENCES),
  caveats: list(sentence, MOST_SENTENCES),
  leftOut: list(sentence, MOST_SENTENCES),
  build: text(200),
});

/** As much detail as fits. */
function encodedAtMost(whole: Digests, most: number): { encoded: string; leftOut: string[] } {
  let found = { encoded: '', leftOut: [] as string[] };
  for (const limits of STEPS) {
    const { digests, leftOut } = reduceDigests(whole, limits);
    found = { encoded: encodeDigests(digests), leftOut };
    if (found.encoded.length <= most) break;
  }
  return found;
}

/** JSON that cannot end the script element that it stands in, nor begin a comment in it. */
function inScript(json: string): string {
  return json.replaceAll(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
