import type { ReactNode } from 'react';

/** A table that may be wider than its place: it scrolls by itself, with the keyboard too. */
export function WideTable({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="oom-table" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
