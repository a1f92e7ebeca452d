import type { ReactNode } from 'react';
import { formatBytes } from '../../model/format.ts';
import { useAppState } from '../../state/store.ts';
import { OpenControls } from '../common/OpenControls.tsx';
import { useSession } from '../common/session.ts';
import { RunChoice } from './RunChoice.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

export function Header(): ReactNode {
  const session = useSession();
  const isOpen = useAppState((state) => state.status === 'open');
  const profile = useAppState((state) => state.profile);
  const source = profile?.summary.source;
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
      {isOpen && profile !== null && source !== undefined && (
        <>
          <span className="chip" title={`${source.name}, ${formatBytes(source.bytes)}`}>
            <span className="chip-name">{source.name}</span>
            <span className="chip-detail">{formatBytes(source.bytes)}</span>
          </span>
          {profile.runs.length > 1 && <RunChoice runs={profile.runs} />}
          <OpenControls />
        </>
      )}
      <span className="header-space" />
      <ThemeToggle />
      <span className="build" title="Version and build of this page">
        {__HIGHWATER_BUILD__}
      </span>
    </header>
  );
}
