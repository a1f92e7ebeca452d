import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSession } from '../common/session.ts';

/** The whole page is the drop target, and files and texts can be pasted. Shows a sheet over the page while files hang over it. */
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
        const { clipboardData } = event;
        if (clipboardData === null) return;
        // Copied files bring their names along as text.
        if (clipboardData.files.length > 0) {
          event.preventDefault();
          session.openTransfer(clipboardData);
          return;
        }
        const text = clipboardData.getData('text/plain');
        if (text.trim() === '' || takesText(event.target)) return;
        event.preventDefault();
        session.openText(text);
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

/** A field that the user writes in has the first claim on what is pasted. */
function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
