import type { ReactNode } from 'react';
import { isReducible } from '../../state/app-state.ts';
import { isShareable } from '../../state/link-state.ts';
import { isSummaryOnly } from '../../state/linked-state.ts';
import { useAppState } from '../../state/store.ts';
import { MenuButton } from '../common/MenuButton.tsx';
import type { MenuItem } from '../common/MenuButton.tsx';
import { useReport } from './use-report.ts';

interface Props {
  /** Opens the dialog of the link. */
  onLink: () => void;
  /** Asks for a smaller file of the open trace. */
  onReduce: () => void;
}

/** What is open, for others: a link, a report, a smaller file. Nothing where nothing is open. */
export function ShareMenu({ onLink, onReduce }: Props): ReactNode {
  const report = useReport();
  const canLink = useAppState(isShareable);
  const canReport = useAppState(({ profile, comparison }) => profile !== null || comparison !== null);
  const canReduce = useAppState((state) => isReducible(state.profile) && !isSummaryOnly(state));
  const items: MenuItem[] = [
    ...(canLink ? [{ label: 'Link…', hint: 'Shift S', choose: onLink }] : []),
    ...(canReport
      ? [
          { label: 'Copy a report, Markdown', staysOpen: true, choose: report.copyMarkdown },
          { label: 'Save a report, Markdown', staysOpen: true, choose: report.saveMarkdown },
          { label: 'Save a report, one HTML file', staysOpen: true, choose: report.saveHtml },
        ]
      : []),
    ...(canReduce ? [{ label: 'Reduced profile…', hint: 'same peaks, smaller file', choose: onReduce }] : []),
  ];
  return items.length === 0 ? null : <MenuButton label="Share" items={items} said={report.said} alignsRight />;
}
