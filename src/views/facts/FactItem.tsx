import { useId } from 'react';
import type { ReactNode } from 'react';
import { useCopy } from '../common/use-copy.ts';
import type { CopyState } from '../common/use-copy.ts';
import type { Fact } from './facts-of.ts';

const HINTS: Record<CopyState, string> = {
  idle: 'Click to copy the exact value',
  copied: 'Copied',
  failed: 'Copying is not allowed here',
};

/** A number; on hover and focus its exact value and its meaning, on click the exact value in the clipboard. */
export function FactItem({ fact }: { fact: Fact }): ReactNode {
  const id = useId();
  const { state, copy } = useCopy(fact.exact);
  return (
    <li className={`fact fact-${fact.key}`}>
      <button type="button" className="fact-button" aria-describedby={id} title={fact.exact} onClick={copy}>
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
