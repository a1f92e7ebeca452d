import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Digests } from '../../share/digest-link/reduce.ts';
import { writeReport } from '../../share/report-data.ts';
import { appStore } from '../../state/store.ts';
import { download, fileName } from '../common/download.ts';
import { openDigests } from '../common/open-digests.ts';
import { useSession } from '../common/session.ts';

const NOTHING = 'What is open has no numbers to report.';
const NO_FORM = 'The form of the report could not be fetched from this site. Reload the page and try again.';

/** What is open as a report that others read without this page. */
export function ReportMenu(): ReactNode {
  const session = useSession();
  const menu = useRef<HTMLDetailsElement>(null);
  const [said, setSaid] = useState('');

  /** Each report begins with the same: the digests of what is open. */
  const report = (write: (digests: Digests) => Promise<string>) => async (): Promise<void> => {
    setSaid('');
    const digests = await openDigests(session.ask, appStore.getState());
    setSaid(digests === null ? NOTHING : await write(digests));
  };
  const saveHtml = report(async (digests) => {
    const form = await formOfReports();
    if (form === null) return NO_FORM;
    const html = writeReport(form, digests, __HIGHWATER_BUILD__);
    download(new Blob([html], { type: 'text/html' }), fileName(`${nameOf(digests)}.html`));
    return 'It opens from the disk, without a network and without this page.';
  });
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    event.stopPropagation();
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} className="save-menu" onKeyDown={close}>
      <summary>Report</summary>
      <div className="save-menu-panel">
        <div className="save-menu-row">
          <button type="button" className="button small" onClick={() => void saveHtml()}>
            HTML, one file
          </button>
        </div>
        <p role="status">{said}</p>
      </div>
    </details>
  );
}

function nameOf({ baseline, candidate }: Digests): string {
  const name = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  return baseline === null ? `report-${name(candidate.name)}` : `report-${name(baseline.name)}-${name(candidate.name)}`;
}

/** What the build puts beside the page. */
async function formOfReports(): Promise<string | null> {
  try {
    const response = await fetch('report.html');
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
