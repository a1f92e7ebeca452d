import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { openTitle } from '../state/app-state.ts';
import { failedRequestBesideDumps } from '../state/failed-request.ts';
import { useAppState } from '../state/store.ts';
import { OomMessages } from './oom/OomMessages.tsx';
import { RequestInDump } from './oom/RequestInDump.tsx';
import { RequestInProfile } from './oom/RequestInProfile.tsx';
import { Problems } from './problems/Problems.tsx';

/** Texts about memory that ran out, explained. A profile that is open waits behind them. */
export function OomScreen(): ReactNode {
  const messages = useAppState((state) => state.messages);
  const refusals = useAppState((state) => state.refusals);
  const profile = useAppState((state) => state.profile);
  // What is behind the texts: a profile, or two that are compared.
  const behind = useAppState((state) => openTitle({ ...state, messages: [] })?.name ?? null);
  const showMessages = useAppState((state) => state.showMessages);
  const markDrawn = useAppState((state) => state.markDrawn);
  useEffect(() => markDrawn(), [messages, markDrawn]);
  const besideDumps = failedRequestBesideDumps({ profile, messages });
  const problems = refusals.map(({ file, reason }) => ({ where: file, sentence: reason, count: 1 }));
  return (
    <main className="oom-screen">
      <div className="oom-top">
        <h1>Memory that ran out, explained</h1>
        {behind !== null && (
          <button type="button" className="button" onClick={() => showMessages(false)}>
            {`Back to ${behind}`}
          </button>
        )}
      </div>
      <RequestInProfile />
      {besideDumps !== null && profile?.content.kind === 'dumps' && (
        <RequestInDump dumps={profile.content.dumps} request={besideDumps} />
      )}
      <OomMessages messages={messages} />
      {problems.length > 0 && <Problems problems={problems} />}
    </main>
  );
}
