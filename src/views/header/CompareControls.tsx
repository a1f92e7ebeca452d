import { useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { useSession } from '../common/session.ts';

/** Puts another profile beside the one that is open. */
export function CompareControls(): ReactNode {
  const session = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const compare = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = Array.from(event.target.files ?? []);
    // Without this the same file could not be chosen twice in a row.
    event.target.value = '';
    if (chosen.length > 0) session.compareFiles(chosen);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => picker.current?.click()}>
        Compare with…
      </button>
      <input ref={picker} type="file" multiple hidden aria-label="Profile to compare with" onChange={compare} />
    </>
  );
}
