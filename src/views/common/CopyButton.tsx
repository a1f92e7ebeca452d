import type { ReactNode } from 'react';
import { useCopy } from './use-copy.ts';

const WORDS = { idle: 'Copy', copied: 'Copied', failed: 'Not allowed here' } as const;

/** `label` says to a screen reader what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const { state, copy } = useCopy();
  return (
    <button
      type="button"
      className="button small"
      aria-label={state === 'idle' ? label : WORDS[state]}
      onClick={() => copy(text)}
    >
      {WORDS[state]}
    </button>
  );
}
