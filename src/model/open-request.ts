/** What a link or another page wants opened, as it is put to the user. Nothing of it is fetched or read before a click. */

import type { Refusal } from './problems.ts';
import type { Bytes } from './units.ts';

/** A file that a link names. */
export interface RemoteFile {
  /** Absolute, without a fragment. */
  url: string;
  /** As the browser contacts it: in punycode, with a port where there is one. */
  host: string;
  /** The last part of the path. */
  name: string;
}

/** The files of a link (`#open=…`). */
export interface LinkRequest {
  kind: 'link';
  files: RemoteFile[];
  /** Addresses that are not fetched, each with the reason. */
  refusals: Refusal[];
}

/** Two profiles that a link wants compared (`#a=…&b=…`). */
export interface PairRequest {
  kind: 'pair';
  /** Null where the address is not fetched: then the other one opens by itself. */
  baseline: RemoteFile | null;
  candidate: RemoteFile | null;
  /** Addresses that are not fetched, each with the reason. */
  refusals: Refusal[];
}

/** Files that another page has sent by `postMessage`. */
export interface MessageRequest {
  kind: 'message';
  /** As the browser states it: `https://example.org`, or `null` for a page without one. */
  origin: string;
  files: { name: string; bytes: Bytes }[];
}

export type OpenRequest = LinkRequest | PairRequest | MessageRequest;
