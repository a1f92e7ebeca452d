import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../common/session.ts';

/** The whole page is the drop target, and files can be pasted. Shows a sheet over the page while files hang over it. */
export function DropOverlay(): ReactNode {
  const session = useSession();
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // Going from one element to another enters the second before it leaves the first: only an empty set is outside.
    const entered = new Set<EventTarget | null>();
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const leave = (): void => {
      entered.clear();
      setIsOver(false);
    };

    document.addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        entered.add(event.target);
        setIsOver(true);
      },
      { signal },
    );
    document.addEventListener(
      'dragover',
      (event) => {
        if (hasFiles(event)) event.preventDefault();
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        entered.delete(event.target);
        if (entered.size === 0) leave();
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        leave();
        if (event.dataTransfer === null || !hasFiles(event)) return;
        event.preventDefault();
        session.openTransfer(event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        if (event.clipboardData === null || event.clipboardData.files.length === 0) return;
        event.preventDefault();
        session.openTransfer(event.clipboardData);
      },
      { signal },
    );
    return () => listeners.abort();
  }, [session]);

  return isOver ? (
    <div className="drop-overlay" role="status">
      <p>Drop to open. Nothing leaves this browser.</p>
    </div>
  ) : null;
}
