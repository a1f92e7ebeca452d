import type { ReactNode } from 'react';
import type { AllocationGroup } from '../../layout/allocation-groups.ts';
import { restText } from '../../layout/blocks.ts';
import type { BlocksAnswer } from '../../model/blocks.ts';
import type { LodSeries } from '../../model/curve.ts';
import { formatBytes, formatExactBytes, formatQuantity } from '../../model/format.ts';

/** What each colour stands for, the most bytes first, and the bands that are no blocks. */
export function BlocksLegend({
  groups,
  answer,
}: {
  groups: readonly AllocationGroup[];
  answer: BlocksAnswer;
}): ReactNode {
  const { beforeCapture, reserved } = answer.curves;
  const bands = [
    { name: 'from before the capture', color: 'before-capture', most: greatestOf(beforeCapture) },
    { name: 'reserved', color: 'reserved', most: greatestOf(reserved) },
  ].filter(({ most }) => most > 0);
  return (
    <ul className="blocks-legend" aria-label="Colours">
      {groups.map(({ key, name, color, count, bytes }) => (
        <li
          key={key ?? ' others'}
          title={`${name}: ${formatQuantity(count, 'block')}, ${formatExactBytes(bytes)} in all`}
        >
          <span className="blocks-swatch" style={{ background: `var(--${color})` }} />
          <span className="blocks-group">{name}</span>
          <span className="blocks-amount">{`${formatQuantity(count, 'block')}, ${formatBytes(bytes)}`}</span>
        </li>
      ))}
      {bands.map(({ name, color, most }) => (
        <li key={name}>
          <span className="blocks-swatch" style={{ background: `var(--${color})` }} />
          <span className="blocks-group">{name}</span>
          <span className="blocks-amount">{`${formatBytes(most)} at most`}</span>
        </li>
      ))}
      {answer.rest.count > 0 && (
        <li>
          <span className="blocks-swatch rest" />
          <span className="blocks-group">{restText(answer)}</span>
        </li>
      )}
    </ul>
  );
}

function greatestOf({ initial, levels }: LodSeries): number {
  const coarsest = levels[levels.length - 1];
  return coarsest === undefined ? initial : coarsest.max.reduce((most, value) => Math.max(most, value), initial);
}
