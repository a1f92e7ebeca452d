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
      <ul>
        {samples.map((sample) => (
          <li key={sample.title}>
            <button type="button" className="sample" onClick={() => session.openSample(sample)}>
              <strong>{sample.title}</strong>
              <span>{sample.shows}</span>
              {sample.assumes !== '' && <span className="sample-assumes">Assumes {sample.assumes}.</span>}
            </button>
          </li>
        ))}
        {comparedSamples(samples).map(({ baseline, candidate }) => (
          <li key={`${baseline.title} ${candidate.title}`}>
            <button
              type="button"
              className="sample"
              onClick={() => session.compareSamples(baseline, candidate)}
            >
              <strong>{`Compare: ${lowered(baseline.title)} against ${lowered(candidate.title)}`}</strong>
              <span>Two profiles side by side: what the second has more, and which call site asked for it.</span>
            </button>
          </li>
        ))}
      </ul>
      <details className="samples-note">
        <summary>Samples are reconstructions of a published case, not recordings: what is assumed in them</summary>
        <dl>
          {samples.map(({ title, notes }) => (
            <div key={title}>
              <dt>{title}</dt>
              {notes.map((note) => (
                <dd key={note}>{note}</dd>
              ))}
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function lowered(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
