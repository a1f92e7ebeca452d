/** What each key does on the blocks. */

import type { BlockMove } from '../../layout/blocks-hit.ts';

export type BlocksAction =
  | { kind: 'move'; move: BlockMove }
  /** Sets the cursor to where the selected block begins. */
  | { kind: 'go-to-start' }
  /** Shows the selected block's lifetime. */
  | { kind: 'show-lifetime' }
  | { kind: 'deselect' }
  | { kind: 'zoom'; factor: number }
  | { kind: 'pan'; share: number }
  | { kind: 'show-all' };

const ZOOM = 0.7;
const PAN = 0.15;

const ACTIONS: Record<string, BlocksAction | undefined> = {
  ArrowRight: { kind: 'move', move: 'next' },
  ArrowLeft: { kind: 'move', move: 'previous' },
  ArrowUp: { kind: 'move', move: 'above' },
  ArrowDown: { kind: 'move', move: 'below' },
  Home: { kind: 'move', move: 'first' },
  End: { kind: 'move', move: 'last' },
  l: { kind: 'move', move: 'largest' },
  Enter: { kind: 'go-to-start' },
  f: { kind: 'show-lifetime' },
  Escape: { kind: 'deselect' },
  w: { kind: 'zoom', factor: ZOOM },
  '+': { kind: 'zoom', factor: ZOOM },
  '=': { kind: 'zoom', factor: ZOOM },
  s: { kind: 'zoom', factor: 1 / ZOOM },
  '-': { kind: 'zoom', factor: 1 / ZOOM },
  a: { kind: 'pan', share: -PAN },
  d: { kind: 'pan', share: PAN },
  '0': { kind: 'show-all' },
};

/** Null where the key means nothing here. */
export function blocksKey(key: string): BlocksAction | null {
  return ACTIONS[key] ?? null;
}

export const BLOCKS_KEYS = [
  ['← →', 'the block that began before, after'],
  ['↑ ↓', 'the block above, below'],
  ['Home End', 'the first, the last block'],
  ['l', 'the largest at the cursor'],
  ['Enter', 'cursor to where the block begins'],
  ['f', 'show the lifetime of the block'],
  ['Esc', 'select nothing'],
  ['w s', 'closer, further'],
  ['a d', 'earlier, later'],
  ['0', 'the whole capture'],
] as const;
