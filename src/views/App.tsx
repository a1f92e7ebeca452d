import type { ReactNode } from 'react';
import type { OpenedProfile } from '../state/app-state.ts';
import { useAppState } from '../state/store.ts';
import { DropOverlay } from './drop/DropOverlay.tsx';
import { DumpScreen } from './DumpScreen.tsx';
import { Header } from './header/Header.tsx';
import { Landing } from './landing/Landing.tsx';
import { LinkNotice } from './link/LinkNotice.tsx';
import { Loading } from './loading/Loading.tsx';
import { MainScreen } from './MainScreen.tsx';
import { Refused } from './refused/Refused.tsx';
import { RequestPanel } from './request/RequestPanel.tsx';

/** The frame of the page: the header, one of four screens, and the drop target over all of it. */
export function App(): ReactNode {
  return (
    <div className="app">
      <Header />
      <LinkNotice />
      <RequestPanel />
      <Screen />
      <DropOverlay />
    </div>
  );
}

function Screen(): ReactNode {
  const status = useAppState((state) => state.status);
  const profile = useAppState((state) => state.profile);
  switch (status) {
    case 'landing':
      return <Landing />;
    case 'loading':
      return <Loading />;
    case 'refused':
      return <Refused />;
    case 'open':
      return profile === null ? <Landing /> : <OpenScreen profile={profile} />;
  }
}

function OpenScreen({ profile }: { profile: OpenedProfile }): ReactNode {
  const { content } = profile;
  switch (content.kind) {
    case 'trace':
      return <MainScreen profile={profile} summary={content.summary} />;
    case 'dumps':
      return <DumpScreen key={profile.generation} profile={profile} dumps={content.dumps} />;
  }
}
