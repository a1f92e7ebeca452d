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
  switch (request.kind) {
    case 'link':
      return linkWords(request.files, request.refusals.length);
    case 'pair':
      return pairWords(request);
    case 'message':
      return messageWords(request);
  }
}

/** What the host learns of it, and what it does not. */
const NOTHING_YET =
  'Nothing has been fetched yet. The host will see that somebody at your network address asks for it; no ' +
  'cookies, no password and not the address of this page go along. It is read in this browser.';
const NOTHING_YET_OF_TWO =
  'Nothing has been fetched yet. Each host will see that somebody at your network address asks for its file; no ' +
  'cookies, no password and not the address of this page go along. Both are read in this browser.';

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
    explanation: NOTHING_YET,
    agree: `Fetch ${what} from ${where}`,
    dismiss: 'Not now',
  };
}

function pairWords({ baseline, candidate, refusals }: Extract<OpenRequest, { kind: 'pair' }>): RequestWords {
  if (baseline === null || candidate === null) {
    const left = [baseline, candidate].filter((file) => file !== null);
    return linkWords(left, refusals.length);
  }
  const hosts = [...new Set([baseline.host, candidate.host])].join(' and ');
  return {
    title: `This link compares two files on ${hosts}`,
    files: [
      { name: baseline.name, detail: `baseline: ${baseline.url}` },
      { name: candidate.name, detail: `candidate: ${candidate.url}` },
    ],
    explanation: NOTHING_YET_OF_TWO,
    agree: `Fetch both from ${hosts} and compare`,
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
