import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Finding } from '../../model/finding.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { allocatorKey, shownAllocator } from '../../state/app-state.ts';
import { shownFinding } from '../../state/finding-state.ts';
import { useAppState } from '../../state/store.ts';
import { findingsTable } from '../../share/summary-tables.ts';
import { SaveTable } from '../common/SaveTable.tsx';
import { FindingCard } from './FindingCard.tsx';

interface Props {
  findings: readonly Finding[];
  allocators: readonly AllocatorSummary[];
}

/** What is worth a sentence, the most important first. One card is in the tab order; arrows go from card to card. */
export function FindingsPanel({ findings, allocators }: Props): ReactNode {
  const chosen = useAppState(shownFinding);
  const choose = useAppState((state) => state.chooseFinding);
  const showEvidence = useAppState((state) => state.showEvidence);
  const shown = useAppState((state) => {
    const allocator = shownAllocator(state)?.summary;
    return allocator === undefined || state.view.total ? null : allocatorKey(allocator);
  });
  const list = useRef<HTMLUListElement>(null);
  const entry = chosen ?? findings[0];

  const show = (finding: Finding, how: (finding: Finding) => void): void => {
    how(finding);
    // On narrow pages the curve lies below the list, maybe out of sight.
    document.getElementById('timeline-surface')?.scrollIntoView({ block: 'nearest' });
  };

  const move = (event: KeyboardEvent): void => {
    const buttons = Array.from(list.current?.querySelectorAll<HTMLElement>('.finding-choose') ?? []);
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (at < 0) return;
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
    const next = buttons[targets[event.key] ?? -1];
    if (event.key === 'Escape' && chosen !== null) choose(null);
    else if (next === undefined) return;
    else next.focus();
    event.preventDefault();
  };

  return (
    <section className="findings" aria-labelledby="findings-title">
      <div className="save-table-line">
        <h2 id="findings-title">{findings.length > 0 ? 'Findings, by what is at stake' : 'Findings'}</h2>
        {findings.length > 0 && <SaveTable name="findings" table={() => findingsTable(findings)} />}
      </div>
      {findings.length === 0 ? (
        <p className="findings-none">
          Nothing stands out: no spike, pile of copies, leak or gap is large against the peak. The flame view says what
          the peak is made of.
        </p>
      ) : (
        <ul ref={list} onKeyDown={move}>
          {findings.map((finding, index) => (
            <FindingCard
              key={`${String(index)} ${finding.title}`}
              finding={finding}
              allocator={allocators.find((one) => allocatorKey(one) === finding.allocator) ?? null}
              isChosen={finding === chosen}
              isEntry={finding === entry}
              namesAllocator={allocators.length > 1}
              isElsewhere={finding.allocator !== shown}
              onChoose={() => show(finding, choose)}
              onShowEvidence={() => show(finding, showEvidence)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
