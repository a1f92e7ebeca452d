/** What the user has typed, as numbers. */

import type { DepthFigures, MemoryFigures } from '../../model/projection.ts';

/** A profile with its number of blocks as typed. */
export interface TypedDepth {
  figures: MemoryFigures;
  depth: string;
}

/** A whole number of blocks, 1 to 100,000; null for anything else. */
export function blocksOf(typed: string): number | null {
  const blocks = /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : 0;
  return blocks >= 1 && blocks <= 100_000 ? blocks : null;
}

/** The profiles with their numbers; null while one of them has none. */
export function depthFigures(typed: readonly TypedDepth[]): DepthFigures[] | null {
  const figures = typed.flatMap(({ figures: one, depth }) => {
    const blocks = blocksOf(depth);
    return blocks === null ? [] : [{ ...one, depth: blocks }];
  });
  return figures.length === typed.length ? figures : null;
}
