import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Of its style sheet. */
  className?: string;
  /** One that is on the page only while it is wanted is always open. */
  isOpen?: boolean;
  /** Beside the title. */
  tools?: ReactNode;
  /** It was closed: by its button or by Escape. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog of the browser's: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Modal({ title, className = '', isOpen = true, tools, onClose, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element?.open === false) element.showModal();
    if (!isOpen && element?.open === true) element.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className={`modal ${className}`} aria-labelledby={titleId} onClose={onClose}>
      <div className="modal-head">
        <h2 id={titleId}>{title}</h2>
        {tools}
        <button type="button" className="button small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
