import type { ReactNode } from 'react';
import { shownName, type SideIndex, type ThirdProfile } from '../../state/app-state.ts';
import { compareView } from '../../state/compare-state.ts';
import { useAppState } from '../../state/store.ts';
import { Modal } from '../common/Modal.tsx';
import { useSession } from '../common/session.ts';

/** Asks where a third profile goes. Closed without an answer, all stays as it was. */
export function ThirdDialog(): ReactNode {
  const third = useAppState((state) => state.third);
  return third === null ? null : <Question third={third} />;
}

function Question({ third: { name, canReplace } }: { third: ThirdProfile }): ReactNode {
  const session = useSession();
  const sides = useAppState((state) => state.comparison?.sides ?? null);
  const swapped = useAppState((state) => compareView(state.view).swapped);
  const places: readonly (readonly [string, SideIndex])[] = [
    ['baseline', swapped ? 1 : 0],
    ['candidate', swapped ? 0 : 1],
  ];
  const isLike = canReplace.some(Boolean);
  return (
    <Modal title="Two are open already" className="third" onClose={() => session.placeThird(null)}>
      <p>
        <strong>{shownName(name)}</strong>
        {isLike
          ? ' can take the place of one of them, or be opened alone. What it replaces is closed.'
          : ' cannot be compared with either of them. Opened alone, it closes both.'}
      </p>
      <div className="request-ways">
        {sides !== null &&
          places
            .filter(([, at]) => canReplace[at])
            .map(([word, at]) => (
              <button key={word} type="button" className="button" onClick={() => session.placeThird(at)}>
                {`Replace the ${word}, ${shownName(sides[at].digest.name)}`}
              </button>
            ))}
        <button type="button" className="button" onClick={() => session.placeThird('alone')}>
          Open it alone
        </button>
        <button type="button" className="button" onClick={() => session.placeThird(null)}>
          Keep the two
        </button>
      </div>
    </Modal>
  );
}
