import { useState } from 'react';
import type { Digests } from '../../share/digest-link/reduce.ts';
import { appStore } from '../../state/store.ts';
import { download, fileName } from '../common/download.ts';
import { openDigests } from '../common/open-digests.ts';
import { linkFragment, linkOf } from '../common/picture-link.ts';
import type { Session } from '../common/session.ts';
import { useSession } from '../common/session.ts';

const NOTHING = 'What is open has no numbers to report.';
const NO_FORM = 'The form of the report could not be fetched from this site. Reload the page and try again.';
const NO_CLIPBOARD = 'This browser does not let a page copy. Save it instead.';
const COPIED = 'Copied. Paste it into an issue.';
const FROM_DISK = 'Saved. It opens from the disk, without a network and without this page.';

interface Report {
  copyMarkdown: () => void;
  saveMarkdown: () => void;
  saveHtml: () => void;
  /** What became of the last one; empty at first. */
  said: string;
}

/** What is open as a report that others read without this page. */
export function useReport(): Report {
  const session = useSession();
  const [said, setSaid] = useState('');

  /** Each report begins with the same: the digests of what is open. What it gives back is said. */
  const report = async (write: (digests: Digests) => Promise<string>): Promise<void> => {
    setSaid('');
    const digests = await openDigests(session.ask, appStore.getState());
    setSaid(digests === null ? NOTHING : await write(digests));
  };
  const copy = async (digests: Digests): Promise<string> =>
    (await isCopied(await markdownOf(session, digests))) ? COPIED : NO_CLIPBOARD;
  const saveMarkdown = async (digests: Digests): Promise<string> => {
    const text = await markdownOf(session, digests);
    const name = fileName(`${nameOf(digests)}.md`);
    download(new Blob([text], { type: 'text/markdown' }), name);
    return `Saved as ${name}.`;
  };
  const saveHtml = async (digests: Digests): Promise<string> => {
    const form = await formOfReports();
    if (form === null) return NO_FORM;
    const { writeReport } = await import('../../share/report-data.ts');
    const html = writeReport(form, digests, __HIGHWATER_BUILD__);
    download(new Blob([html], { type: 'text/html' }), fileName(`${nameOf(digests)}.html`));
    return FROM_DISK;
  };
  return {
    copyMarkdown: () => void report(copy),
    saveMarkdown: () => void report(saveMarkdown),
    saveHtml: () => void report(saveHtml),
    said,
  };
}

/** For an issue: facts, findings, and the link that opens the same view. */
async function markdownOf(session: Session, digests: Digests): Promise<string> {
  const fragment = await linkFragment(session, appStore.getState());
  const found = fragment === null ? null : linkOf(fragment);
  // A link to one's own machine is of no use in an issue.
  const link = found === null || found.isLocal ? null : found.url;
  const { reportMarkdown } = await import('../../share/report-markdown.ts');
  return reportMarkdown(digests, { link, build: __HIGHWATER_BUILD__ });
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
