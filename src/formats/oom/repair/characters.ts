/** Repairs within one line: colours, spaces, entities, tags, Markdown. Each says whether it changed something. */

// CSI and OSC sequences, and their visible forms where the escape character was lost or spelled out.
const ESCAPE = '\u001B';
const ANSI = new RegExp(
  [
    `${ESCAPE}\\[[0-9;:?]*[ -/]*[@-~]`,
    `${ESCAPE}\\][^\u0007${ESCAPE}]{0,400}(?:\u0007|${ESCAPE}\\\\)`,
    `${ESCAPE}[()][A-Z0-9]`,
    '\\^\\[\\[[0-9;]*[A-Za-z]',
    '[\u2190\u241B]\\[[0-9;]*[mK]',
    '\uFFFD\\[[0-9;]*m',
    '(?<![\\w\\])])\\[[0-9]{1,2}(?:;[0-9]{1,3}){0,4}m',
    // The end of a colour stands right behind the word.
    '\\[0?m(?!\\])',
  ].join('|'),
  'g',
);

/** Takes out terminal colours and cursor movements. */
export function withoutAnsi(line: string): string {
  return line.includes('[') || line.includes(ESCAPE) ? line.replace(ANSI, '').replaceAll(ESCAPE, '') : line;
}

const ODD_SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
// Zero bytes are what is left of UTF-16, or of a file that was cut while it was written.
const INVISIBLE = /[\0\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g;
const SINGLE_QUOTES = /[\u2018\u2019\u201A\u2032]/g;
const DOUBLE_QUOTES = /[\u201C\u201D\u201E\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const STARS = /[\u2217\u204E\uFF0A]/g;
const PLAIN = /^[\t\n -~]*$/;

/** Plain spaces, quotes, dashes and stars in place of those that web pages, chats and word processors put in. */
export function withPlainSpaces(line: string): string {
  if (PLAIN.test(line)) return line;
  return line
    .replace(ODD_SPACES, ' ')
    .replace(INVISIBLE, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(STARS, '*')
    .replaceAll('\u2026', '...');
}

const NAMED_ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['Tab', '\t'],
  ['shy', ''],
  ['zwnj', ''],
  ['lsqb', '['],
  ['rsqb', ']'],
  ['lbrack', '['],
  ['rbrack', ']'],
  ['lowbar', '_'],
  ['ast', '*'],
  ['equals', '='],
  ['colon', ':'],
  ['percnt', '%'],
]);
/** Text that is pasted from page to page is escaped each time. */
const MAX_ROUNDS = 4;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;

/** Decodes HTML entities, again where the result holds some: `&amp;lt;` is `<`. Unknown names stay. */
export function withoutEntities(line: string): string {
  let decoded = line;
  for (let round = 0; round < MAX_ROUNDS && decoded.includes('&'); round++) {
    decoded = decoded.replace(ENTITY, (entity: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED_ENTITIES.get(name) ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code === 0xa0 ? ' ' : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
  }
  return decoded;
}

const TAG_NAMES = 'pre|code|span|div|p|samp|tt|blockquote|details|summary|b|i|em|strong|li|ul|ol|td|tr|table|font|a|wbr|mark|kbd|u|s';
const TAG = new RegExp(String.raw`</?(?:${TAG_NAMES})(?:\s[^<>]{0,400})?>`, 'gi');
const BREAK_TAG = /<br\s*\/?>|<\/(?:p|div|li|tr)>/gi;
/** At the end of a line there is a break already. */
const LAST_BREAK_TAG = /(?:<br\s*\/?>|<\/(?:p|div|li|tr)>)\s*$/i;

/** Takes out tags of HTML; a `<br>` is a line break. `<module>`, `<lambda>` and the like are no tags and stay. */
export function withoutTags(line: string): string {
  return line.includes('<') ? line.replace(LAST_BREAK_TAG, '').replace(BREAK_TAG, '\n').replace(TAG, '') : line;
}

const QUOTE = /^\s{0,3}(?:>\s?){1,12}/;
const FENCE = /^\s{0,6}(?:`{3,}|~{3,})[\w+-]*\s*$/;
const MARKDOWN_ESCAPE = /\\([_*[\]<>#()~|`]|(?<=\d\\)\.(?=\s))/g;
const BOLD = /(?<![*x_\w])\*\*(?=[\w(])|(?<=[\w).%])\*\*(?![*x_\w])/g;
/** Its stars are no bold type. */
const POOL_MAP = /[*x_]{8}/;
const INLINE_CODE = /^\s*`+|`+\s*$/g;

/** Takes off Markdown: quoting, fences, backslashes before punctuation, bold type, back quotes at the ends. */
export function withoutMarkdown(line: string): string {
  if (FENCE.test(line)) return '';
  let plain = line.replace(QUOTE, '');
  if (FENCE.test(plain)) return '';
  if (plain.includes('\\')) plain = plain.replace(MARKDOWN_ESCAPE, '$1');
  if (plain.includes('**') && !POOL_MAP.test(plain)) plain = plain.replace(BOLD, '');
  return plain.includes('`') ? plain.replace(INLINE_CODE, '') : plain;
}
