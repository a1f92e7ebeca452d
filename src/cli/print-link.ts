/** Prints an address that carries what one profile says, or two. */

import path from 'node:path';
import type { ProfileDigest } from '../model/digest.ts';
import { formatCount } from '../model/format.ts';
import { contentIdOf } from '../share/content-id.ts';
import { dataLink } from '../share/data-link.ts';
import type { Arguments } from './arguments.ts';
import { SHARE_ORIGIN } from './build.ts';
import { droppedFiles } from './dropped-files.ts';
import { tell } from './tell.ts';

/** What a link can be told, also as a part of `compare`. */
export const LINK_OPTIONS = { flags: ['--shorten-paths', '--replace-names'], values: ['--origin'] };

/** Prints the link to one digest, or to a baseline and a candidate, each read from the path at its place. */
export async function printLink(
  digests: readonly ProfileDigest[],
  paths: readonly string[],
  { flags, values }: Arguments,
): Promise<number> {
  const page = values.get('--origin')?.[0] ?? SHARE_ORIGIN;
  if (!/^https?:\/\/[^#]+$/.test(page)) {
    return tell([
      `A link needs the address of a published Highwater: --origin https://…${page === '' ? ' (this build has none of its own).' : '.'}`,
    ]);
  }
  const named: ProfileDigest[] = [];
  for (const [index, digest] of digests.entries()) named.push(await withIdentity(digest, paths[index]));
  const candidate = named[named.length - 1];
  const baseline = named.length > 1 ? named[0] : null;
  const disguise = { shortensPaths: flags.has('--shorten-paths'), replacesNames: flags.has('--replace-names') };
  const { url, leftOut } = dataLink({ baseline, candidate }, { page, disguise });
  if (leftOut.length > 0) tell([`Left out of the link of ${formatCount(url.length)} characters: ${leftOut.join('; ')}.`]);
  process.stdout.write(`${url}\n`);
  return 0;
}

/** With the file's identity, and without the folders of this machine that lead to it. */
async function withIdentity(digest: ProfileDigest, file: string): Promise<ProfileDigest> {
  const contentId = await contentIdOf((await droppedFiles(file)).map(({ source }) => source));
  const folder = `${path.dirname(file)}${path.sep}`;
  const below = (name: string): string => (name.startsWith(folder) ? name.slice(folder.length) : name);
  const name = below(digest.name);
  const { summary } = digest;
  const source = { ...summary.source, name: below(summary.source.name) };
  return digest.kind === 'trace'
    ? { ...digest, name, contentId, summary: { ...digest.summary, source } }
    : { ...digest, name, contentId, summary: { ...digest.summary, source } };
}
