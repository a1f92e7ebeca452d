import type { ReactNode } from 'react';

interface Props {
  label: string;
  sign: string;
  onClick: () => void;
}

export function ZoomButton({ label, sign, onClick }: Props): ReactNode {
  return (
    <button type="button" className="button small" aria-label={label} title={label} onClick={onClick}>
      {sign}
    </button>
  );
}
