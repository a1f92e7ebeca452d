import type { ChangeEvent, ReactNode, RefObject } from 'react';
import { useSession } from './session.ts';

interface Props {
  files: RefObject<HTMLInputElement | null>;
  folder: RefObject<HTMLInputElement | null>;
}

/** The browser's pickers of files and of a folder, for the buttons that click them. */
export function FilePickers({ files, folder }: Props): ReactNode {
  const session = useSession();
  const open = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = Array.from(event.target.files ?? []);
    // Without this the same file could not be chosen twice in a row.
    event.target.value = '';
    if (chosen.length > 0) session.openFiles(chosen);
  };
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label="Profile files" onChange={open} />
      <input ref={folder} type="file" multiple hidden webkitdirectory="" aria-label="Profile folder" onChange={open} />
    </>
  );
}
