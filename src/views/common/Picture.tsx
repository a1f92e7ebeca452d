import type { ReactNode } from 'react';
import type { DisplayItem, DisplayList } from '../../layout/display-list.ts';
import { FONT_SIZE, FONT_WEIGHT } from '../../layout/fonts.ts';

interface Props {
  list: DisplayList;
  /** Stretched to the width that it gets, lines keeping their thickness. Not for pictures with text. */
  stretches?: boolean;
  /** Its title is said elsewhere. */
  isDecoration?: boolean;
}

/** A small still picture, in the colours of the theme. Large or moving ones are painted on a canvas. */
export function Picture({ list, stretches = false, isDecoration = false }: Props): ReactNode {
  const { width, height, title, items } = list;
  const name = isDecoration ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <svg
      className="picture"
      viewBox={`0 0 ${width} ${height}`}
      width={stretches ? '100%' : width}
      height={height}
      preserveAspectRatio={stretches ? 'none' : undefined}
      {...name}
    >
      {items.map((item, index) => (
        <Item key={`${String(index)} ${item.kind}`} item={item} />
      ))}
    </svg>
  );
}

function Item({ item }: { item: DisplayItem }): ReactNode {
  switch (item.kind) {
    case 'rect':
      return (
        <rect
          x={item.x}
          y={item.y}
          width={item.width}
          height={item.height}
          rx={item.radius}
          fill={`var(--${item.fill})`}
          opacity={item.opacity}
        />
      );
    case 'path':
      return (
        <polyline
          points={item.points.join(' ')}
          fill={item.fill === undefined ? 'none' : `var(--${item.fill})`}
          stroke={item.stroke === undefined ? 'none' : `var(--${item.stroke})`}
          strokeWidth={item.strokeWidth}
          strokeDasharray={item.dash?.join(' ')}
          opacity={item.opacity}
          vectorEffect="non-scaling-stroke"
        />
      );
    case 'circle':
      return <circle cx={item.x} cy={item.y} r={item.radius} fill={`var(--${item.fill})`} />;
    case 'text':
      return (
        <text
          x={item.x}
          y={item.y}
          textAnchor={item.anchor}
          fill={`var(--${item.color})`}
          fontSize={FONT_SIZE[item.style]}
          fontWeight={FONT_WEIGHT[item.style]}
        >
          {item.text}
        </text>
      );
  }
}
