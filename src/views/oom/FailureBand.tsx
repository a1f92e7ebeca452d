import type { ReactNode } from 'react';
import { formatQuantity } from '../../model/format.ts';
import { gravestFirst, incidentHeadline } from '../../model/incident-headline.ts';
import { failedRequest } from '../../state/failed-request.ts';
import { useAppState } from '../../state/store.ts';
import { failedRequestText } from './failed-request-words.ts';

/** Over an open profile: what the texts that came with it say, in one line, and the way to their explanation. */
export function FailureBand(): ReactNode {
  const messages = useAppState((state) => state.messages);
  const showMessages = useAppState((state) => state.showMessages);
  // Of the allocator that is shown, so that it changes with it; a text, because equal texts need no new picture.
  const againstProfile = useAppState((state) => {
    const request = failedRequest(state);
    return request === null ? '' : failedRequestText(request);
  });
  if (messages.length === 0) return null;
  const incidents = messages.flatMap(({ reading }) => reading.incidents);
  const gravest = gravestFirst(incidents).at(0);
  const others = incidents.length - 1;
  return (
    <section className="failure-band" aria-label="Error text">
      {gravest === undefined ? (
        <p>{`Memory counters from ${messages[0].file}`}</p>
      ) : (
        <p>
          <strong>{incidentHeadline(gravest)}</strong> {gravest.reason}
          {againstProfile !== '' && ` ${againstProfile}`}
          {others > 0 && ` And ${formatQuantity(others, 'more failure or warning', 'more failures or warnings')}.`}
        </p>
      )}
      <button type="button" className="button" onClick={() => showMessages(true)}>
        Explain the error text
      </button>
    </section>
  );
}
