import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { Problem } from '../../model/problems.ts';

/** What could not be read, what the file does not hold and what does not add up, in a profile that opened all the same. */
export function Problems({ problems }: { problems: readonly Problem[] }): ReactNode {
  return (
    <section className="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">What is missing or in doubt</h2>
      <ul>
        {problems.map(({ where, sentence, count }) => (
          <li key={`${where} ${sentence}`}>
            <p className="problem-where">
              {where}
              {count > 1 && ` (${formatCount(count)} times)`}
            </p>
            <p>{sentence}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
