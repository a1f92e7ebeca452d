import type { ReactNode } from 'react';
import { bareAmountsOf } from '../../layout/sample-amounts.ts';
import { formatCount, formatPercent } from '../../model/format.ts';
import type { FunctionTopRow, SampleTypeIndex, SnapshotSummary } from '../../model/snapshot.ts';
import { NODE_NO_FRAME } from '../../model/snapshot.ts';
import type { DumpView } from '../../model/view-state.ts';
import { dumpView } from '../../state/dump-state.ts';
import { useAppState } from '../../state/store.ts';
import { functionsTable } from '../../share/summary-tables.ts';
import { Choice } from '../common/Choice.tsx';
import { SaveTable } from '../common/SaveTable.tsx';
import { cutText } from './dump-words.ts';
import type { Column } from './SortTable.tsx';
import { SortTable } from './SortTable.tsx';

interface Props {
  snapshot: SnapshotSummary;
  type: SampleTypeIndex;
}

const BY: readonly (readonly [value: DumpView['functions'], words: string])[] = [
  ['user', 'by call site: the first frame of user code'],
  ['project', 'by call site in the project: the first frame outside installed packages'],
  ['leaf', 'by the innermost frame'],
  ['cumulative', 'by every frame, with all that it called'],
];

/** More columns would push the names out. */
const MOST_OTHER_TYPES = 3;

/** Who asked for it, as a table. A function is a way to its boxes in the flame view. */
export function FunctionList({ snapshot, type }: Props): ReactNode {
  const choices = useAppState((state) => state.view.dump);
  const setDump = useAppState((state) => state.setDump);
  const setFlame = useAppState((state) => state.setFlame);
  const { functions: by } = dumpView({ dump: choices });
  const top = snapshot.tops[by];
  const find = (row: FunctionTopRow): void => {
    // Folded frames are in no box of the folded tree.
    const isFolded = by === 'leaf' || by === 'cumulative';
    setFlame({
      search: snapshot.functions.name[row.function],
      ops: [],
      selected: null,
      ...(isFolded ? { foldsInternals: false } : {}),
    });
    setDump({ tab: 'flame' });
  };
  return (
    <div className="dump-table">
      <div className="flame-sentence">
        <span>{snapshot.isJaxDump ? 'What is alive,' : 'What was sampled,'}</span>
        <Choice label="Which frame counts" value={by} options={BY} onChoose={(functions) => setDump({ functions })} />
        <span className="dump-cut">{cutText(top, snapshot.sampleTypes[snapshot.sortedBy])}</span>
        <span className="bar-space" />
        <SaveTable name="functions" table={() => functionsTable(snapshot, by)} />
      </div>
      <SortTable
        key={by}
        caption={`Functions ${BY.find(([value]) => value === by)?.[1] ?? ''}`}
        columns={columnsOf(snapshot, type, find)}
        rows={top.rows}
        keyOf={(row) => String(row.function)}
        isCurrent={() => false}
      />
    </div>
  );
}

function columnsOf(
  snapshot: SnapshotSummary,
  type: SampleTypeIndex,
  find: (row: FunctionTopRow) => void,
): Column<FunctionTopRow>[] {
  const { functions, sampleTypes, totals, hasNegativeValues } = snapshot;
  const nameOf = (row: FunctionTopRow): string =>
    row.function === NODE_NO_FRAME ? '(no user code)' : functions.name[row.function];
  const others = sampleTypes.flatMap((_, index) => (index === type ? [] : [index])).slice(0, MOST_OTHER_TYPES);
  const whole = hasNegativeValues[type] ? 0 : totals[type];
  return [
    {
      id: 'name',
      head: 'Function',
      sortBy: nameOf,
      cell: (row) => (
        <>
          {row.function === NODE_NO_FRAME ? (
            <span>{nameOf(row)}</span>
          ) : (
            <button type="button" className="row-button" title="Find it in the flame view" onClick={() => find(row)}>
              {nameOf(row)}
            </button>
          )}
          <small>{placeText(snapshot, row)}</small>
        </>
      ),
    },
    ...[type, ...others].map((index): Column<FunctionTopRow> => {
      const { short, exact } = bareAmountsOf(sampleTypes[index]);
      return {
        id: `type-${index}`,
        head: sampleTypes[index].type || `Value ${index + 1}`,
        sortBy: (row) => row.values[index],
        cell: ({ values }) => {
          const rounded = short(values[index]);
          const exactly = exact(values[index]);
          return (
            <>
              {rounded}
              {rounded !== exactly && <small>{exactly}</small>}
            </>
          );
        },
      };
    }),
    ...(whole > 0
      ? [
          {
            id: 'share',
            head: 'Share',
            explanation: `Of ${sampleTypes[type].type || 'the total'}`,
            sortBy: ({ values }: FunctionTopRow) => values[type],
            cell: ({ values }: FunctionTopRow) => formatPercent(values[type] / whole),
          },
        ]
      : []),
    { id: 'samples', head: 'Samples', sortBy: ({ samples }) => samples, cell: ({ samples }) => formatCount(samples) },
  ];
}

/** More lines of one function say no more than that it is large. */
const MOST_LINES = 8;

/** `/home/ada/model.py, lines 61, 64`. */
function placeText({ functions }: SnapshotSummary, row: FunctionTopRow): string {
  if (row.function === NODE_NO_FRAME) return 'no frame of these stacks is user code';
  const file = functions.file[row.function];
  const lines = [...new Set(row.lines)].filter((line) => line > 0);
  const listed =
    lines.slice(0, MOST_LINES).join(', ') + (lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '');
  const parts = [file, lines.length === 0 ? '' : `${lines.length === 1 ? 'line' : 'lines'} ${listed}`];
  return parts.filter((part) => part !== '').join(', ');
}
