/** A picture that was dropped alone: one that was downloaded here carries the link to its view. */

import type { DroppedFile } from './input/types.ts';
import type { Refusal } from './model/problems.ts';
import { isPng } from './share/is-png.ts';
import { isLink } from './share/view-link.ts';
import type { AppStore } from './state/store.ts';

/** The largest picture of a screen that anybody posts is far below. */
const LARGEST = 64 * 2 ** 20;

export type DroppedPicture = { kind: 'link'; fragment: string } | { kind: 'refused'; refusal: Refusal };

/** Null where no picture, or more than one file, was dropped. Never rejects. */
export async function pictureIn(files: readonly DroppedFile[]): Promise<DroppedPicture | null> {
  const [file] = files;
  if (file === undefined || files.length > 1) return null;
  const { path, source } = file;
  const refused = (reason: string): DroppedPicture => ({
    kind: 'refused',
    refusal: { file: path, code: 'wrong-kind', reason },
  });
  try {
    if (!isPng(new Uint8Array(await source.slice(0, 8).arrayBuffer()))) return null;
    if (source.size > LARGEST) return refused('This picture is larger than any that is made here: it was not read.');
    const { readPngText } = await import('./share/png-chunk.ts');
    const text = readPngText(new Uint8Array(await source.arrayBuffer()));
    if (text !== null && isLink(text)) return { kind: 'link', fragment: text };
  } catch {
    // What cannot be read is refused where all other files are.
    return null;
  }
  return refused(
    'This picture carries no profile: it was not downloaded from Highwater, or a site or program has written it anew ' +
      'and left the profile out. Ask for the PNG file itself (nothing writes it anew in a zip, which has to be unpacked here), or for a link.',
  );
}

/** A picture opens like the link that it carries. */
export function showPicture(picture: DroppedPicture, store: AppStore): void {
  if (picture.kind === 'refused') {
    store.getState().finishLoading({ content: null, refusals: [picture.refusal], runs: [] });
    return;
  }
  store.getState().leaveLoading();
  location.hash = picture.fragment;
}
