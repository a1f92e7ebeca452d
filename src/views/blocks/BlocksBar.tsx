import type { ReactNode } from 'react';
import type { BlockColoring } from '../../model/view-state.ts';
import { blocksView } from '../../state/allocation-state.ts';
import { useAppState } from '../../state/store.ts';
import { KeyHelp } from '../common/KeyHelp.tsx';
import { BLOCKS_KEYS } from './blocks-keys.ts';

const COLORINGS: readonly (readonly [value: BlockColoring, words: string])[] = [
  ['call-site', 'coloured by call site'],
  ['program', 'coloured by program'],
  ['class', 'coloured by class'],
  ['size', 'coloured by size'],
];

/** What the colours are, where the sizes start, and the keys. */
export function BlocksBar({
  hasBase,
  legend,
  save,
}: {
  hasBase: boolean;
  legend: ReactNode;
  save: ReactNode;
}): ReactNode {
  const choices = useAppState((state) => state.view.blocks);
  const setBlocks = useAppState((state) => state.setBlocks);
  const { coloring, startsAtZero } = blocksView({ blocks: choices });
  return (
    <div className="blocks-bar">
      <select
        className="field"
        aria-label="What the colours are"
        value={coloring}
        onChange={({ target }) => setBlocks({ coloring: COLORINGS[target.selectedIndex]?.[0] ?? 'call-site' })}
      >
        {COLORINGS.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {hasBase && (
        <label className="blocks-check">
          <input type="checkbox" checked={startsAtZero} onChange={() => setBlocks({ startsAtZero: !startsAtZero })} />
          sizes from 0
        </label>
      )}
      {legend}
      <span className="bar-space" />
      {save}
      <KeyHelp
        keys={BLOCKS_KEYS}
        note="Keys work while the blocks have the focus. Wheel, drag and double click are those of the curve."
      />
    </div>
  );
}
