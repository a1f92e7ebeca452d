/** Compares two digests away from the page's thread: their trees may have 100,000 nodes each. */

import { compareDigests } from '../analysis/compare/compare.ts';
import type { CompareReply, CompareRequest } from './compare-client.ts';
import { transferablesOf } from './transferables.ts';

self.onmessage = ({ data }: MessageEvent<CompareRequest>): void => {
  const { id, baseline, candidate } = data;
  const reply = (message: CompareReply, transfer: ArrayBuffer[]): void => self.postMessage(message, { transfer });
  try {
    const comparison = compareDigests(baseline, candidate);
    // Its trees are made anew, and the worker keeps nothing.
    reply({ id, comparison }, transferablesOf(comparison));
  } catch (error) {
    reply({ id, failure: String(error) }, []);
  }
};
