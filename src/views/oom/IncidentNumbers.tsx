import type { ReactNode } from 'react';
import type { Incident } from '../../model/oom-incident.ts';
import { formatBytesBoth } from '../../model/format.ts';
import { SaveTable } from '../common/SaveTable.tsx';
import { sizeWithError } from './picture-tables.ts';
import { savedNumbers } from './saved-tables.ts';

/** The numbers that decide, each with its error and what it counts; the sums that the text allows to check. */
export function IncidentNumbers({ incident }: { incident: Incident }): ReactNode {
  const { numbers, checks, shapes, fitsIfPoolAtLeast, missing } = incident;
  return (
    <section className="oom-numbers">
      {numbers.length > 0 && <h4>The numbers</h4>}
      <dl>
        {numbers.map(({ name, size, meaning }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{sizeWithError(size)}</strong>
              <small>{meaning}</small>
            </dd>
          </div>
        ))}
        {fitsIfPoolAtLeast !== undefined && (
          <div>
            <dt>a pool that would do</dt>
            <dd>
              <strong>{formatBytesBoth(fitsIfPoolAtLeast)}</strong>
              <small>If it were filled alike, a pool of this size had room for the request.</small>
            </dd>
          </div>
        )}
        {shapes.length > 0 && (
          <div>
            <dt>shapes of exactly this size</dt>
            <dd>
              {shapes.map(({ shape, product, names }) => (
                <p key={shape}>
                  <code>{shape}</code> = {product}
                  <small>{names.filter((name) => name !== '').join(', ')}</small>
                </p>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {numbers.length > 0 && <SaveTable name="oom-numbers" table={() => savedNumbers(numbers)} />}
      {checks.length > 0 && (
        <ul className="oom-checks">
          {checks.map(({ sentence, ok }) => (
            <li key={sentence} className={ok ? 'oom-check-ok' : 'oom-check-off'}>
              <span aria-hidden="true">{ok ? '✓' : '≠'}</span>
              <span className="visually-hidden">{ok ? 'Adds up: ' : 'Does not add up: '}</span>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <>
          <h4>What the text leaves out</h4>
          <ul className="oom-missing">
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
