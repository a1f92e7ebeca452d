import type { ReactNode } from 'react';
import { signed } from '../../layout/sample-amounts.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { Comparison, SideFacts } from '../../model/comparison.ts';
import { formatPercent } from '../../model/format.ts';
import type { SideIndex } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { CutName } from '../common/CutName.tsx';
import type { Fact } from '../common/FactItem.tsx';
import { FactsStrip } from '../common/FactsStrip.tsx';
import { useSession } from '../common/session.ts';
import type { ShownComparison } from './use-comparison.ts';

interface Props {
  shown: ShownComparison;
  amounts: FlameAmounts;
  isTrace: boolean;
}

/** The comparison in one sentence, both totals and their difference, and what can be done to the sides. */
export function CompareHead({ shown, amounts, isTrace }: Props): ReactNode {
  const session = useSession();
  const swapSides = useAppState((state) => state.swapSides);
  const { comparison, swapped } = shown;
  const closing = (at: SideIndex) => (): void => session.closeSide(at);
  const [headline, ...others] = comparison.sentences;
  return (
    <section className="compare-head" aria-label="What differs">
      <div className="compare-sentences">
        <h1>{headline}</h1>
        {others.length > 0 && <p>{others.join(' ')}</p>}
      </div>
      <div className="compare-totals">
        <FactsStrip facts={totals(comparison, amounts, isTrace)} />
        <div className="compare-sides">
          <SideName word="Baseline" side={comparison.baseline} other={comparison.candidate} onClose={closing(swapped ? 1 : 0)} />
          <button type="button" className="button small" aria-label="Swap baseline and candidate" onClick={swapSides}>
            ⇄ Swap
          </button>
          <SideName word="Candidate" side={comparison.candidate} other={comparison.baseline} onClose={closing(swapped ? 0 : 1)} />
        </div>
      </div>
    </section>
  );
}

interface SideNameProps {
  word: string;
  side: SideFacts;
  other: SideFacts;
  onClose: () => void;
}

function SideName({ word, side, other, onClose }: SideNameProps): ReactNode {
  return (
    <span className="chip">
      <span className="chip-detail">{word}</span>
      <CutName name={side.name} other={other.name} />
      {side.isReduced && <span className="chip-detail">summary</span>}
      <button type="button" className="compare-close" aria-label={`Close ${side.name}`} title="Close this side" onClick={onClose}>
        ×
      </button>
    </span>
  );
}

function totals({ baseline, candidate, delta }: Comparison, amounts: FlameAmounts, isTrace: boolean): Fact[] {
  const { short, exact } = amounts;
  const word = isTrace ? 'window peak' : 'total';
  const meaning = isTrace
    ? 'The greatest reserved + in use within the capture: what the boxes below add up to.'
    : 'All that the dump counts: what the boxes below add up to.';
  const share = baseline.total > 0 ? ` (${formatPercent(Math.abs(delta) / baseline.total)})` : '';
  const sideFact = (key: string, { total, name, counted }: SideFacts): Fact => ({
    key,
    value: short(total),
    label: `${key}’s ${word}`,
    exact: exact(total),
    meaning: `${name}, ${counted}. ${meaning}`,
  });
  return [
    sideFact('baseline', baseline),
    sideFact('candidate', candidate),
    {
      key: 'delta',
      value: delta === 0 ? 'no difference' : `${signed(delta, short)}${share}`,
      label: 'candidate − baseline',
      exact: signed(delta, exact),
      meaning: 'The candidate’s total less the baseline’s, and its share of the baseline’s.',
    },
  ];
}
