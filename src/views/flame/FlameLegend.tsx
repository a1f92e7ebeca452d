import type { ReactNode } from 'react';
import { KIND_COLORS } from '../../layout/icicle.ts';
import type { FlameTree } from '../../model/flame.ts';
import {
  NODE_BEFORE_CAPTURE,
  NODE_JAX,
  NODE_PROGRAM,
  NODE_RESERVED,
  NODE_RUNTIME,
  NODE_USER,
} from '../../model/flame.ts';
import { KIND_WORDS } from './sentences.ts';

const SHOWN = [NODE_USER, NODE_JAX, NODE_RUNTIME, NODE_PROGRAM, NODE_BEFORE_CAPTURE, NODE_RESERVED] as const;

/** What the colours of this tree stand for. */
export function FlameLegend({ tree }: { tree: FlameTree }): ReactNode {
  const present = new Set(tree.kind);
  return (
    <ul className="flame-legend" aria-label="Colours">
      {SHOWN.filter((kind) => present.has(kind)).map((kind) => (
        <li key={kind}>
          <span className="flame-swatch" style={{ background: `var(--${KIND_COLORS[kind]})` }} />
          {KIND_WORDS[kind]}
        </li>
      ))}
    </ul>
  );
}
