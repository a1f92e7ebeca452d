import type { ReactNode } from 'react';
import { netOf, presenceOf } from '../../layout/delta-tree.ts';
import type { FlameRow } from '../../layout/flame-index.ts';
import { baseName, rowText } from '../../layout/flame-index.ts';
import { signed } from '../../layout/sample-amounts.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { DeltaRow, DeltaTree } from '../../model/comparison.ts';
import type { FlameTree } from '../../model/flame.ts';
import { NODE_ROOT } from '../../model/flame.ts';
import { formatCount, formatPercent } from '../../model/format.ts';
import { CopyButton } from '../common/CopyButton.tsx';
import { Detail } from '../common/Detail.tsx';
import { describeDelta, PRESENCE_WORDS } from './compare-words.ts';

interface Props {
  /** In absolute amounts, whatever the picture shows. */
  tree: DeltaTree;
  flame: FlameTree;
  row: FlameRow;
  totals: { baseline: number; candidate: number };
  amounts: FlameAmounts;
  rootText: string;
  /** Rows of the table, which know counts. */
  rows: readonly DeltaRow[];
  onSelect: (row: FlameRow) => void;
  onFocus: (row: FlameRow) => void;
  onClose: () => void;
}

/** What is selected, in full: everything that the boxes and the readout shorten. */
export function DeltaDetails(props: Props): ReactNode {
  const { tree, flame, row, totals, amounts, rootText, onFocus, onClose } = props;
  const isRoot = tree.kind[row] === NODE_ROOT;
  const file = tree.file[row] < 0 ? null : tree.names[tree.file[row]];
  const presence = presenceOf(tree, row);
  const net = netOf(tree, row);
  const counts = countsOf(props);
  const stack = pathRows(flame, row);
  const copied = [...stack.map((at) => rowText(flame, at)), describeDelta(tree, row, { amounts, rootText })].join('\n');
  return (
    <aside className="flame-details" aria-label="Details of the selection">
      <button type="button" className="button small flame-close" aria-label="Close the details" onClick={onClose}>
        ×
      </button>
      <h3>{isRoot ? rootText : tree.names[tree.name[row]]}</h3>
      <div className="flame-actions">
        {!isRoot && (
          <button type="button" className="button small" onClick={() => onFocus(row)}>
            Focus
          </button>
        )}
        <CopyButton text={copied} label="Copy the call stack and its delta" />
      </div>
      <dl>
        {file !== null && (
          <Detail name="File" title={file}>
            {baseName(file)}
          </Detail>
        )}
        <Detail name="Delta">
          {net === 0 ? 'no difference' : signed(net, amounts.short)}
          {net !== 0 && <small>{signed(net, amounts.exact)}</small>}
        </Detail>
        <SideFact name="Baseline" amount={tree.baseline[row]} total={totals.baseline} count={counts?.baseline} amounts={amounts} />
        <SideFact name="Candidate" amount={tree.candidate[row]} total={totals.candidate} count={counts?.candidate} amounts={amounts} />
        {tree.rise[row] > 0 && tree.fall[row] > 0 && (
          <Detail name="Beneath">
            {`rose ${amounts.exact(tree.rise[row])}, fell ${amounts.exact(tree.fall[row])}`}
          </Detail>
        )}
      </dl>
      {presence !== 'both' && !isRoot && <p>{`${PRESENCE_WORDS[presence]}.`}</p>}
      {stack.length > 0 && (
        <ol className="flame-stack" aria-label="Call stack">
          {stack.map((at) => (
            <li key={at}>
              <button type="button" className="row-button" aria-current={at === row} onClick={() => props.onSelect(at)}>
                {rowText(flame, at)}
              </button>
            </li>
          ))}
        </ol>
      )}
    </aside>
  );
}

function pathRows(tree: FlameTree, row: FlameRow): FlameRow[] {
  const rows: FlameRow[] = [];
  for (let at = row; at > 0; at = tree.parent[at]) rows.push(at);
  return rows.reverse();
}

/** The tree does not know counts; the table does, where one of its rows is this very box. */
function countsOf({ tree, row, rows }: Props): { baseline: number; candidate: number } | null {
  const file = tree.file[row] < 0 ? null : tree.names[tree.file[row]];
  const found = rows.find(
    (one) =>
      one.name === tree.names[tree.name[row]] &&
      one.file === file &&
      one.kind === tree.kind[row] &&
      (one.baseline?.bytes ?? 0) === tree.baseline[row] &&
      (one.candidate?.bytes ?? 0) === tree.candidate[row],
  );
  return found === undefined ? null : { baseline: found.baseline?.count ?? 0, candidate: found.candidate?.count ?? 0 };
}

interface SideProps {
  name: string;
  amount: number;
  total: number;
  count: number | undefined;
  amounts: FlameAmounts;
}

function SideFact({ name, amount, total, count, amounts }: SideProps): ReactNode {
  const share = total > 0 ? `${formatPercent(amount / total)} of its total` : '';
  const rest = [share, count === undefined ? '' : `${formatCount(count)} ×`].filter((text) => text !== '').join(', ');
  return (
    <Detail name={name}>
      {amounts.short(amount)}
      {amount >= 1024 && amounts.short(amount) !== amounts.exact(amount) && <small>{amounts.exact(amount)}</small>}
      {rest !== '' && <small>{rest}</small>}
    </Detail>
  );
}
