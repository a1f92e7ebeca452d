import type { ReactNode } from 'react';
import { KIND_COLORS } from '../../layout/icicle.ts';
import type { FlameTree } from '../../model/flame.ts';
import { KIND_WORDS, legendKinds } from './sentences.ts';

/** What the colours of this tree stand for. */
export function FlameLegend({ tree }: { tree: FlameTree }): ReactNode {
  return (
    <ul className="flame-legend" aria-label="Colours">
      {legendKinds(tree).map((kind) => (
        <li key={kind}>
          <span className="flame-swatch" style={{ background: `var(--${KIND_COLORS[kind]})` }} />
          {KIND_WORDS[kind]}
        </li>
      ))}
    </ul>
  );
}
