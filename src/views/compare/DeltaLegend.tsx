import type { ReactNode } from 'react';
import type { FigureLegend } from '../../share/figure.ts';

/** The same for a picture. */
export const DELTA_LEGEND: readonly FigureLegend[] = [
  { fill: 'delta-rise', words: 'rose (edge on top)' },
  { fill: 'delta-fall', words: 'fell (edge below)' },
  { fill: 'delta-even', words: 'rose and fell as much' },
];

const ENTRIES = [
  ['rise', 'rose (edge on top)'],
  ['fall', 'fell (edge below)'],
  ['even', 'rose and fell as much'],
] as const;

/** What the tints of boxes stand for. Signs and numbers in the boxes say it too. */
export function DeltaLegend(): ReactNode {
  return (
    <ul className="flame-legend" aria-label="Colours">
      {ENTRIES.map(([name, text]) => (
        <li key={name}>
          <span className={`flame-swatch delta-swatch-${name}`} />
          {text}
        </li>
      ))}
    </ul>
  );
}
