/** What happens to messages on their way into an issue: one function each, text in, text out. For tests only. */

export type Mangle = (text: string) => string;

const perLine =
  (change: (line: string, i: number) => string): Mangle =>
  (text) =>
    text.split('\n').map(change).join('\n');

/** Lines that already begin a record of a logger; nobody puts a second prefix of the same kind before them. */
const prefixed = (prefix: (i: number) => string): Mangle => perLine((line, i) => prefix(i) + line);

export const PREFIXES: Record<string, Mangle> = {
  tsl: prefixed((i) => `2026-03-14 09:26:53.58979${i % 10}: E external/xla/xla/pjrt/client.cc:${2000 + i}] `),
  glog: prefixed((i) => `E0314 09:26:53.58979${i % 10}   31415 client.cc:${2000 + i}] `),
  worker: prefixed(() => '(EngineCore pid=106339) ERROR 06-03 07:41:11 [core.py:1184] '),
  ray: prefixed(() => '\u001B[36m(train_fn pid=4711, ip=10.0.0.2)\u001B[0m '),
  rank: prefixed(() => '[3] '),
  mpi: prefixed(() => '[1,3]<stderr>:'),
  container: prefixed(() => '2026-03-14T09:26:53.589793238Z stderr F '),
  compose: prefixed(() => 'train-1  | '),
  python: prefixed(() => '2026-03-14 09:26:53,589 - trainer - ERROR - '),
  pytest: prefixed(() => 'E       '),
  diff: prefixed(() => '+'),
  removed: prefixed(() => '-'),
  lineNumbers: prefixed((i) => `${i + 1} `),
  paddedNumbers: prefixed((i) => `${String(i + 1).padStart(6)}  `),
  nl: prefixed((i) => `${String(i + 1).padStart(6)}\t`),
  grep: prefixed((i) => `logs/train.log:${i + 1}:`),
  pager: prefixed((i) => `${String(i + 1).padStart(5)} | `),
  comment: prefixed(() => '# '),
  tableRow: prefixed(() => '| '),
  slurm: prefixed(() => '0: '),
  clock: prefixed(() => '12:00:00 '),
  syslog: prefixed(() => 'Nov 30 12:00:00 '),
  journal: prefixed(() => '2026-11-30T12:00:00+0000 host python3[1234]: '),
  pod: prefixed(() => '[pod/train-0/main] '),
  podman: prefixed(() => 'train-worker-0 main '),
  prterun: prefixed(() => '[prterun-node-1@1,0]<stderr>: '),
  launcher: prefixed((i) => `worker ${i % 4}: `),
};

