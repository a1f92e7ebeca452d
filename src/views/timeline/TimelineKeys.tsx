import type { ReactNode } from 'react';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { TIMELINE_KEYS } from './timeline-keys.ts';

export function TimelineKeys(): ReactNode {
  return <KeyHelp keys={TIMELINE_KEYS} note="They work while the curve has the focus; the wheel also with Ctrl." />;
}
