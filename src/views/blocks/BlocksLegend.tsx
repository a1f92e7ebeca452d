import type { ReactNode } from 'react';
import type { AllocationGroup } from '../../layout/allocation-groups.ts';
import { restText } from '../../layout/blocks.ts';
import type { BlocksAnswer } from '../../model/blocks.ts';
import type { LodSeries } from '../../model/curve.ts';
import type { ColorRole } from '../../layout/display-list.ts';
import { formatBytes, formatExactBytes, formatQuantity } from '../../model/format.ts';
import type { Bytes } from '../../model/units.ts';
import type { FigureLegend } from '../../share/figure.ts';

/** What each colour stands for, the most bytes first, and the bands that are no blocks. */
export function BlocksLegend({
  groups,
  answer,
}: {
  groups: readonly AllocationGroup[];
  answer: BlocksAnswer;
}): ReactNode {
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
      {bandsOf(answer).map(({ name, color, most }) => (
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

/** The same for a picture. */
export function blocksLegend(groups: readonly AllocationGroup[], answer: BlocksAnswer): FigureLegend[] {
  const blocks = groups.map(({ name, color, count, bytes }) => ({
    fill: color,
    words: `${name}: ${formatQuantity(count, 'block')}, ${formatBytes(bytes)}`,
  }));
  const bands = bandsOf(answer).map(({ name, color, most }) => ({
    fill: color,
    words: `${name}: ${formatBytes(most)} at most`,
  }));
  return [...blocks, ...bands];
}

interface Band {
  name: string;
  color: ColorRole;
  most: Bytes;
}

/** What lies under the blocks and is none. */
function bandsOf({ curves: { beforeCapture, reserved } }: BlocksAnswer): Band[] {
  const bands: Band[] = [
    { name: 'from before the capture', color: 'before-capture', most: greatestOf(beforeCapture) },
    { name: 'reserved', color: 'reserved', most: greatestOf(reserved) },
  ];
  return bands.filter(({ most }) => most > 0);
}

function greatestOf({ initial, levels }: LodSeries): number {
  const coarsest = levels[levels.length - 1];
  return coarsest === undefined ? initial : coarsest.max.reduce((most, value) => Math.max(most, value), initial);
}
