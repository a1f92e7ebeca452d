import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { isSummaryOnly } from '../../state/linked-state.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';
import { dragsFiles } from './drags-files.ts';

/** The whole page is the drop target, and files and texts can be pasted. Shows a sheet over the page while files hang over it. */
export function DropOverlay(): ReactNode {
  const session = useSession();
  const [over, setOver] = useState<DropZone | null>(null);
  // Beside one profile there is room for another; a link's summary waits for its own file, and any other one is put to the user.
  const canCompare = useAppState((state) => state.status === 'open' && state.profile !== null && !isSummaryOnly(state));
  const isPair = useAppState((state) => state.comparison !== null);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    // Going from one element to another enters the second before it leaves the first: only an empty set is outside.
    const entered = new Set<EventTarget | null>();
    const leave = (): void => {
      entered.clear();
      setOver(null);
    };
    const zoneOf = ({ clientX }: DragEvent): DropZone => (canCompare && clientX > innerWidth / 2 ? 'compare' : 'open');

    document.addEventListener(
      'dragenter',
      (event) => {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        entered.add(event.target);
        setOver(zoneOf(event));
      },
      { signal },
    );
    document.addEventListener(
      'dragover',
      (event) => {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        setOver(zoneOf(event));
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
        if (event.dataTransfer === null || !dragsFiles(event)) return;
        event.preventDefault();
        if (zoneOf(event) === 'compare') session.compareTransfer(event.dataTransfer);
        else session.openTransfer(event.dataTransfer);
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
  }, [session, canCompare]);

  if (over === null) return null;
  return (
    <div className={canCompare ? 'drop-overlay two' : 'drop-overlay'} role="status">
      <div className="drop-zone" data-over={over === 'open'}>
        {canCompare && <strong>Open instead</strong>}
        <p>Drop to open. Nothing leaves this browser.</p>
        {isPair && <p>One more can take the place of one of the two.</p>}
      </div>
      {canCompare && (
        <div className="drop-zone" data-over={over === 'compare'}>
          <strong>Compare with what is open</strong>
          <p>Drop to see what it has more or less.</p>
        </div>
      )}
    </div>
  );
}

type DropZone = 'open' | 'compare';

/** A field that the user writes in has the first claim on what is pasted. */
function takesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
