import type { ReactNode } from 'react';
import { profileTitle } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { OpenControls } from '../common/OpenControls.tsx';
import { useSession } from '../common/session.ts';
import { RunChoice } from './RunChoice.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

export function Header(): ReactNode {
  const session = useSession();
  const isOpen = useAppState((state) => state.status === 'open');
  const profile = useAppState((state) => state.profile);
  const title = profile === null ? null : profileTitle(profile);
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
      {isOpen && profile !== null && title !== null && (
        <>
          <span className="chip" title={`${title.name}, ${title.detail}`}>
            <span className="chip-name">{title.name}</span>
            <span className="chip-detail">{title.detail}</span>
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
