import type { ReactNode } from 'react';
import type { FlameOp } from '../../model/view-state.ts';
import { opText } from './sentences.ts';

interface Props {
  ops: readonly FlameOp[];
  found: readonly boolean[];
  onUndo: (at: number) => void;
  onUndoAll: () => void;
}

/** What was done to the tree, in order; each can be undone by itself. */
export function FlameCrumbs({ ops, found, onUndo, onUndoAll }: Props): ReactNode {
  if (ops.length === 0) return null;
  return (
    <nav className="flame-crumbs" aria-label="What was done to the tree">
      <button type="button" className="link" onClick={onUndoAll}>
        all
      </button>
      <ol>
        {ops.map((op, at) => (
          // The same thing may be done twice, so its place is part of what it is.
          <li key={`${String(at)} ${opText(op)}`}>
            {`${opText(op)}${found[at] ? '' : ' (not in this tree)'}`}
            <button type="button" className="flame-undo" aria-label={`Undo: ${opText(op)}`} onClick={() => onUndo(at)}>
              ×
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
