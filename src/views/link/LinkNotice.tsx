import type { ReactNode } from 'react';
import type { LinkNotice as Notice } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';

const LISTED = 3;

/** What the address describes but cannot show: its files are not open, or it cannot be read. */
export function LinkNotice(): ReactNode {
  const link = useAppState((state) => state.link);
  const dismiss = useAppState((state) => state.dismissLink);
  // While data of the link is read, nobody knows yet whether its view has to wait.
  const isLoading = useAppState((state) => state.status === 'loading');
  if (link === null || isLoading) return null;
  return (
    <div className="link-notice" role="status">
      <p>{textOf(link)}</p>
      <button type="button" className="button small" onClick={dismiss}>
        {link.kind === 'waiting' ? 'Forget it' : 'Dismiss'}
      </button>
    </div>
  );
}

function textOf(link: Notice): string {
  if (link.kind === 'fault') return link.reason;
  const { files } = link.link;
  const names = files.slice(0, LISTED).map((file) => `“${file}”`);
  const others = files.length > LISTED ? ` and ${files.length - LISTED} more` : '';
  const many = files.length > 1 ? 'drop them' : 'drop it';
  return `This link describes ${names.join(', ')}${others}. A link holds no profile: ${many} here to see that view.`;
}
