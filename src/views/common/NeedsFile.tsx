import type { ReactNode } from 'react';
import { missingFiles } from '../../state/linked-state.ts';
import { useAppState } from '../../state/store.ts';
import { listed } from './listed.ts';

/** In place of a view of which a link carries nothing. `what` begins a sentence: `Single allocations`. */
export function NeedsFile({ what }: { what: string }): ReactNode {
  // One text for one state: a selector must give the same value.
  const files = useAppState((state) => listed(missingFiles(state)));
  return <p className="flame-empty">{`${what} are not in the link. Drop ${files} here to see them.`}</p>;
}
