/** What each key does while the flame view has the focus. */

import type { BoxMove } from '../../layout/icicle-walk.ts';

export type FlameKeyAction =
  | { kind: 'move'; move: BoxMove }
  | { kind: 'match'; step: 1 | -1 }
  | { kind: 'focus' | 'hide' | 'invert' | 'fold' | 'undo' | 'leave' | 'search' };

const ACTIONS: Record<string, FlameKeyAction | undefined> = {
  ArrowUp: { kind: 'move', move: 'parent' },
  ArrowDown: { kind: 'move', move: 'child' },
  ArrowLeft: { kind: 'move', move: 'previous' },
  ArrowRight: { kind: 'move', move: 'next' },
  Home: { kind: 'move', move: 'root' },
  End: { kind: 'move', move: 'last' },
  Enter: { kind: 'focus' },
  h: { kind: 'hide' },
  i: { kind: 'invert' },
  j: { kind: 'fold' },
  Backspace: { kind: 'undo' },
  Escape: { kind: 'leave' },
  '/': { kind: 'search' },
  f: { kind: 'search' },
  n: { kind: 'match', step: 1 },
  N: { kind: 'match', step: -1 },
};

export function flameKey(key: string): FlameKeyAction | null {
  return ACTIONS[key] ?? null;
}

export const FLAME_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓', 'caller, largest callee'],
  ['← →', 'siblings (also End); Home is the root'],
  ['Enter', 'show this box at full width (also double click)'],
  ['h', 'hide this frame everywhere'],
  ['i', 'innermost frames first, and back'],
  ['j', 'fold frames of JAX and Python, and unfold'],
  ['Backspace', 'undo the last of these (also Esc)'],
  ['/ f', 'search'],
  ['n N', 'next, previous match'],
];
