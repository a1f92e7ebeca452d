import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Sample } from '../common/session.ts';
import { useSession } from '../common/session.ts';
import { comparedSamples, listSamples } from './samples.ts';

export function Samples(): ReactNode {
  const session = useSession();
  const [samples, setSamples] = useState<Sample[]>([]);
  useEffect(() => {
    let isGone = false;
    void listSamples().then((listed) => {
      if (!isGone) setSamples(listed);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (samples.length === 0) return null;
  return (
    <section className="samples" aria-labelledby="samples-title">
      <h2 id="samples-title">Or look at a sample first</h2>
      <p className="samples-note">Reconstructions of a published case, not recordings.</p>
      <ul>
        {comparedSamples(samples).map(({ baseline, candidate }, index) => (
          <li key={`${baseline.title} ${candidate.title}`} className="sample">
            <button
              type="button"
              className="sample-open"
              onClick={() => session.compareSamples(baseline, candidate)}
            >
              <strong>{`Compare: ${lowered(baseline.title)} against ${lowered(candidate.title)}`}</strong>
              <span>One model twice: what the second needs more, and the code that asked.</span>
              {index === 0 && <span className="sample-start">Start here</span>}
            </button>
          </li>
        ))}
        {samples.map((sample) => (
          <li key={sample.title} className="sample">
            <button type="button" className="sample-open" onClick={() => session.openSample(sample)}>
              <strong>{sample.title}</strong>
              <span>{sample.shows}</span>
            </button>
            <Assumed sample={sample} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Folded: what a sample assumes of JAX and of the machine, and what else was made up in it. */
function Assumed({ sample: { title, assumes, notes } }: { sample: Sample }): ReactNode {
  if (assumes === '' && notes.length === 0) return null;
  return (
    <details className="sample-assumed">
      <summary>
        What it assumes<span className="visually-hidden">: {title}</span>
      </summary>
      {assumes !== '' && <p>Assumes {assumes}.</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </details>
  );
}

function lowered(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
