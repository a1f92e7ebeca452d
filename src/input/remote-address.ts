/**
 * From the fragment of a link to the files that it names: `#open=<URL>`, as often as there are files, or two to compare,
 * `#a=<URL>&b=<URL>`. Nothing is fetched here; what comes out is shown to the user with its host, and fetched only after
 * a click.
 *
 *     #open=https://host/run/memory.prof            as pasted
 *     #open=https%3A%2F%2Fhost%2Fa.prof%3Fx%3D1     escaped, as `encodeURIComponent` writes it
 *     #open=samples/leak_0.prof&open=samples/…      relative to the page
 *     #a=https://host/before.tar.gz&b=https://…     baseline and candidate
 */

import { formatCount } from '../model/format.ts';
import type { LinkRequest, PairRequest, RemoteFile } from '../model/open-request.ts';
import type { Refusal } from '../model/problems.ts';
import { plainText } from '../model/plain-text.ts';
import { displayPath } from './text.ts';

/** More than a series of dumps has, and fewer than would be a siege of the host. */
const MOST_FILES = 100;
/** Signed addresses of buckets have some 1,500 characters. */
const LONGEST_ADDRESS = 8192;
const LONGEST_FRAGMENT = 200_000;
/** Names of what else a link may carry; what stands between belongs to the address before it. */
const KEYS = new Set(['v', 's', 'd', 'a', 'b', 'open']);

/**
 * The files that a fragment names; null where it names none. Where it names two to compare, others are left out.
 * @param fragment with or without its `#`
 * @param page the address of the page: relative addresses count from there
 */
export function readOpenLink(fragment: string, page: string): LinkRequest | PairRequest | null {
  const text = fragment.replace(/^#/, '');
  if (!/(?:^|&)(?:open|a|b)=/.test(text)) return null;
  if (text.length > LONGEST_FRAGMENT) {
    const reason = `It has ${formatCount(text.length)} characters, more than any list of files needs. ${ASK_AGAIN}`;
    return { kind: 'link', files: [], refusals: [refusal('the link', reason)] };
  }
  const addresses = addressesIn(text, 'open');
  const [baseline] = addressesIn(text, 'a');
  const [candidate] = addressesIn(text, 'b');
  if (baseline !== undefined && candidate !== undefined) return pairOf(baseline, candidate, page);
  // One side of a comparison is a file to open.
  for (const side of [baseline, candidate]) if (side !== undefined) addresses.unshift(side);
  const found: LinkRequest = { kind: 'link', files: [], refusals: [] };
  for (const address of addresses.slice(0, MOST_FILES)) {
    const checked = checkAddress(address, page);
    if ('url' in checked) found.files.push(checked);
    else found.refusals.push(checked);
  }
  if (addresses.length > MOST_FILES) {
    const rest = formatCount(addresses.length - MOST_FILES);
    found.refusals.push(
      refusal(
        'the link',
        `It names more than ${MOST_FILES} files; the last ${rest} are left out. Put them into one archive.`,
      ),
    );
  }
  nameApart(found.files);
  return found;
}

function pairOf(baseline: string, candidate: string, page: string): PairRequest {
  const pair: PairRequest = { kind: 'pair', baseline: null, candidate: null, refusals: [] };
  for (const [side, address] of [['baseline', baseline], ['candidate', candidate]] as const) {
    const checked = checkAddress(address, page);
    if ('url' in checked) pair[side] = checked;
    else pair.refusals.push(checked);
  }
  nameApart([pair.baseline, pair.candidate].filter((file) => file !== null));
  return pair;
}

/** Files of one name from several folders are told by their paths: `run_1/memory.prof`, `run_2/memory.prof`. */
function nameApart(files: RemoteFile[]): void {
  if (new Set(files.map(({ name }) => name)).size === files.length) return;
  for (const file of files) file.name = displayPath(unescapedName(new URL(file.url).pathname)) || file.host;
}

const ASK_AGAIN = 'Ask whoever made the link for a new one.';

/** The value of each `name=`, unescaped. Parameters of an address that was pasted unescaped stay with it. */
function addressesIn(text: string, name: 'open' | 'a' | 'b'): string[] {
  const values: string[] = [];
  let isIn = false;
  for (const part of text.split('&')) {
    const key = part.slice(0, Math.max(0, part.indexOf('=')));
    if (key === name) values.push(part.slice(name.length + 1));
    else if (isIn && !KEYS.has(key)) values[values.length - 1] += `&${part}`;
    isIn = key === name || (isIn && !KEYS.has(key));
  }
  // An empty one would be the page itself.
  return values.filter((value) => value.trim() !== '').map(unescaped);
}

function unescaped(value: string): string {
  // An address as it is: its own escapes are part of it.
  if (/^[a-z][a-z\d+.-]*:/i.test(value)) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function checkAddress(address: string, page: string): RemoteFile | Refusal {
  if (address.length > LONGEST_ADDRESS) {
    return refusal(
      shortened(address),
      `The address has ${formatCount(address.length)} characters, more than any host takes. ${ASK_AGAIN}`,
    );
  }
  if (!URL.canParse(address, page)) {
    return refusal(
      shortened(address),
      `This is no address. A link names a file as #open=https://… ; check that it was copied whole.`,
    );
  }
  const url = new URL(address, page);
  // The page's own folder may be served in any way: it is where the page itself came from.
  const isOwn = url.protocol === new URL(page).protocol && url.origin === new URL(page).origin && url.origin !== 'null';
  const isLocal = url.protocol === 'http:' && url.hostname === 'localhost';
  if (url.protocol !== 'https:' && !isLocal && !isOwn) return refusal(shortened(address), whyNotFetched(url));
  if (url.username !== '' || url.password !== '') {
    const sentence =
      'The address carries a user name or a password, which this page never sends. Download the file and drop it here.';
    // Without them: a refusal is shown and may be copied into a report.
    return refusal(url.host, sentence);
  }
  url.hash = '';
  return { url: url.href, host: url.host, name: nameOf(url) };
}

function whyNotFetched({ protocol }: URL): string {
  if (protocol === 'http:') {
    return (
      'Only https is fetched, or http from localhost: on the way of plain http anybody can read or change the file. ' +
      'Use the https address, or download the file and drop it here.'
    );
  }
  if (protocol === 'file:')
    return 'A page cannot read files of this machine by their address. Drop the file here instead.';
  if (protocol === 'gs:' || protocol === 's3:') {
    return 'This names a bucket, not an address. Use the https address of the object, or download it and drop it here.';
  }
  if (protocol === 'javascript:' || protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') {
    return `Only https is fetched, or http from localhost; “${protocol}” names no place on the network. ${ASK_AGAIN}`;
  }
  return (
    `Only https is fetched, or http from localhost, and this begins with “${protocol}”. ` +
    'Download the file and drop it here.'
  );
}

function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return displayPath(unescapedName(last)) || host;
}

function unescapedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const SHOWN_CHARACTERS = 120;

function shortened(address: string): string {
  const plain = plainText(address);
  return plain.length <= SHOWN_CHARACTERS ? plain : `${plain.slice(0, SHOWN_CHARACTERS)}…`;
}

function refusal(file: string, reason: string): Refusal {
  return { file, code: 'unreadable', reason };
}
