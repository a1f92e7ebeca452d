import type { ReactNode } from 'react';
import { formatTime } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { FlameView } from '../../model/view-state.ts';
import { flameView } from '../../state/flame-state.ts';
import { useAppState } from '../../state/store.ts';
import { Choice } from '../common/Choice.tsx';

type Options<Key extends keyof FlameView> = readonly (readonly [value: FlameView[Key], words: string])[];

const GROUPINGS: Options<'grouping'> = [
  ['stack', 'by call stack'],
  ['call-site', 'by call site and size'],
  ['program', 'by program'],
  ['class', 'by class'],
];

const WIDTHS: Options<'width'> = [
  ['held', 'held bytes'],
  ['requested', 'requested bytes'],
];

/** `by call stack, held bytes` */
export function groupingWords(grouping: FlameView['grouping'], width: FlameView['width']): string {
  const wordsOf = <Value,>(choice: readonly (readonly [Value, string])[], value: Value): string =>
    choice.find(([candidate]) => candidate === value)?.[1] ?? '';
  return `${wordsOf(GROUPINGS, grouping)}, ${wordsOf(WIDTHS, width)}`;
}

/** What the view shows, as a sentence of choices: *alive at the cursor, by call stack, held bytes*. */
export function FlameSentence({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const choices = useAppState((state) => state.view.flame);
  const cursor = useAppState((state) => state.view.cursor);
  const setFlame = useAppState((state) => state.setFlame);
  const { what, grouping, width, foldsInternals } = flameView({ flame: choices });
  const { peak, curves } = allocator;
  const alive =
    cursor === null
      ? `alive at the window peak, ${formatTime(peak.time, undefined, curves.end)}`
      : `alive at the cursor, ${formatTime(cursor, 1e6, curves.end)}`;
  const whats: Options<'what'> = [
    ['alive', alive],
    ['alive-at-peak', 'alive at the peak of the range'],
    ['allocated', 'allocated in the range'],
    ['retained', 'allocated in the range and not freed in it'],
  ];
  return (
    <div className="flame-sentence">
      <Choice label="What is shown" value={what} options={whats} onChoose={(chosen) => setFlame({ what: chosen })} />
      <Choice
        label="How it is grouped"
        value={grouping}
        options={GROUPINGS}
        onChoose={(chosen) => setFlame({ grouping: chosen, selected: null })}
      />
      <Choice
        label="What the widths are"
        value={width}
        options={WIDTHS}
        onChoose={(chosen) => setFlame({ width: chosen })}
      />
      {grouping === 'stack' && (
        <label className="flame-check">
          <input
            type="checkbox"
            checked={foldsInternals}
            onChange={() => setFlame({ foldsInternals: !foldsInternals })}
          />
          fold JAX internals <kbd>j</kbd>
        </label>
      )}
    </div>
  );
}
