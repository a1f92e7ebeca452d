import type { ReactNode } from 'react';
import { KeyHelp } from '../common/KeyHelp.tsx';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'previous, next step'],
  ['p', 'window peak'],
  ['n b', 'next, previous peak'],
  ['w s', 'closer, further (also + −, and the wheel)'],
  ['a d', 'earlier, later (also Shift and drag)'],
  ['drag', 'show only that range'],
  ['y', 'fit the size axis to the visible range'],
  ['0', 'whole capture (also double click)'],
];

export function TimelineKeys(): ReactNode {
  return <KeyHelp keys={KEYS} note="They work while the curve has the focus; the wheel also with Ctrl." />;
}
