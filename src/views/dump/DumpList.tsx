import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { bareAmountsOf, signed } from '../../layout/sample-amounts.ts';
import { siteHistory, siteName } from '../../layout/series-verdict.ts';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { SampleTypeIndex, SeriesSite, SeriesSummary } from '../../model/snapshot.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';
import { movedName, namesInOrder } from './dump-order.ts';

interface Props {
  series: SeriesSummary;
  /** As it was chosen last: the series in that order may still be on its way. */
  order: readonly string[];
  type: SampleTypeIndex;
  /** The name of the dump that is shown. */
  shown: string;
  site: SeriesSite | null;
}

const PAGE = 100;

/** Every dump of the series with its numbers, in the order of the picture, which is changed here. */
export function DumpList({ series, order: chosenOrder, type, shown, site }: Props): ReactNode {
  const setDump = useAppState((state) => state.setDump);
  const session = useSession();
  const [length, setLength] = useState(PAGE);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const table = useRef<HTMLTableElement>(null);
  /** The button that was pressed: its row may have been taken out and put in again, which loses the focus. */
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (pressed.current === null) return;
    const buttons = Array.from(table.current?.querySelectorAll<HTMLElement>('button[data-move]') ?? []);
    buttons.find(({ dataset }) => dataset['move'] === pressed.current)?.focus();
    pressed.current = null;
  }, [series]);

  const { points, sampleTypes, order } = series;
  const { short, exact } = bareAmountsOf(sampleTypes[type]);
  const names = points.map(({ name }) => name);
  // In the order of the series: the earlier one is the baseline.
  const compared = names.filter((name) => ticked.includes(name));
  const tick = (name: string): void =>
    setTicked((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name].slice(-2)));
  const history = site === null ? null : siteHistory(series, site, type);
  const move = (name: string, by: -1 | 1): void => {
    pressed.current = `${name} ${by}`;
    setDump({ order: movedName(chosenOrder, name, by) });
  };
  return (
    <div className="dump-table">
      <div className="flame-sentence">
        <span>{order.sentence}</span>
        <button type="button" className="button small" onClick={() => setDump({ order: namesInOrder(names) })}>
          Order by name
        </button>
        {order.by === 'chosen' && (
          <button type="button" className="button small" onClick={() => setDump({ order: null })}>
            Back to the order that was found
          </button>
        )}
        <button
          type="button"
          className="button small"
          disabled={compared.length !== 2}
          title={compared.length === 2 ? '' : 'Tick two dumps of the list'}
          onClick={() => session.compareDumps(compared[0], compared[1])}
        >
          Compare the two that are ticked
        </button>
      </div>
      <table ref={table} className="numbers sort-table">
        <caption className="visually-hidden">Dumps in order</caption>
        <thead>
          <tr>
            <th scope="col">Dump</th>
            <th scope="col">{sampleTypes[type].type || 'Value'}</th>
            <th scope="col">Since the one before</th>
            <th scope="col">Samples</th>
            {site !== null && <th scope="col">{siteName(site)}</th>}
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          {points.slice(0, length).map(({ name, totals, samples }, index) => {
            const change = index === 0 ? null : totals[type] - points[index - 1].totals[type];
            return (
              <tr key={name} aria-current={name === shown}>
                <th scope="row">
                  <input
                    type="checkbox"
                    aria-label={`Compare ${name}`}
                    checked={ticked.includes(name)}
                    onChange={() => tick(name)}
                  />{' '}
                  <button type="button" className="row-button" onClick={() => setDump({ shown: name })}>
                    {`${formatCount(index + 1)}. ${name}`}
                  </button>
                </th>
                <td>
                  {short(totals[type])}
                  {exact(totals[type]) !== short(totals[type]) && <small>{exact(totals[type])}</small>}
                </td>
                <td>
                  {change === null ? 'the first' : signed(change, short)}
                  {change !== null && exact(change) !== short(change) && <small>{signed(change, exact)}</small>}
                </td>
                <td>{formatCount(samples)}</td>
                {history !== null && (
                  <td>
                    {short(history[index])}
                    {exact(history[index]) !== short(history[index]) && <small>{exact(history[index])}</small>}
                  </td>
                )}
                <td>
                  <MoveButton name={name} by={-1} disabled={chosenOrder[0] === name} onMove={move} />
                  <MoveButton name={name} by={1} disabled={chosenOrder.at(-1) === name} onMove={move} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {points.length > length && (
        <button type="button" className="button small" onClick={() => setLength(length + PAGE)}>
          {`Show ${formatQuantity(Math.min(PAGE, points.length - length), 'more dump')}`}
        </button>
      )}
    </div>
  );
}

interface MoveProps {
  name: string;
  by: -1 | 1;
  disabled: boolean;
  onMove: (name: string, by: -1 | 1) => void;
}

/** Not disabled in the browser's sense: at the end of the list it would lose the focus of who pressed it. */
function MoveButton({ name, by, disabled, onMove }: MoveProps): ReactNode {
  return (
    <button
      type="button"
      className="button small"
      data-move={`${name} ${by}`}
      aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onMove(name, by);
      }}
    >
      {by < 0 ? '↑' : '↓'}
    </button>
  );
}
