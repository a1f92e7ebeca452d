import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { flameOfSnapshot } from '../layout/flame-of-snapshot.ts';
import { amountsOfType } from '../model/amounts.ts';
import type { SampleTypeIndex, SnapshotSummary } from '../model/snapshot.ts';
import { flameView } from '../state/flame-state.ts';
import { useAppState } from '../state/store.ts';
import { emptyText, hasInternals, negativeText } from './dump/dump-words.ts';
import { FlamePanel } from './flame/FlamePanel.tsx';
import type { BoxWords } from './flame/sentences.ts';

interface Props {
  snapshot: SnapshotSummary;
  /** The dump by name, as its file is called. */
  name: string;
  type: SampleTypeIndex;
  isWaiting: boolean;
}

/** The call stacks of one dump on each other. */
export function DumpFlame({ snapshot, name, type, isWaiting }: Props): ReactNode {
  const choices = useAppState((state) => state.view.flame);
  const setFlame = useAppState((state) => state.setFlame);
  const { foldsInternals } = flameView({ flame: choices });
  const counted = snapshot.sampleTypes[type];
  const amounts = useMemo(() => amountsOfType(counted), [counted]);
  const { tree, negative } = useMemo(
    () => flameOfSnapshot(snapshot, foldsInternals ? 'user' : 'all', type),
    [snapshot, foldsInternals, type],
  );
  const words = useMemo((): BoxWords => {
    const what = [counted.type, `of ${name}`].filter((text) => text !== '').join(' ');
    return { amounts, counted: 'sample', rootText: snapshot.isJaxDump ? `alive in ${name}` : what };
  }, [amounts, counted, name, snapshot.isJaxDump]);
  const fold = (): void => setFlame({ foldsInternals: !foldsInternals });
  const note = negativeText(tree.total[0], negative, amounts);
  return (
    <>
      {note !== null && <p className="flame-note">{note}</p>}
      <FlamePanel
        tree={tree}
        words={words}
        sentence={
          <div className="flame-sentence">
            <span>{words.rootText}, by call stack</span>
            {hasInternals(snapshot) && (
              <label className="flame-check">
                <input type="checkbox" checked={foldsInternals} onChange={fold} />
                fold JAX internals <kbd>j</kbd>
              </label>
            )}
          </div>
        }
        grouping="by call stack"
        empty={emptyText(snapshot, counted, tree.total[0])}
        isWaiting={isWaiting}
        formatStart={null}
        onFold={fold}
      />
    </>
  );
}
