import type { ReactNode } from 'react';
import { formatBytesBoth, formatCount } from '../../model/format.ts';
import type { DumpRequestMatch } from '../../model/oom-match.ts';
import type { OpenedDumps } from '../../model/snapshot.ts';
import type { StatedRequest } from '../../state/failed-request.ts';
import { useAppState } from '../../state/store.ts';
import { useAnswer } from '../common/use-answer.ts';
import { OomTable } from './OomTable.tsx';
import { savedSites } from './saved-tables.ts';

interface Props {
  dumps: OpenedDumps;
  request: StatedRequest;
}

/** The failed request against the dump that is open: who holds buffers of its size. */
export function RequestInDump({ dumps, request: { asked } }: Props): ReactNode {
  const chosen = useAppState((state) => state.view.dump.shown) ?? null;
  const name = chosen !== null && dumps.names.includes(chosen) ? chosen : dumps.names[dumps.shown];
  const { answer } = useAnswer('dumpRequestMatch', { name, bytes: asked.bytes, pm: asked.pm ?? 0 });
  const match = answer?.match ?? null;
  if (match === null) return null;
  return (
    <section className="oom-in-profile" aria-labelledby="oom-in-profile-title">
      <h2 id="oom-in-profile-title">{`In ${name}`}</h2>
      {match.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {match.sites.length > 0 && <Sites match={match} />}
    </section>
  );
}

function Sites({ match: { sites, unlisted } }: { match: DumpRequestMatch }): ReactNode {
  return (
    <OomTable
      name="Buffers of the size of the request"
      caption="Buffers of its size"
      head={['Call site', 'File', 'Lines', 'Buffers', 'Held in all']}
      rows={sites.map(({ function: name, file, lines, buffers, bytes }) => [
        name === '' ? 'not known' : name,
        file,
        lines.join(', '),
        formatCount(buffers),
        formatBytesBoth(bytes),
      ])}
      saved={() => savedSites(sites)}
      unlisted={unlisted}
    />
  );
}
