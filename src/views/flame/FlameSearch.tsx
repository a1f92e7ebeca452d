import { useId } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';

interface Props {
  typed: string;
  /** What was found, or what is wrong with the pattern; empty where nothing is searched. */
  message: string;
  /** What was found, exactly: shown on hover. */
  exact?: string | undefined;
  isFault: boolean;
  input: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  onStep: (step: 1 | -1) => void;
  /** Back to the picture. */
  onLeave: () => void;
}

export function FlameSearch({ typed, message, exact, isFault, input, onType, onStep, onLeave }: Props): ReactNode {
  const messageId = useId();
  const runKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      if (typed !== '') onType('');
      onLeave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flame-search" role="search">
      <input
        ref={input}
        type="search"
        className="field"
        value={typed}
        placeholder="search, or /re/i"
        aria-label="Search frames"
        aria-describedby={messageId}
        aria-invalid={isFault}
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={runKey}
      />
      <span id={messageId} title={exact} className={isFault ? 'flame-fault' : 'flame-found'} role="status">
        {message}
      </span>
    </div>
  );
}
