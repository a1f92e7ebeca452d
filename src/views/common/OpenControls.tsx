import { useRef } from 'react';
import type { ReactNode } from 'react';
import { FilePickers } from './FilePickers.tsx';

/** The two ways to open where opening is all there is to do. */
export function OpenControls(): ReactNode {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <span className="open-controls">
      <button type="button" className="button primary" onClick={() => files.current?.click()}>
        Open files
      </button>
      <button type="button" className="button" onClick={() => folder.current?.click()}>
        Open a folder
      </button>
      <FilePickers files={files} folder={folder} />
    </span>
  );
}
