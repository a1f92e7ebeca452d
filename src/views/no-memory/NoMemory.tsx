import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { Summary } from '../../model/summary.ts';

/** In the place of the curve where there is none: why, and what the trace holds instead. */
export function NoMemory({ summary }: { summary: Summary }): ReactNode {
  const { capture, whyNoMemory } = summary;
  return (
    <section className="no-memory" aria-labelledby="no-memory-title">
      <h2 id="no-memory-title">This profile has no memory curve</h2>
      <ul className="reasons">
        {whyNoMemory.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {capture.planes.length > 0 && (
        <table className="numbers">
          <caption>What it holds</caption>
          <thead>
            <tr>
              <th scope="col">Plane</th>
              <th scope="col">Lines</th>
              <th scope="col">Events</th>
            </tr>
          </thead>
          <tbody>
            {capture.planes.map(({ name, lines, events }, index) => (
              <tr key={`${String(index)} ${name}`}>
                <th scope="row">{name}</th>
                <td>{formatCount(lines)}</td>
                <td>{formatCount(events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
