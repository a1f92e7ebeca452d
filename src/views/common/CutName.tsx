import type { ReactNode } from 'react';
import { namePieces } from './name-pieces.ts';

interface Props {
  name: string;
  /** The name beside it, which it is to be told from; null where it stands alone. */
  other?: string | null;
}

/** A name that, where there is no room for it, is cut before or after what it is known by. Screen readers get it whole. */
export function CutName({ name, other = null }: Props): ReactNode {
  const { start, told, end } = namePieces(name, other);
  return (
    <>
      <span className="cut-name" title={name} aria-hidden="true">
        {start !== '' && <span className="cut-start">{start}</span>}
        <span className="cut-told">{told}</span>
        {end !== '' && <span className="cut-end">{end}</span>}
      </span>
      <span className="visually-hidden">{name}</span>
    </>
  );
}
