import type { ReactNode } from 'react';
import type { BeforeCapture } from '../../model/before-capture.ts';
import { formatBytes, formatExactBytes, formatPercent, formatQuantity } from '../../model/format.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { useAnswer } from '../common/use-answer.ts';

/** What a dump that was dropped with the trace says of the memory from before the capture; nothing without one. */
export function BeforeCapturePanel(): ReactNode {
  const index = useAppState((state) => shownAllocator(state)?.index ?? null);
  const { answer } = useAnswer('beforeCapture', index === null ? null : { allocator: index });
  const match = answer?.match ?? null;
  if (match === null) return null;
  return (
    <section className="before-capture" aria-labelledby="before-capture-title">
      <h2 id="before-capture-title">Before the capture</h2>
      <p>{match.sentence}</p>
      <Sites match={match} />
    </section>
  );
}

function Sites({ match: { sites, unlisted, dump } }: { match: BeforeCapture }): ReactNode {
  return (
    <>
      <table className="numbers">
        <caption>{`Call sites in ${dump}`}</caption>
        <thead>
          <tr>
            <th scope="col">Call site</th>
            <th scope="col">Bytes</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ function: name, file, bytes, share }) => (
            <tr key={`${name ?? ''} ${file}`}>
              <th scope="row" title={file}>
                {name === null ? '(no user code)' : `${baseName(file)}: ${name}`}
              </th>
              <td title={formatExactBytes(bytes)}>{formatBytes(bytes)}</td>
              <td>{formatPercent(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unlisted.sites > 0 && (
        <p>{`and ${formatQuantity(unlisted.sites, 'more call site')}, ${formatBytes(unlisted.bytes)}`}</p>
      )}
    </>
  );
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
