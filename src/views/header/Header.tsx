import type { ReactNode } from 'react';
import { isReducible, openTitle } from '../../state/app-state.ts';
import { isShareable } from '../../state/link-state.ts';
import { isSummaryOnly } from '../../state/linked-state.ts';
import { useAppState } from '../../state/store.ts';
import { OpenControls } from '../common/OpenControls.tsx';
import { useSession } from '../common/session.ts';
import { CompareControls } from './CompareControls.tsx';
import { ReportMenu } from './ReportMenu.tsx';
import { RunChoice } from './RunChoice.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

interface Props {
  onHelp: () => void;
  /** Asks for a smaller file of the open trace. */
  onReduce: () => void;
  onShare: () => void;
}

export function Header({ onHelp, onReduce, onShare }: Props): ReactNode {
  const session = useSession();
  const isOpen = useAppState((state) => state.status === 'open');
  const profile = useAppState((state) => state.profile);
  const messages = useAppState((state) => state.messages);
  const comparison = useAppState((state) => state.comparison);
  const canShare = useAppState(isShareable);
  const isSummary = useAppState(isSummaryOnly);
  const title = openTitle({ profile, comparison, messages });
  return (
    <header className="header">
      <a
        className="logo"
        href="./"
        onClick={(event) => {
          event.preventDefault();
          session.close();
        }}
      >
        <span className="logo-mark" aria-hidden="true" />
        Highwater
      </a>
      {isOpen && title !== null && (
        <>
          <span className="chip" title={`${title.name}, ${title.detail}`}>
            <span className="chip-name">{title.name}</span>
            <span className="chip-detail">{title.detail}</span>
          </span>
          {profile !== null && profile.runs.length > 1 && <RunChoice runs={profile.runs} />}
          {profile !== null && !isSummary && <CompareControls />}
          <OpenControls />
          {isReducible(profile) && !isSummary && (
            <button type="button" className="button small" aria-haspopup="dialog" onClick={onReduce}>
              Reduce…
            </button>
          )}
        </>
      )}
      <span className="header-space" />
      {canShare && (
        <button type="button" className="button small" aria-haspopup="dialog" title="Share a link (Shift S)" onClick={onShare}>
          Share
        </button>
      )}
      {isOpen && (profile !== null || comparison !== null) && <ReportMenu />}
      <button type="button" className="button small" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        ?
      </button>
      <ThemeToggle />
      <span className="build" title="Version and build of this page">
        {__HIGHWATER_BUILD__}
      </span>
    </header>
  );
}
