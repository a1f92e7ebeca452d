import { useRef } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { formatBytes } from '../../model/format.ts';
import { shownName } from '../../state/app-state.ts';
import { blocksOf } from './depths.ts';
import type { TypedDepth } from './depths.ts';

interface Props {
  known: readonly TypedDepth[];
  /** What is read just now; null where nothing is. */
  reading: string | null;
  fault: string | null;
  onDepth: (index: number, depth: string) => void;
  onRemove: (index: number) => void;
  onAdd: (files: readonly File[]) => void;
}

/** The profiles that the answer rests on, each with its number of blocks. The first is the open one. */
export function KnownDepths({ known, reading, fault, onDepth, onRemove, onAdd }: Props): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const add = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = Array.from(event.target.files ?? []);
    event.target.value = '';
    if (chosen.length > 0) onAdd(chosen);
  };
  return (
    <fieldset className="projection-known">
      <legend>What is known</legend>
      <ul>
        {known.map(({ figures, depth }, index) => (
          <li key={`${String(index)} ${figures.source}`}>
            <label>
              <input
                type="number"
                min={1}
                inputMode="numeric"
                value={depth}
                aria-label={`Blocks in ${figures.source}`}
                aria-invalid={blocksOf(depth) === null}
                onChange={(event) => onDepth(index, event.target.value)}
              />{' '}
              blocks in <code title={figures.source}>{shownName(figures.source)}</code>
            </label>
            <span className="projection-note">
              peak {formatBytes(Object.values(figures.moments[0].groups).reduce((sum, bytes) => sum + bytes, 0))}
              {index === 0 && ', open now'}
              {figures.guessedDepth !== null && depth === String(figures.guessedDepth) && ', told by what repeats in it'}
            </span>
            {index > 0 && (
              <button type="button" className="link" onClick={() => onRemove(index)}>
                Remove<span className="visually-hidden"> {figures.source}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p>
        <button type="button" className="button small" disabled={reading !== null} onClick={() => picker.current?.click()}>
          Add a profile of another depth
        </button>
        <input ref={picker} type="file" hidden aria-label="Profile of another depth" onChange={add} />{' '}
        <span role="status">
          {reading !== null && `Reading ${reading} …`}
          {fault}
        </span>
      </p>
    </fieldset>
  );
}
