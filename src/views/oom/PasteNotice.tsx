import type { ReactNode } from 'react';
import { useAppState } from '../../state/store.ts';

/** Why a paste changed nothing. What was open stays as it is. */
export function PasteNotice(): ReactNode {
  const notice = useAppState((state) => state.notice);
  const showNotice = useAppState((state) => state.showNotice);
  return (
    <div role="status">
      {notice !== null && (
        <p className="paste-notice">
          <span>{notice}</span>
          <button type="button" className="button small" onClick={() => showNotice(null)}>
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}
