import type { ReactNode } from 'react';
import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import { baseName, rowText } from '../../layout/flame-index.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import { NODE_ROOT } from '../../model/flame.ts';
import { formatCount, formatPercent, formatQuantity } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';
import { CopyButton } from '../common/CopyButton.tsx';
import { Detail } from '../common/Detail.tsx';
import type { FlameSelection } from './selection.ts';
import type { BoxWords } from './sentences.ts';
import { explainKind, isRounded, KIND_WORDS, shareOf, stackText } from './sentences.ts';

interface Props {
  index: FlameIndex;
  selection: FlameSelection;
  words: BoxWords;
  isInverted: boolean;
  /** Null where starts are not known, as in a dump. */
  formatStart: ((time: Picoseconds) => string) | null;
  onSelect: (row: FlameRow) => void;
  onFocus: (row: FlameRow) => void;
  onHide: (row: FlameRow) => void;
  onClose: () => void;
}

/** What is selected, in full: everything that the boxes and the readout shorten. */
export function FlameDetails(props: Props): ReactNode {
  const { selection, onClose } = props;
  return (
    <aside className="flame-details" aria-label="Details of the selection">
      <button type="button" className="button small flame-close" aria-label="Close the details" onClick={onClose}>
        ×
      </button>
      {selection.kind === 'node' ? (
        <NodeDetails {...props} row={selection.row} />
      ) : (
        <MergedDetails {...props} parent={selection.parent} rows={selection.rows} />
      )}
    </aside>
  );
}

function NodeDetails({ row, ...props }: Props & { row: FlameRow }): ReactNode {
  const { index, words, isInverted, formatStart, onFocus, onHide } = props;
  const { tree } = index;
  const { amounts } = words;
  const isRoot = tree.kind[row] === NODE_ROOT;
  const parent = tree.parent[row];
  const file = tree.file[row] < 0 ? null : tree.names[tree.file[row]];
  const line = tree.definitionLine[row];
  const explanation = explainKind(tree, row);
  const bytes = tree.total[row];
  return (
    <>
      <h3>{isRoot ? words.rootText : tree.names[tree.name[row]]}</h3>
      <div className="flame-actions">
        {!isRoot && (
          <>
            <button type="button" className="button small" onClick={() => onFocus(row)}>
              Focus
            </button>
            <button type="button" className="button small" onClick={() => onHide(row)}>
              Hide
            </button>
          </>
        )}
        <CopyButton text={stackText(index, row, words, isInverted)} label="Copy the call stack" />
      </div>
      <dl>
        <Detail name="Kind">{KIND_WORDS[tree.kind[row]]}</Detail>
        {file !== null && (
          <Detail name="File" title={file}>
            {baseName(file)}
            {line > 0 && <small>{`defined at line ${formatCount(line)}`}</small>}
          </Detail>
        )}
        <AmountFact name="Holds" amount={bytes} amounts={amounts} />
        {tree.self[row] > 0 && tree.self[row] < bytes && (
          <AmountFact name="Itself" amount={tree.self[row]} amounts={amounts} />
        )}
        {parent >= 0 && (
          <Detail name="Share">
            {`${formatPercent(shareOf(bytes, tree.total[0]))} of all`}
            {parent > 0 && <small>{`${formatPercent(shareOf(bytes, tree.total[parent]))} of its caller`}</small>}
          </Detail>
        )}
        {tree.count[row] > 0 && <Detail name="Count">{formatQuantity(tree.count[row], words.counted)}</Detail>}
        {formatStart !== null && tree.oldest[row] === tree.newest[row] && (
          <Detail name="Started">{`at ${formatStart(tree.oldest[row])}`}</Detail>
        )}
        {formatStart !== null && tree.oldest[row] < tree.newest[row] && (
          <>
            <Detail name="Oldest">{`started at ${formatStart(tree.oldest[row])}`}</Detail>
            <Detail name="Newest">{`started at ${formatStart(tree.newest[row])}`}</Detail>
          </>
        )}
      </dl>
      {explanation !== null && <p>{explanation}</p>}
      {row > 0 && <CallStack index={index} row={row} onSelect={props.onSelect} />}
    </>
  );
}

/** From the outermost frame to the selected one, each a way there. */
function CallStack({ index, row, onSelect }: Pick<Props, 'index' | 'onSelect'> & { row: FlameRow }): ReactNode {
  const rows: FlameRow[] = [];
  for (let at = row; at > 0; at = index.tree.parent[at]) rows.push(at);
  rows.reverse();
  return (
    <ol className="flame-stack" aria-label="Call stack">
      {rows.map((at) => (
        <li key={at}>
          <button type="button" className="row-button" aria-current={at === row} onClick={() => onSelect(at)}>
            {rowText(index.tree, at)}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** More would be a list without end; the table has them all. */
const MOST_LISTED = 30;

function MergedDetails({ rows, parent, ...props }: Props & { rows: readonly FlameRow[]; parent: FlameRow }): ReactNode {
  const { index, words, onFocus } = props;
  const { tree } = index;
  const bytes = rows.reduce((sum, row) => sum + tree.total[row], 0);
  const count = rows.reduce((sum, row) => sum + tree.count[row], 0);
  const listed = rows.slice(0, MOST_LISTED);
  const caller = parent === 0 ? words.rootText : rowText(tree, parent);
  return (
    <>
      <h3>{`${formatQuantity(rows.length, 'smaller box', 'smaller boxes')} of ${caller}`}</h3>
      <dl>
        <AmountFact name="Hold" amount={bytes} amounts={words.amounts} />
        <Detail name="Share">{`${formatPercent(shareOf(bytes, tree.total[0]))} of all`}</Detail>
        {count > 0 && <Detail name="Count">{formatQuantity(count, words.counted)}</Detail>}
      </dl>
      <p>Too narrow to draw one by one. Choose one to see it at full width.</p>
      <ol className="flame-merged">
        {listed.map((row) => (
          <li key={row}>
            <button type="button" className="row-button" onClick={() => onFocus(row)}>
              {rowText(tree, row)}
            </button>
            <span>{words.amounts.short(tree.total[row])}</span>
          </li>
        ))}
      </ol>
      {rows.length > listed.length && <p>{`${formatCount(rows.length - listed.length)} more in the list.`}</p>}
    </>
  );
}

function AmountFact({ name, amount, amounts }: { name: string; amount: number; amounts: FlameAmounts }): ReactNode {
  if (!isRounded(amount, amounts)) return <Detail name={name}>{amounts.exact(amount)}</Detail>;
  return (
    <Detail name={name}>
      {amounts.short(amount)}
      <small>{amounts.exact(amount)}</small>
    </Detail>
  );
}
