import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import { incidentHeadline } from '../../model/incident-headline.ts';
import type { Incident } from '../../model/oom-incident.ts';
import type { OomReport } from '../../model/oom.ts';
import { IncidentNumbers } from './IncidentNumbers.tsx';
import { IncidentPictures } from './IncidentPictures.tsx';
import { IncidentReports } from './IncidentReports.tsx';
import { NextSteps } from './NextSteps.tsx';
import { CONFIDENCE_WORDS, outcomeOf, VERDICT_TITLES } from './oom-words.ts';

interface Props {
  /** Where it was read. */
  file: string;
  incident: Incident;
  /** Its own. */
  reports: readonly OomReport[];
  opensAtOnce: boolean;
}

/** One failure: the verdict and its reason; then pictures, numbers, and what to do. */
export function IncidentCard({ file, incident, reports, opensAtOnce }: Props): ReactNode {
  const [isOpen, setIsOpen] = useState(opensAtOnce);
  const id = useId();
  const { verdict, fatal, confidence, reason, inProse } = incident;
  const facts = [
    VERDICT_TITLES[verdict],
    `line ${formatCount(reports[0]?.line ?? 0)}`,
    outcomeOf(incident),
    CONFIDENCE_WORDS[confidence],
    inProse === true ? 'quoted in a sentence, not logged' : '',
  ];
  return (
    <li className={fatal === false ? 'oom-incident oom-warning' : 'oom-incident'}>
      <header>
        <h3>{incidentHeadline(incident)}</h3>
        <p className="oom-where">{facts.filter((fact) => fact !== '').join(', ')}</p>
        <p className="oom-reason">{reason}</p>
      </header>
      {!opensAtOnce && (
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide the numbers and next steps' : 'Show the numbers and next steps'}
          <span className="visually-hidden">{` of line ${formatCount(reports[0]?.line ?? 0)}`}</span>
        </button>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <div className="oom-incident-body">
              <div>
                <IncidentPictures pictures={incident.pictures} headline={incidentHeadline(incident)} file={file} />
                <IncidentNumbers incident={incident} />
              </div>
              {incident.steps.length > 0 && <NextSteps steps={incident.steps} />}
            </div>
            <IncidentReports reports={reports} />
          </>
        )}
      </div>
    </li>
  );
}
