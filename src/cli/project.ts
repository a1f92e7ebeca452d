/** `project FILE=DEPTH… --depth N`: whether a deeper model fits, from profiles or a table of the compiler's figures. */

import { readFile } from 'node:fs/promises';
import { analyse, chooseDefault } from '../analysis/analyse.ts';
import { memoryFigures } from '../analysis/projection/figures.ts';
import { project } from '../analysis/projection/project.ts';
import { readFiguresTable } from '../formats/memory-figures/read-table.ts';
import { formatBytes, formatExactBytes } from '../model/format.ts';
import { parseBytes } from '../model/parse-bytes.ts';
import {
  COMPILE_SNIPPET,
  GROUP_WORDS,
  type DepthFigures,
  type ProjectedGroup,
  type Projection,
} from '../model/projection.ts';
import { toJsonNames } from './oom-json.ts';
import { readEach } from './read-each.ts';

const USAGE =
  'Usage: project FILE=DEPTH [FILE=DEPTH…] --depth N [--capacity 16GiB] [--json]\n' +
  '       project TABLE.json|TABLE.csv --depth N [--capacity 16GiB] [--json]\n';

interface Request {
  files: { path: string; depth: number | null }[];
  target: number;
  capacity: number | null;
  asJson: boolean;
}

interface Answer {
  /** Which rows of a table; empty for profiles. */
  case: string;
  projection: Projection;
}

/** Exit code 0 if there is an answer, else 2 with sentences on stderr. */
export async function projectCommand(args: readonly string[]): Promise<number> {
  const request = requestOf(args);
  if (typeof request === 'string') {
    process.stderr.write(`${request}\n${USAGE}`);
    return 2;
  }
  const { target, capacity, asJson } = request;
  const cases = new Map<string, DepthFigures[]>();
  for (const { path, depth } of request.files) {
    for (const [name, figures] of await figuresOf(path, depth)) {
      cases.set(name, [...(cases.get(name) ?? []), ...figures]);
    }
  }
  const answers = [...cases].map(([name, figures]): Answer => {
    const pool = figures.reduce<number | null>((found, one) => found ?? one.capacity, null);
    return { case: name, projection: project(figures, target, capacity ?? pool) };
  });
  if (answers.length === 0) {
    process.stderr.write('Nothing was read that a projection could rest on.\n');
    return 2;
  }
  const document = { answers: answers.map(({ case: name, projection }) => ({ case: name, ...projection })), snippet: COMPILE_SNIPPET };
  process.stdout.write(asJson ? `${JSON.stringify(toJsonNames(document), null, 1)}\n` : `${answers.map(asText).join('\n')}\n${snippetText()}`);
  return 0;
}

/** A sentence where the arguments do not make a question. */
function requestOf(given: readonly string[]): Request | string {
  // `--depth=32` is `--depth 32`; a file's own `=` stays.
  const args = given.flatMap((arg) => /^(--[a-z]+)=(.*)$/.exec(arg)?.slice(1) ?? [arg]);
  const request: Request = { files: [], target: 0, capacity: null, asJson: false };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '--json') request.asJson = true;
    else if (arg === '--depth') request.target = wholeNumber(args[++i] ?? '') ?? 0;
    else if (arg === '--capacity') {
      request.capacity = parseBytes(args[++i] ?? '');
      if (request.capacity === null) return `"${args[i] ?? ''}" is no size: write 16GiB, 16GB or a number of bytes.`;
    } else if (arg.startsWith('--')) return `There is no option ${arg}.`;
    else request.files.push(fileOf(arg));
  }
  if (request.target < 1) return '--depth takes the number of blocks to project to: a whole number, 1 or more.';
  return request.files.length === 0 ? 'There is no file.' : request;
}

function fileOf(arg: string): Request['files'][number] {
  const at = arg.lastIndexOf('=');
  const depth = at < 0 ? null : wholeNumber(arg.slice(at + 1));
  return depth === null ? { path: arg, depth: null } : { path: arg.slice(0, at), depth };
}

function wholeNumber(text: string): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}

/** By case. What could not be read is told on stderr. */
async function figuresOf(path: string, depth: number | null): Promise<Map<string, DepthFigures[]>> {
  const table = depth === null && /\.(json|csv)$/i.test(path) ? await tableOf(path) : null;
  if (table !== null) {
    for (const problem of table.problems) process.stderr.write(`${problem}\n`);
    return new Map(table.cases.map(({ name, rows }) => [name, rows]));
  }
  const found: DepthFigures[] = [];
  const refused = await readEach(path, ({ outcome }) => {
    if (outcome.kind !== 'profile') return 'This is no trace: it has no time axis.';
    const { profile, lifetimes, summary } = analyse(outcome.profile);
    const chosen = chooseDefault(summary.allocators);
    if (chosen === null) return 'This trace has no memory events.';
    const figures = memoryFigures(profile, lifetimes, profile.allocators.indexOf(summary.allocators[chosen].allocator));
    const blocks = depth ?? figures.guessedDepth;
    if (blocks === null) return `It does not tell its number of blocks: write ${path}=DEPTH.`;
    found.push({ ...figures, depth: blocks });
    return null;
  });
  for (const { file, reason } of refused) process.stderr.write(`${file}: ${reason}\n`);
  return new Map(found.length > 0 ? [['', found]] : []);
}

async function tableOf(path: string): Promise<ReturnType<typeof readFiguresTable>> {
  try {
    return readFiguresTable(await readFile(path, 'utf8'), path);
  } catch {
    return null;
  }
}

function asText({ case: name, projection }: Answer): string {
  const { sentence, groups, notes, total } = projection;
  const lines = groups.map((group) => `  ${GROUP_WORDS[group.group]}: ${groupText(group)}`);
  return [
    ...(name === '' ? [] : [name]),
    sentence,
    ...lines,
    `  total: ${formatExactBytes(total.estimate)}, from ${formatExactBytes(total.low)} to ${formatExactBytes(total.high)}`,
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

function groupText({ known, estimate, low, high, perBlock, restsOn }: ProjectedGroup): string {
  const now = known.map(({ depth, bytes }) => `${depth}: ${formatBytes(bytes)}`).join(', ');
  const grows = perBlock === null ? '' : `, ${formatBytes(Math.round(perBlock))} a block`;
  const range = low === high ? '' : `, from ${formatExactBytes(low)} to ${formatExactBytes(high)}`;
  return `${formatExactBytes(estimate)}${range} (${now}${grows}). ${restsOn}`;
}

function snippetText(): string {
  return `A better answer, which allocates nothing:\n${COMPILE_SNIPPET.replaceAll(/^/gm, '  ')}\n`;
}
