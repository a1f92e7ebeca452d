/**
 * Other pages can hand files over: one that opened this page, or that shows it in a frame.
 *
 *     they                                            this page
 *     { type: 'highwater:ping' }                  ──▶
 *                                                 ◀── { type: 'highwater:ready', version }
 *     { type: 'highwater:open', files: [ … ] }    ──▶ asks the user, then opens
 *
 * Pages of this page's own origin are not asked about: they could read and change everything here anyway. Whatever else
 * is sent is passed over. README.md, "Embedding", is the description for others.
 */

import { fieldOf, filesFromMessage } from './input/sent.ts';
import type { DroppedFile } from './input/types.ts';

/** What is done with files that came. Where their page is trusted, the user need not be asked. */
export type TakeFiles = (files: DroppedFile[], origin: string, isTrusted: boolean) => void;

export function listenToPages(take: TakeFiles): void {
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    switch (fieldOf(data, 'type')) {
      case 'highwater:ping':
        // Pages without an origin cannot be named as the target; the version is no secret.
        source?.postMessage(
          { type: 'highwater:ready', version: __HIGHWATER_BUILD__ },
          { targetOrigin: origin === 'null' || origin === '' ? '*' : origin },
        );
        break;
      case 'highwater:open': {
        const files = filesFromMessage(data);
        if (files !== null) take(files, origin, origin !== 'null' && origin === location.origin);
        break;
      }
      default:
    }
  });
}
