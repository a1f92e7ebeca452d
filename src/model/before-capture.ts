/** A dump that was dropped with a trace, held against what an allocator had in use when the capture began. */

import type { FlameGrouping, FlameTree } from './flame.ts';
import type { Bytes, Fraction } from './units.ts';

export interface BeforeCapture {
  /** The dump, as dropped. */
  dump: string;
  /** As the dump writes it: `cuda:0`. */
  device: string;
  buffers: number;
  /** Of the device's buffers, each rounded up as the allocator does. */
  bytes: Bytes;
  /** What the allocator had in use before its first event. */
  inUseBefore: Bytes;
  /** Both are the same number, so that the dump names the memory. */
  agrees: boolean;
  /** The same in plain words. */
  sentence: string;
  /** Who asked for it, by bytes, the most first. */
  sites: BeforeCaptureSite[];
  /** In sites that are not listed. */
  unlisted: { sites: number; bytes: Bytes };
}

export interface BeforeCaptureSite {
  /** First frame of user code; null where there is none. */
  function: string | null;
  file: string;
  bytes: Bytes;
  share: Fraction;
}

/** The dump's buffers as trees that add up to `BeforeCapture.bytes`, for the groupings that a dump can tell. */
export type BeforeCaptureTrees = Partial<Record<FlameGrouping, FlameTree>>;
