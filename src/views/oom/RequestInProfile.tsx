import type { ReactNode } from 'react';
import { formatBytesBoth, formatCount } from '../../model/format.ts';
import type { RequestMatch } from '../../model/oom-match.ts';
import { shownAllocator, wholeCapture } from '../../state/app-state.ts';
import { failedRequest } from '../../state/failed-request.ts';
import { useAppState } from '../../state/store.ts';
import { useAnswer } from '../common/use-answer.ts';
import { failedRequestText } from './failed-request-words.ts';
import { OomTable } from './OomTable.tsx';
import { savedSources } from './saved-tables.ts';

/** The failed request against the profile that is open: what was free, and what else there is of its size. */
export function RequestInProfile(): ReactNode {
  const profile = useAppState((state) => state.profile);
  const view = useAppState((state) => state.view);
  const messages = useAppState((state) => state.messages);
  const request = failedRequest({ profile, view, messages });
  const shown = shownAllocator({ profile, view });
  const { answer } = useAnswer(
    'requestMatch',
    request === null || shown === null
      ? null
      : {
          allocator: shown.index,
          query: {
            bytes: request.asked.bytes,
            pm: request.asked.pm ?? 0,
            executable: request.executable,
            moment:
              view.cursor === null
                ? { kind: 'alive-at-peak', ...wholeCapture(shown.summary) }
                : { kind: 'alive', at: view.cursor },
          },
        },
  );
  if (request === null) return null;
  return (
    <section className="oom-in-profile" aria-labelledby="oom-in-profile-title">
      <h2 id="oom-in-profile-title">In the open profile</h2>
      <p>{failedRequestText(request)}</p>
      {answer?.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {answer !== null && answer.sources.length > 0 && <Sources match={answer} />}
    </section>
  );
}

function Sources({ match: { query, sources, unlisted } }: { match: RequestMatch }): ReactNode {
  const alive = query.moment.kind === 'alive' ? 'Alive at the cursor' : 'Alive at the window peak';
  return (
    <OomTable
      name="Allocations of the size of the request"
      caption="Allocations of its size"
      head={['Call site', 'Program', 'Kind', 'Number', alive, 'Held in all']}
      rows={sources.map(({ callSite, program, class: kind, count, aliveAtMoment, held }) => [
        callSite ?? 'not known',
        program ?? '',
        kind,
        formatCount(count),
        formatCount(aliveAtMoment),
        formatBytesBoth(held),
      ])}
      saved={() => savedSources(sources)}
      unlisted={unlisted}
    />
  );
}
