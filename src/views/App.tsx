import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { OpenedProfile } from '../state/app-state.ts';
import { showsTexts } from '../state/message-state.ts';
import { isShareable } from '../state/link-state.ts';
import { appStore, useAppState } from '../state/store.ts';
import { DropOverlay } from './drop/DropOverlay.tsx';
import { watchLetterKeys } from './common/letter-keys.ts';
import { Header } from './header/Header.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { Landing } from './landing/Landing.tsx';
import { lazyPart } from './common/LazyPart.tsx';
import { LinkNotice } from './link/LinkNotice.tsx';
import { SummaryNotice } from './link/SummaryNotice.tsx';
import { Loading } from './loading/Loading.tsx';
import { MainScreen } from './MainScreen.tsx';
import { FailureBand } from './oom/FailureBand.tsx';
import { PasteNotice } from './oom/PasteNotice.tsx';
import { ThirdDialog } from './compare/ThirdDialog.tsx';
import { ReduceDialog } from './reduce/ReduceDialog.tsx';
import { Refused } from './refused/Refused.tsx';
import { UpdateNotice } from './update/UpdateNotice.tsx';
import { RequestPanel } from './request/RequestPanel.tsx';
import { ShareDialog } from './share/ShareDialog.tsx';

// What the landing page does not need comes while the first file is read.
const CompareScreen = lazyPart(async () => (await import('./CompareScreen.tsx')).CompareScreen);
const loadDumpScreen = () => import('./DumpScreen.tsx');
const loadOomScreen = () => import('./OomScreen.tsx');
const DumpScreen = lazyPart(async () => (await loadDumpScreen()).DumpScreen);
const OomScreen = lazyPart(async () => (await loadOomScreen()).OomScreen);

/** The frame of the page: the header, one of its screens, and the drop target over all of it. */
export function App(): ReactNode {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isReduceOpen, setIsReduceOpen] = useState(false);
  const openHelp = (): void => setIsHelpOpen(true);
  const [isShareOpen, setIsShareOpen] = useState(false);
  const openShare = (): void => setIsShareOpen(isShareable(appStore.getState()));
  useEffect(() => watchLetterKeys({ '?': () => setIsHelpOpen(true), S: openShare }), []);
  return (
    <div className="app">
      <Header onHelp={openHelp} onReduce={() => setIsReduceOpen(true)} onShare={openShare} />
      <LinkNotice />
      <SummaryNotice />
      <RequestPanel />
      <PasteNotice />
      <UpdateNotice />
      <Screen />
      <DropOverlay />
      <HelpDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <ShareDialog isOpen={isShareOpen} onClose={() => setIsShareOpen(false)} />
      <ThirdDialog />
      <ReduceDialog isOpen={isReduceOpen} onClose={() => setIsReduceOpen(false)} />
    </div>
  );
}

function Screen(): ReactNode {
  const status = useAppState((state) => state.status);
  const profile = useAppState((state) => state.profile);
  const comparison = useAppState((state) => state.comparison);
  const isAboutTexts = useAppState(showsTexts);
  useEffect(() => {
    if (status === 'loading') void Promise.allSettled([loadDumpScreen(), loadOomScreen()]);
  }, [status]);
  switch (status) {
    case 'landing':
      return <Landing />;
    case 'loading':
      return <Loading />;
    case 'refused':
      return <Refused />;
    case 'open':
      if (isAboutTexts) return <OomScreen />;
      if (comparison !== null) return <CompareScreen key={comparison.generation} open={comparison} />;
      return profile === null ? <Landing /> : <OpenScreen profile={profile} />;
  }
}

function OpenScreen({ profile }: { profile: OpenedProfile }): ReactNode {
  return (
    <>
      <FailureBand />
      <Content profile={profile} />
    </>
  );
}

function Content({ profile }: { profile: OpenedProfile }): ReactNode {
  const { content } = profile;
  switch (content.kind) {
    case 'trace':
      return <MainScreen profile={profile} summary={content.summary} />;
    case 'dumps':
      return <DumpScreen key={profile.generation} profile={profile} dumps={content.dumps} />;
  }
}
