import type { ReactNode } from 'react';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['← →', 'previous, next step'],
  ['p', 'window peak'],
  ['w s', 'closer, further (also + −, and the wheel)'],
  ['a d', 'earlier, later (also Shift and drag)'],
  ['drag', 'show only that range'],
  ['0', 'whole capture (also double click)'],
];

export function KeyHelp(): ReactNode {
  return (
    <details className="key-help">
      <summary>Keys</summary>
      <div className="key-help-panel">
        <dl>
          {KEYS.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p>They work while the curve has the focus; the wheel also with Ctrl.</p>
      </div>
    </details>
  );
}
