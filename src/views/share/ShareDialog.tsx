import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { DataLink, dataLink } from '../../share/data-link.ts';
import type { Digests } from '../../share/digest-link/reduce.ts';
import type { Disguise } from '../../share/disguise.ts';
import { linkOf } from '../../state/link-state.ts';
import { appStore } from '../../state/store.ts';
import { CopyButton } from '../common/CopyButton.tsx';
import { linkPage } from '../common/link-page.ts';
import { Modal } from '../common/Modal.tsx';
import { openDigests } from '../common/open-digests.ts';
import { useSession } from '../common/session.ts';
import { contentsOf, NOT_INSIDE } from './share-words.ts';
import '../../styles/share.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** A link that carries what is open. What will be in it is listed before it is copied. */
export function ShareDialog({ isOpen, onClose }: Props): ReactNode {
  return (
    <Modal className="share" title="Share a link" isOpen={isOpen} onClose={onClose}>
      {isOpen && <Sharing />}
    </Modal>
  );
}

const NOTHING = 'What is open has no numbers that a link could carry.';
const FAILED = 'This part of the page could not be fetched. Reload the page and try again.';

function Sharing(): ReactNode {
  const session = useSession();
  const [disguise, setDisguise] = useState<Disguise>({ shortensPaths: false, replacesNames: false });
  const [digests, setDigests] = useState<Digests | null>(null);
  const [encoder, setEncoder] = useState<{ dataLink: typeof dataLink } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { page, note } = linkPage(location, __HIGHWATER_SHARE_ORIGIN__);

  useEffect(() => {
    let isGone = false;
    const find = async (): Promise<void> => {
      const found = await openDigests(session.ask, appStore.getState());
      const identified = found === null ? null : await session.identified(found);
      if (isGone) return;
      setDigests(identified);
      if (identified === null) setFault(NOTHING);
    };
    void find();
    return () => {
      isGone = true;
    };
  }, [session]);

  useEffect(() => {
    import('../../share/data-link.ts').then(setEncoder, () => setFault(FAILED));
  }, []);
  // With the choice and not after it: a link that is copied at once must not say more than was just chosen.
  const link = useMemo(() => {
    if (digests === null || encoder === null) return null;
    return encoder.dataLink(digests, { page, view: linkOf(appStore.getState()), disguise });
  }, [digests, encoder, disguise, page]);

  if (fault !== null) return <p role="alert">{fault}</p>;
  if (link === null) return <p aria-busy="true">Reading what is open…</p>;
  return (
    <>
      <p>
        The link itself carries the summary that is listed here: nothing is uploaded, and no server sees what follows the
        # of an address. Whoever has the link can read what is in it.
      </p>
      <div className="share-link">
        <input className="field" aria-label="Link" readOnly value={link.url} onFocus={(event) => event.target.select()} />
        <CopyButton text={link.url} label="Copy link" />
      </div>
      <p role="status" className="share-length">
        {`${formatCount(link.url.length)} characters.`} {note}
      </p>
      <Contents link={link} />
      <fieldset className="share-choices">
        <legend>Say less</legend>
        <Toggle
          label="Shorten paths"
          explanation="to the names of files, without folders"
          isOn={disguise.shortensPaths}
          onChange={(shortensPaths) => setDisguise({ ...disguise, shortensPaths })}
        />
        <Toggle
          label="Replace names"
          explanation="of functions, files, programs and hosts, each by one pseudonym throughout"
          isOn={disguise.replacesNames}
          onChange={(replacesNames) => setDisguise({ ...disguise, replacesNames })}
        />
      </fieldset>
    </>
  );
}

function Contents({ link }: { link: DataLink }): ReactNode {
  return (
    <section aria-labelledby="share-contents">
      <h3 id="share-contents">What is in the link</h3>
      <dl className="share-contents">
        {contentsOf(link.digests, link.names).map(({ what, examples }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{examples}</dd>
          </div>
        ))}
      </dl>
      <p>{NOT_INSIDE}</p>
      {link.leftOut.length > 0 && <p>{`Left out to keep it short: ${link.leftOut.join('; ')}.`}</p>}
    </section>
  );
}

interface ToggleProps {
  label: string;
  explanation: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Toggle({ label, explanation, isOn, onChange }: ToggleProps): ReactNode {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label} <span>{explanation}</span>
    </label>
  );
}
