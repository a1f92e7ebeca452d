import { useId } from 'react';
import type { ReactNode } from 'react';
import { useCopy } from './use-copy.ts';
import type { CopyState } from './use-copy.ts';

export interface Fact {
  key: string;
  value: string;
  label: string;
  /** What is copied: exact, with the unit. */
  exact: string;
  /** What the number counts, and what it leaves out. */
  meaning: string;
}

const HINTS: Record<CopyState, string> = {
  idle: 'Click to copy the exact value',
  copied: 'Copied',
  failed: 'Copying is not allowed here',
};

/** A number; on hover and focus its exact value and its meaning, on click the exact value in the clipboard. */
export function FactItem({ fact }: { fact: Fact }): ReactNode {
  const id = useId();
  const { state, copy } = useCopy();
  return (
    <li className={`fact fact-${fact.key}`}>
      <button
        type="button"
        className="fact-button"
        aria-describedby={id}
        title={fact.exact}
        onClick={() => copy(fact.exact)}
      >
        <span className="fact-value">{fact.value}</span>
        <span className="fact-label">{fact.label}</span>
      </button>
      <div id={id} className="fact-more">
        <strong>{fact.exact}</strong>
        <p>{fact.meaning}</p>
        <p className="fact-copy" aria-live="polite">
          {HINTS[state]}
        </p>
      </div>
    </li>
  );
}
