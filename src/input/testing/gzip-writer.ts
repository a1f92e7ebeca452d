/** gzip bytes for tests. */

import { gzip } from 'pako';

/** One member, deterministic. */
export function gzipOf(bytes: Uint8Array, level = 6): Uint8Array<ArrayBuffer> {
  return gzip(bytes, { level });
}
