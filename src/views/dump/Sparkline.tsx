import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { PathItem } from '../../layout/display-list.ts';
import { layoutSparkline } from '../../layout/sparkline.ts';

interface Props {
  values: ArrayLike<number>;
  /** The picture in words. */
  title: string;
}

const SIZE = { width: 110, height: 22 };

/** A history as small as a word. Drawn as SVG: a table of canvases would hold more memory than the profile. */
export function Sparkline({ values, title }: Props): ReactNode {
  const { items, width, height } = useMemo(() => layoutSparkline({ values, title, ...SIZE }), [values, title]);
  return (
    <svg className="sparkline" width={width} height={height} role="img" aria-label={title}>
      {items.map((item) => (item.kind === 'path' ? <Path key={item.fill ?? 'edge'} item={item} /> : null))}
    </svg>
  );
}

function Path({ item }: { item: PathItem }): ReactNode {
  const { points, fill, stroke, strokeWidth, opacity } = item;
  const color = (role: string | undefined): string => (role === undefined ? 'none' : `var(--${role})`);
  return (
    <polyline
      points={Array.from(points).join(' ')}
      opacity={opacity}
      strokeWidth={strokeWidth}
      style={{ fill: color(fill), stroke: color(stroke) }}
    />
  );
}
