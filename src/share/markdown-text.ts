/** Text from files inside Markdown: it stays text wherever the report is pasted. */

/** Would begin or end something in Markdown, GitHub's mathematics included. */
const MARKUP = /[\\`*_[\]|~$#]/g;

/** A word joiner: it has no width, and nobody is mentioned and no page is linked across it. */
const JOINER = '\u2060';

/**
 * A sentence with names from files in it. GitHub looks for mentions, issue numbers and addresses in the finished page,
 * where a backslash is gone, so those are broken by a character that does not show.
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(MARKUP, (mark) => `\\${mark}`)
    .replace(/@(?=\w)/g, `@${JOINER}`)
    .replace(/#(?=\w)/g, `#${JOINER}`)
    .replace(/:(?=\/\/)/g, `:${JOINER}`)
    .replace(/\b(www)\./gi, `$1${JOINER}.`)
    .replace(/\b(GH)-(?=\d)/gi, `$1${JOINER}-`);
}

/** A name from a file, as code. Nothing in code is markup, a mention or a link; a pipe would still end a table's cell. */
export function markdownCode(text: string): string {
  const plain = oneLine(text).replaceAll('|', '\\|');
  if (plain === '') return '';
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const room = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${room}${plain}${room}${fence}`;
}

/** A table whose first column is words and whose others are numbers. Cells are finished Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Line breaks would end a paragraph, a cell or a code span; control and format characters would hide or turn text. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '');
}
