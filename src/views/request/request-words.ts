/** What the panel of a request says. Pure, so that tests read it as a person does. */

import { formatBytes, formatQuantity } from '../../model/format.ts';
import type { OpenRequest } from '../../model/open-request.ts';

export interface RequestWords {
  title: string;
  /** Each file by name, with its address or its size. */
  files: { name: string; detail: string }[];
  /** What happens, and what has not happened yet. */
  explanation: string;
  /** On the button; null where there is nothing to open. */
  agree: string | null;
  dismiss: string;
}

export function requestWords(request: OpenRequest): RequestWords {
  return request.kind === 'link' ? linkWords(request.files, request.refusals.length) : messageWords(request);
}

function linkWords(files: Extract<OpenRequest, { kind: 'link' }>['files'], refused: number): RequestWords {
  const hosts = [...new Set(files.map(({ host }) => host))];
  const where = hosts.length === 1 ? hosts[0] : formatQuantity(hosts.length, 'host');
  const what = files.length === 1 ? files[0].name : formatQuantity(files.length, 'file');
  if (files.length === 0) {
    return {
      title: 'This link names nothing that can be opened',
      files: [],
      explanation: refused === 1 ? 'Its address was not used:' : 'Its addresses were not used:',
      agree: null,
      dismiss: 'Close',
    };
  }
  return {
    title: files.length === 1 ? `This link names a file on ${where}` : `This link names ${what} on ${where}`,
    files: files.map(({ name, url }) => ({ name, detail: url })),
    explanation:
      'Nothing has been fetched yet. The host will see that somebody at your network address asks for it; no ' +
      'cookies, no password and not the address of this page go along. It is read in this browser.',
    agree: `Fetch ${what} from ${where}`,
    dismiss: 'Not now',
  };
}

function messageWords({ origin, files }: Extract<OpenRequest, { kind: 'message' }>): RequestWords {
  const where = origin === 'null' || origin === '' ? 'A page without an address of its own' : origin;
  const what = files.length === 1 ? files[0].name : formatQuantity(files.length, 'file');
  return {
    title: `${where} has sent ${files.length === 1 ? 'a file' : what}`,
    files: files.map(({ name, bytes }) => ({ name, detail: formatBytes(bytes) })),
    explanation: 'It has not been read yet. It will be read in this browser, and nothing is sent back to that page.',
    agree: `Open ${what}`,
    dismiss: 'Discard',
  };
}
