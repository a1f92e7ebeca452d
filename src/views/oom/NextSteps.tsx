import type { ReactNode } from 'react';
import type { NextStep } from '../../model/oom-incident.ts';
import { CopyButton } from '../common/CopyButton.tsx';

/** What to do, likeliest first: each step with its reason and, where there is one, the call or flag to copy. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }): ReactNode {
  return (
    <section className="oom-steps">
      <h4>What to do next</h4>
      <ol>
        {steps.map(({ tag, action, why, how }) => (
          <li key={`${tag} ${action}`}>
            <p className="oom-step-action">{action}</p>
            <p className="oom-step-why">{why}</p>
            {how !== undefined && (
              <div className="oom-step-how">
                <pre>
                  <code>{how}</code>
                </pre>
                <CopyButton text={how} label={`Copy: ${how}`} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
