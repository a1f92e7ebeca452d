import type { ReactNode } from 'react';
import type { ProfileTitle } from '../../state/app-state.ts';
import { openTitle } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { CutName } from '../common/CutName.tsx';
import { useSession } from '../common/session.ts';
import { CompareControls } from './CompareControls.tsx';
import { OpenMenu } from './OpenMenu.tsx';
import { RunChoice } from './RunChoice.tsx';
import { ShareMenu } from './ShareMenu.tsx';
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
  const title = openTitle({ profile, comparison, messages });
  return (
    <header className="header">
      <a
        className="logo"
        href="./"
        title={`Highwater ${__HIGHWATER_BUILD__}`}
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
          <span className="chip" title={`${title.path}, ${title.detail}`}>
            <TitleName title={title} />
            <span className="chip-detail">{title.detail}</span>
          </span>
          {profile !== null && profile.runs.length > 1 && <RunChoice runs={profile.runs} />}
        </>
      )}
      <span className="header-space" />
      {isOpen && title !== null && (
        <>
          <OpenMenu />
          {profile !== null && <CompareControls />}
          <ShareMenu onLink={onShare} onReduce={onReduce} />
        </>
      )}
      <button type="button" className="button" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        ?
      </button>
      <ThemeToggle />
    </header>
  );
}

function TitleName({ title: { name, pair } }: { title: ProfileTitle }): ReactNode {
  if (pair === undefined) return <CutName name={name} />;
  const [first, second] = pair;
  return (
    <>
      <CutName name={first} other={second} />
      <span className="chip-detail">and</span>
      <CutName name={second} other={first} />
    </>
  );
}
