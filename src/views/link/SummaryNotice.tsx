import type { ReactNode } from 'react';
import { missingFiles } from '../../state/linked-state.ts';
import { useAppState } from '../../state/store.ts';
import { listed } from '../common/listed.ts';
import { useSession } from '../common/session.ts';

/** What is on the screen came in a link, and is less than its file has; or what was dropped is not that file. */
export function SummaryNotice(): ReactNode {
  const missing = useAppState((state) => (state.status === 'open' ? listed(missingFiles(state)) : ''));
  const count = useAppState((state) => missingFiles(state).length);
  const isPair = useAppState((state) => state.comparison !== null);
  const others = useAppState((state) => state.linked?.others ?? null);
  return (
    <div aria-live="polite">
      {missing !== '' && others === null && (
        <p className="summary-notice">
          <strong>This is a summary from a link</strong>
          {`: drop ${missing} for the rest. ${isPair ? 'Peaks, totals, findings and' : 'Peak, total, findings and'} the boxes that are shown are exact; ${
            count > 1 ? 'the files themselves are' : 'the file itself is'
          } not in it.`}
        </p>
      )}
      {missing !== '' && others !== null && <Others names={others} missing={missing} isPair={isPair} />}
    </div>
  );
}

interface OthersProps {
  names: readonly string[];
  missing: string;
  /** The link is of a comparison, beside which there is no room. */
  isPair: boolean;
}

function Others({ names, missing, isPair }: OthersProps): ReactNode {
  const session = useSession();
  const isOne = names.length === 1;
  return (
    <section className="request" aria-labelledby="others-title">
      <h2 id="others-title">
        {isOne ? 'This is not the file that the link was made of: ' : 'None of these is a file that the link was made of: '}
        {listed(names)}
      </h2>
      <p>
        {`The link was made of ${missing}, and files are known by their content, whatever they are called. `}
        {isOne ? 'It' : 'What was dropped'} was not opened: the summary of the link is still shown.
      </p>
      <p className="request-ways">
        <button type="button" className="button primary" onClick={() => session.openOthers()}>
          Open {isOne ? 'it' : 'them'} anyway
        </button>
        {!isPair && (
          <button type="button" className="button" onClick={() => session.compareOthers()}>
            Compare {isOne ? 'it' : 'them'} with the summary
          </button>
        )}
        <button type="button" className="button" onClick={() => session.keepLinked()}>
          Keep the summary
        </button>
      </p>
    </section>
  );
}
