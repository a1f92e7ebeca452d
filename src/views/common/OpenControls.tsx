import { useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { useSession } from './session.ts';

/** The file and folder pickers. `prominent` is for the landing page, where opening is all there is to do. */
export function OpenControls({ prominent = false }: { prominent?: boolean }): ReactNode {
  const session = useSession();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const open = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = Array.from(event.target.files ?? []);
    // Without this the same file could not be chosen twice in a row.
    event.target.value = '';
    if (chosen.length > 0) session.openFiles(chosen);
  };
  return (
    <span className="open-controls">
      <button
        type="button"
        className={prominent ? 'button primary' : 'button'}
        onClick={() => files.current?.click()}
      >
        {prominent ? 'Open files' : 'Open another'}
      </button>
      <button type="button" className="button" onClick={() => folder.current?.click()}>
        Open a folder
      </button>
      <input ref={files} type="file" multiple hidden aria-label="Profile files" onChange={open} />
      <input ref={folder} type="file" multiple hidden webkitdirectory="" aria-label="Profile folder" onChange={open} />
    </span>
  );
}
