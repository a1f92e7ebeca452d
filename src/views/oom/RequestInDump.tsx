import type { ReactNode } from 'react';
import { formatBytesBoth, formatCount } from '../../model/format.ts';
import type { DumpRequestMatch } from '../../model/oom-match.ts';
import type { OpenedDumps } from '../../model/snapshot.ts';
import type { StatedRequest } from '../../state/failed-request.ts';
import { useAppState } from '../../state/store.ts';
import { useAnswer } from '../common/use-answer.ts';
import { WideTable } from './WideTable.tsx';

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
    <>
      <WideTable label="Buffers of the size of the request">
        <table className="numbers">
          <caption>Buffers of its size</caption>
          <thead>
            <tr>
              <th scope="col">Call site</th>
              <th scope="col">File</th>
              <th scope="col">Lines</th>
              <th scope="col">Buffers</th>
              <th scope="col">Held in all</th>
            </tr>
          </thead>
          <tbody>
            {sites.map(({ function: name, file, lines, buffers, bytes }) => (
              <tr key={`${name} ${file}`}>
                <th scope="row">{name === '' ? 'not known' : name}</th>
                <td>{file}</td>
                <td>{lines.join(', ')}</td>
                <td>{formatCount(buffers)}</td>
                <td>{formatBytesBoth(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {unlisted > 0 && <p>{`and ${formatCount(unlisted)} more`}</p>}
    </>
  );
}
