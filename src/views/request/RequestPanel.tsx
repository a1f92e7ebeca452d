import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { OpenRequest } from '../../model/open-request.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';
import { requestWords } from './request-words.ts';

/** Longer lists say no more than how many there are. */
const MOST_LISTED = 12;

/** What a link or another page wants opened. Nothing happens before the button is pressed. */
export function RequestPanel(): ReactNode {
  const request = useAppState((state) => state.request);
  return <div aria-live="polite">{request !== null && <Request request={request} />}</div>;
}

function Request({ request }: { request: OpenRequest }): ReactNode {
  const session = useSession();
  const { title, files, explanation, agree, dismiss } = requestWords(request);
  const refusals = request.kind === 'message' ? [] : request.refusals;
  const rest = files.length - MOST_LISTED;
  return (
    <section className="request" aria-labelledby="request-title">
      <h2 id="request-title">{title}</h2>
      <ul className="request-files">
        {files.slice(0, MOST_LISTED).map(({ name, detail }, index) => (
          <li key={`${String(index)} ${detail}`}>
            <strong>{name}</strong> <span>{detail}</span>
          </li>
        ))}
        {rest > 0 && <li>{`and ${formatCount(rest)} more`}</li>}
      </ul>
      <p>{explanation}</p>
      {refusals.length > 0 && (
        <ul className="refusals">
          {refusals.map(({ file, reason }) => (
            <li key={`${file} ${reason}`}>
              <p className="refusal-file">{file}</p>
              <p>{reason}</p>
            </li>
          ))}
        </ul>
      )}
      <p className="request-ways">
        {agree !== null && (
          <button type="button" className="button primary" onClick={() => session.openRequested()}>
            {agree}
          </button>
        )}
        <button type="button" className="button" onClick={() => session.dismissRequest()}>
          {dismiss}
        </button>
      </p>
    </section>
  );
}
