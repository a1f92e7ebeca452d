import { useState } from 'react';
import type { ReactNode } from 'react';
import { ALLOCATIONS_KEYS } from './allocations/allocations-keys.ts';
import { BLOCKS_KEYS } from './blocks/blocks-keys.ts';
import { COMPARE_CURVE_KEYS, DELTA_FLAME_KEYS } from './compare/compare-keys.ts';
import { letterKeysWork, setLetterKeys } from './common/letter-keys.ts';
import { Modal } from './common/Modal.tsx';
import { SERIES_KEYS } from './dump/series-keys.ts';
import { FLAME_KEYS } from './flame/flame-keys.ts';
import { PROJECTION_KEYS } from './projection/projection-keys.ts';
import { MINIMAP_KEYS, TIMELINE_KEYS } from './timeline/timeline-keys.ts';

type Keys = readonly (readonly [keys: string, does: string])[];

const EVERYWHERE: Keys = [
  ['?', 'this help'],
  ['Shift S', 'share a link to what is open'],
  ['Tab', 'the next part of the page; inside lists and tabs arrows move'],
  ['Alt ←', 'back to the view before: allocator, finding, brushed range, tab'],
];

const FINDINGS: Keys = [
  ['↑ ↓', 'previous, next finding'],
  ['Enter', 'show it in the curve and the flame view'],
  ['Esc', 'take the highlight away'],
];

const PARTS: readonly { title: string; keys: Keys }[] = [
  { title: 'Everywhere', keys: EVERYWHERE },
  { title: 'Findings', keys: FINDINGS },
  { title: 'Curve', keys: TIMELINE_KEYS },
  { title: 'Overview strip under the curve', keys: MINIMAP_KEYS },
  { title: 'Flame', keys: FLAME_KEYS },
  { title: 'Blocks', keys: BLOCKS_KEYS },
  { title: 'Allocations', keys: ALLOCATIONS_KEYS },
  { title: 'Series of dumps', keys: SERIES_KEYS },
  { title: 'Comparison: curves', keys: COMPARE_CURVE_KEYS },
  { title: 'Comparison: flame', keys: DELTA_FLAME_KEYS },
  { title: 'Will a deeper model fit?', keys: PROJECTION_KEYS },
];

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** All keys. */
export function HelpDialog({ isOpen, onClose }: Props): ReactNode {
  const [letters, setLetters] = useState(letterKeysWork);
  return (
    <Modal className="help" title="Keys" isOpen={isOpen} onClose={onClose}>
      <p>Keys of a view work while it has the focus: click it, or reach it by Tab.</p>
      <label className="help-letters">
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => {
            setLetterKeys(event.target.checked);
            setLetters(event.target.checked);
          }}
        />
        Keys that are a single letter or sign work. Arrows, Enter and Escape always do.
      </label>
      <div className="help-parts">
        {PARTS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([names, does]) => (
                <div key={names}>
                  <dt>
                    <kbd>{names}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="help-build">
        Version and build of this page: <span className="build">{__HIGHWATER_BUILD__}</span>
      </p>
    </Modal>
  );
}
