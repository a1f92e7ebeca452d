import type { ReactNode } from 'react';

interface Props {
  keys: readonly (readonly [keys: string, does: string])[];
  /** When they work. */
  note: string;
}

/** The keys of one view, behind a word in its bar. */
export function KeyHelp({ keys, note }: Props): ReactNode {
  return (
    <details className="key-help">
      <summary>Keys</summary>
      <div className="key-help-panel">
        <dl>
          {keys.map(([names, does]) => (
            <div key={names}>
              <dt>
                <kbd>{names}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p>{note}</p>
      </div>
    </details>
  );
}