export const DRESSINGS: Record<string, Mangle> = {
  crlf: (text) => text.replaceAll('\n', '\r\n'),
  quoted: prefixed(() => '> '),
  quotedTwice: prefixed(() => '> > '),
  bold: (text) => text.replaceAll(/\b(Used [^*]{3,40}?\.|Largest program allocations|Out of memory)/g, '**$1**'),
  markdownEscapes: perLine((line) => line.replaceAll(/[_*[\]<>#]/g, '\\$&').replace(/^(\s*\d+)\./, '$1\\.')),
  fenced: (text) => `Here it is:\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  colours: (text) =>
    text.replaceAll(/(?<!\S)(RESOURCE_EXHAUSTED|Allocator|Size|Used|bytes)/g, '\u001B[0;31m$1\u001B[0m'),
  lineColours: perLine((line) => `\u001B[1;31m${line}\u001B[0m`),
  visibleColours: perLine((line) => `^[[31m${line}^[[0m`),
  entities: escapeHtml,
  entitiesTwice: (text) => escapeHtml(escapeHtml(text)),
  nonBreaking: (text) => text.replaceAll(' ', '\u00A0'),
  nbspEntities: (text) => escapeHtml(text).replaceAll('  ', '&nbsp; '),
  typographic: (text) => text.replaceAll('"', '\u201D').replaceAll("'", '\u2019'),
  spans: perLine((line) => `<span class="ansi-red-fg">${escapeHtml(line)}</span><br>`),
  trailingSpaces: perLine((line) => `${line}   `),
  noIndent: perLine((line) => line.trimStart()),
  numberColours: (text) => text.replaceAll(/\d+/g, '\u001B[33m$&\u001B[0m'),
  coloursWithinNumbers: (text) => text.replaceAll(/(\d)(\d)/g, '$1\u001B[1m$2\u001B[22m'),
  spelledColours: (text) => text.replaceAll(/\d+/g, '\\033[33m$&\\033[0m'),
  picturedEscapes: (text) => text.replaceAll(/\d+/g, '\u241B[33m$&\u241B[0m'),
  lostEscapes: (text) => text.replaceAll(/(?<=\s)(\d+\.\d+\w+)/g, '[33m$1[0m'),
  zeroWidth: (text) => text.replaceAll(/([_/.])/g, '$1\u200B'),
  zeroBytes: (text) => text.replaceAll(/(.{40})/g, '$1\0'),
  softHyphens: (text) => text.replaceAll(/([a-z]{4})/g, '$1\u00AD'),
  softHyphenEntities: (text) => text.replaceAll(/([a-z]{4})/g, '$1&shy;'),
  wordBreaks: (text) => text.replaceAll(/([_/.])/g, '$1<wbr>'),
  hyphens: (text) => text.replaceAll('-', '\u2011'),
  ellipsis: (text) => text.replaceAll('...', '\u2026'),
  lineSeparators: (text) => text.replaceAll('\n', '\u2028'),
  nextLines: (text) => text.replaceAll('\n', '\u0085'),
  numbered: perLine((line, i) => `${i + 1}. ${line}`),
  reply: (text) => `> On Monday, a colleague wrote:\n${text.replaceAll(/^/gm, '> > ')}\n>\n> Any idea?`,
  replyTight: prefixed(() => '>> '),
};

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export const CONTAINERS: Record<string, Mangle> = {
  jsonLines: perLine((line) => JSON.stringify({ severity: 'ERROR', message: line, timestamp: '2026-03-14T09:26:53Z' })),
  jsonRecord: (text) => JSON.stringify({ level: 'error', msg: text }),
  jsonTwice: (text) => JSON.stringify({ log: JSON.stringify({ msg: text }) }),
  csvCell: (text) => `id,message\n7,"${text.replaceAll('"', '""')}"\n`,
  csvRows: perLine((line) => `2026-11-30,ERROR,"${line.replaceAll('"', '""')}"`),
  framed: perLine((line) => `│ ${line.padEnd(100)} │`),
  progressBar: perLine((line, i) => (i % 4 === 1 ? `  3%|▎     | 3/100 [00:03<02:11,  1.35s/it]\r${line}` : line)),
  numbersBetween: perLine((line, i) => `${i + 1}\n${line}`),
  docker: (text) =>
    text
      .split('\n')
      .map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-03-14T09:26:53.5Z' }))
      .join('\n'),
  repr: (text) => `Exception: XlaRuntimeError(${JSON.stringify(text)})`,
  pythonLiteral: (text) => `message = ${pythonString(text)}`,
  bytesLiteral: (text) => `b${pythonString(text)}`,
  chained: (text) =>
    'Traceback (most recent call last):\n  File "train.py", line 9, in main\n    raise RuntimeError() from error\n' +
    `RuntimeError: step failed: JaxRuntimeError(${pythonString(text)})`,
  literals: (text) => `(\n${text.replaceAll(/^.*$/gm, (line) => `    ${pythonString(`${line}\n`)}`)}\n)`,
  formatted: perLine((line) => `    f${JSON.stringify(`${line}\n`)}`),
  added: perLine((line) => `  ${pythonString(`${line}\n`)} +`),
  jsonList: (text) => JSON.stringify({ lines: text.split('\n') }),
  yamlBlock: (text) => `message: |\n${text.replaceAll(/^/gm, '  ')}\nstatus: failed\n`,
  yamlQuoted: (text) => `message: '${text.replaceAll("'", "''").replaceAll('\n', '\n\n  ')}'`,
  preformatted: (text) => `<pre>${escapeHtml(text).replaceAll('\n', '<br>')}</pre>`,
  divisions: (text) => text.replaceAll(/^.*$/gm, (line) => `<div>${escapeHtml(line)}</div>`),
  notebook: (text) => notebookOf(text, 1),
  notebookOnOneLine: (text) => notebookOf(text, 0),
};

/** As `repr` prints it. */
function pythonString(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

function notebookOf(text: string, indent: number): string {
  const traceback = text.split('\n').map((line) => `${line}\n`);
  const output = { output_type: 'stream', name: 'stderr', text: traceback };
  const cell = { cell_type: 'code', source: ['step(params)'], outputs: [output] };
  return JSON.stringify({ cells: [cell], nbformat: 4, nbformat_minor: 5 }, null, indent);
}

/** A terminal or an editor that breaks at a column, wherever that is. */
export function hardWrap(width: number): Mangle {
  return (text) =>
    text
      .split('\n')
      .map((line) => line.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? '')
      .join('\n');
}

/** A mail program, or Python's textwrap: breaks at spaces and hyphens, and words that are longer than the line. */
export function softWrap(width: number): Mangle {
  return (text) =>
    text
      .split('\n')
      .map((line) => wrapWords(line, width))
      .join('\n');
}

function wrapWords(line: string, width: number): string {
  const lines: string[] = [];
  let current = '';
  for (let chunk of line.match(/\s+|\S+?[a-z]-(?=[a-z])|\S+/g) ?? []) {
    while (current.length + chunk.trimEnd().length > width) {
      if (current.trim() !== '' && chunk.length <= width) {
        lines.push(current.trimEnd());
        current = '';
        chunk = chunk.trimStart();
        continue;
      }
      const room = width - current.length;
      lines.push(current + chunk.slice(0, room));
      current = '';
      chunk = chunk.slice(room);
    }
    if (current !== '' || chunk.trim() !== '' || lines.length === 0) current += chunk;
  }
  lines.push(current.trimEnd());
  return lines.join('\n');
}

/** A text field of one line. Indentation keeps words apart. */
export const withoutBreaks: Mangle = (text) => text.replaceAll(/\n+/g, ' ');

/** A chat tool or a log viewer that takes breaks out and puts nothing in their place. */
export const joinedDirectly: Mangle = (text) => text.replaceAll(/\n+/g, '');

/** The same where indentation was taken off first. */
export const joinedWithoutIndent: Mangle = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('');

/** Breaks in place of some spaces; `choose` says where. Names in quotes stay whole, numbers always do. */
export function moreBreaks(choose: (i: number) => boolean): Mangle {
  let i = 0;
  const broken = (text: string): string =>
    text.replaceAll(/(?<=[a-z:.,]) (?=[A-Za-z0-9(])/g, (space) => (choose(i++) ? '\n' : space));
  return (text) =>
    text
      .split(/("[^"\n]*")/)
      .map((part) => (part.startsWith('"') ? part : broken(part)))
      .join('');
}
