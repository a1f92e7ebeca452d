import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../model/format.ts';
import { gravestFirst } from '../../model/incident-headline.ts';
import type { OomReading } from '../../model/oom-incident.ts';
import type { OpenedMessage } from '../../worker/protocol.ts';
import { IncidentCard } from './IncidentCard.tsx';
import { MemoryCounters } from './MemoryCounters.tsx';

/** A log that fails in a loop has hundreds of incidents. */
const PAGE = 20;

/** One text: what went wrong in it, the counters beside the messages, and how the text had to be repaired. */
export function OomMessage({ message }: { message: OpenedMessage }): ReactNode {
  const { file, reading } = message;
  const { counters, repairs, notes } = reading;
  const incidents = gravestFirst(reading.incidents);
  const [shown, setShown] = useState(PAGE);
  const asides = [...notes, ...repairs.map(({ sentence }) => sentence)];
  return (
    <section className="oom-message" aria-label={file}>
      <h2>{file}</h2>
      <p className="oom-found">{foundText(reading)}</p>
      <ul className="oom-incidents">
        {incidents.slice(0, shown).map((incident, index) => (
          <IncidentCard
            key={incident.reports.join()}
            file={file}
            incident={incident}
            reports={reading.reports.filter(({ n }) => incident.reports.includes(n))}
            opensAtOnce={index === 0}
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
