import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../model/format.ts';
import type { Confidence, Incident, OomReading } from '../../model/oom-incident.ts';
import type { OpenedMessage } from '../../worker/protocol.ts';
import { IncidentCard } from './IncidentCard.tsx';
import { MemoryCounters } from './MemoryCounters.tsx';

const CONFIDENCES: readonly Confidence[] = ['high', 'medium', 'low'];

/** A log that fails in a loop has hundreds of incidents. */
const PAGE = 20;

/** One text: what went wrong in it, the counters beside the messages, and how the text had to be repaired. */
export function OomMessage({ message }: { message: OpenedMessage }): ReactNode {
  const { file, reading } = message;
  const { incidents, counters, repairs, notes } = reading;
  const [shown, setShown] = useState(PAGE);
  const first = firstToRead(incidents);
  const asides = [...notes, ...repairs.map(({ sentence }) => sentence)];
  return (
    <section className="oom-message" aria-label={file}>
      <h2>{file}</h2>
      <p className="oom-found">{foundText(reading)}</p>
      <ul className="oom-incidents">
        {incidents.slice(0, shown).map((incident) => (
          <IncidentCard
            key={incident.reports.join()}
            incident={incident}
            reports={reading.reports.filter(({ n }) => incident.reports.includes(n))}
            opensAtOnce={incident === first}
          />
        ))}
      </ul>
      {incidents.length > shown && (
        <button type="button" className="button small" onClick={() => setShown(shown + PAGE)}>
          {`Show ${formatQuantity(Math.min(PAGE, incidents.length - shown), 'more failure')}`}
        </button>
      )}
      {counters.length > 0 && <MemoryCounters counters={counters} />}
      {asides.length > 0 && (
        <section className="oom-asides">
          <h3>How the text was read</h3>
          <ul>
            {asides.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

/** The surest of those that were fatal; the first of equals. */
function firstToRead(incidents: readonly Incident[]): Incident | undefined {
  const rank = ({ fatal, confidence, inProse }: Incident): number =>
    (fatal === true ? 0 : fatal === null ? 10 : 20) + (inProse === true ? 5 : 0) + CONFIDENCES.indexOf(confidence);
  return incidents.toSorted((a, b) => rank(a) - rank(b))[0];
}

function foundText({ reports, incidents, context }: OomReading): string {
  const warnings = incidents.filter(({ fatal }) => fatal === false).length;
  const failures = incidents.length - warnings;
  const found = [
    failures > 0 ? formatQuantity(failures, 'failure') : '',
    warnings > 0 ? formatQuantity(warnings, 'warning') : '',
  ];
  const versions = Object.entries(context.versions).map(([name, version]) => `${name} ${version}`);
  const where = [context.gpu ?? '', ...versions].filter((part) => part !== '').join(', ');
  const told = `${found.filter((part) => part !== '').join(' and ')} in ${formatQuantity(reports.length, 'message')}`;
  return `${told}${where === '' ? '' : `. ${where}`}.`;
}
