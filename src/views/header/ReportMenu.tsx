import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Digests } from '../../share/digest-link/reduce.ts';
import { writeReport } from '../../share/report-data.ts';
import { reportMarkdown } from '../../share/report-markdown.ts';
import { appStore } from '../../state/store.ts';
import { download, fileName } from '../common/download.ts';
import { openDigests } from '../common/open-digests.ts';
import { linkFragment, linkOf } from '../common/picture-link.ts';
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
  const copyMarkdown = report(async (digests) => {
    const fragment = await linkFragment(session.ask, appStore.getState());
    // A link to one's own machine is of no use in an issue.
    const link = fragment === null || location.protocol !== 'https:' ? null : linkOf(fragment);
    const markdown = reportMarkdown(digests, { link, build: __HIGHWATER_BUILD__ });
    if (await isCopied(markdown)) return 'Copied. Paste it into an issue.';
    download(new Blob([markdown], { type: 'text/markdown' }), fileName(`${nameOf(digests)}.md`));
    return 'This browser gives no access to the clipboard, so it was saved as a file.';
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
          <button type="button" className="button small" onClick={() => void copyMarkdown()}>
            Markdown, copied
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

/** Browsers leave the clipboard out of pages that are neither https nor localhost, and may refuse it. */
async function isCopied(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false;
  }
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
