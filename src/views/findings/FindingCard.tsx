import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { findingShape } from '../../layout/finding-shape.ts';
import type { Finding } from '../../model/finding.ts';
import { formatAllocator, formatBytes, formatExactBytes, formatPercent } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { Picture } from '../common/Picture.tsx';
import { FindingEvidence } from './FindingEvidence.tsx';

interface Props {
  finding: Finding;
  allocator: AllocatorSummary | null;
  isChosen: boolean;
  /** The card that Tab reaches. */
  isEntry: boolean;
  namesAllocator: boolean;
  /** It is of another allocator than the one whose curve is shown: choosing it shows that one. */
  isElsewhere: boolean;
  onChoose: () => void;
  /** Also marks in the flame view where it was allocated. */
  onShowEvidence: () => void;
}

const SEVERITIES: Record<Finding['severity'], string> = {
  act: 'decides the peak',
  know: 'worth knowing',
};

/** One finding: its shape, its bytes, its sentence; choosing it shows where it is. */
export function FindingCard({ finding, allocator, isChosen, isEntry, namesAllocator, isElsewhere, onChoose, onShowEvidence }: Props): ReactNode {
  const [showsEvidence, setShowsEvidence] = useState(false);
  const id = useId();
  const { kind, severity, title, bytes, shareOfPeak, sentence, evidence } = finding;
  const share = `${formatPercent(shareOfPeak)} of the peak`;
  return (
    <li className={`finding finding-${severity}`} aria-current={isChosen}>
      <button
        type="button"
        className="finding-choose"
        tabIndex={isEntry ? 0 : -1}
        aria-pressed={isChosen}
        title={formatExactBytes(bytes)}
        onClick={onChoose}
      >
        <Picture list={findingShape(kind)} />
        <span className="finding-words">
          <strong className="finding-title">{title}</strong>
          <span className="finding-facts">
            <b>{formatBytes(bytes)}</b>, {share}, {SEVERITIES[severity]}
          </span>
          <span className="finding-sentence">{sentence}</span>
          {namesAllocator && allocator !== null && (
            <span className="finding-allocator">
              {isElsewhere
                ? `On ${formatAllocator(allocator.allocator)}, which is not shown now: choosing this shows it`
                : formatAllocator(allocator.allocator)}
            </span>
          )}
        </span>
      </button>
      {evidence.allocations.length > 0 && (
        <button
          type="button"
          className="link finding-more"
          aria-expanded={showsEvidence}
          aria-controls={id}
          onClick={() => {
            if (!showsEvidence) onShowEvidence();
            setShowsEvidence(!showsEvidence);
          }}
        >
          {showsEvidence ? 'Hide evidence' : 'Show evidence'}
          <span className="visually-hidden"> of {title}</span>
        </button>
      )}
      <div id={id} hidden={!showsEvidence}>
        {showsEvidence && <FindingEvidence evidence={evidence} end={allocator?.curves.end ?? finding.to} onShow={onChoose} />}
      </div>
    </li>
  );
}
