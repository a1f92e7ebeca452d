/**
 * Fetches files that a link names, after the user has agreed. In the page only. Nothing of the user goes along: no
 * cookies, no password, no address of this page.
 */

import type { RemoteFile } from '../model/open-request.ts';
import type { RefusalCode } from '../model/problems.ts';
import type { Bytes } from '../model/units.ts';
import type { Dropped } from './dropped.ts';
import { sizeText } from './text.ts';

export interface FetchOptions {
  signal: AbortSignal;
  /** `bytesTotal` is 0 where the hosts do not state it. Of all files together. */
  onProgress: (bytesRead: Bytes, bytesTotal: Bytes) => void;
  /** Of all files together. */
  limit?: Bytes;
}

/** Larger files are better downloaded: a fetch that breaks has to start again. */
const LIMIT: Bytes = 4 * 2 ** 30;
/** Chunks of this size together become a blob, which the browser keeps outside the page's heap. */
const BLOB_BYTES: Bytes = 8 * 2 ** 20;

/** One after the other, as the hosts deliver them. Never rejects; a fetch that is cancelled gives what there was. */
export async function fetchRemote(files: readonly RemoteFile[], options: FetchOptions): Promise<Dropped> {
  const dropped: Dropped = { files: [], refusals: [] };
  const progress = new FetchProgress(options);
  for (const file of files) {
    if (options.signal.aborted) break;
    try {
      const source = await fetchOne(file, options.signal, progress);
      dropped.files.push({ path: file.name, source, lastModified: 0 });
    } catch (error) {
      dropped.refusals.push({ file: file.name, code: codeOf(error), reason: reasonOf(error, file) });
    }
  }
  return dropped;
}

/** A sentence for the user, as opposed to what the browser throws. */
class FetchFault extends Error {
  override readonly name = 'FetchFault';
}

class TooLarge extends FetchFault {}

async function fetchOne({ url, host }: RemoteFile, signal: AbortSignal, progress: FetchProgress): Promise<Blob> {
  const response = await fetch(url, {
    signal,
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'follow',
    cache: 'no-cache',
  });
  if (!response.ok) throw new FetchFault(statusText(response.status, host));
  const body = new BlobWriter();
  const reader = response.body?.getReader();
  try {
    progress.begin(Number(response.headers.get('content-length') ?? 0));
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) break;
      progress.add(chunk.value.length);
      body.add(chunk.value);
    }
  } catch (error) {
    // The rest would still come in, unseen.
    void reader?.cancel().catch(() => undefined);
    progress.drop();
    throw error;
  }
  progress.end();
  return body.finish();
}

/** Gathers chunks into blobs, so that a large file does not lie in the heap twice. */
class BlobWriter {
  private readonly blobs: Blob[] = [];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private bytes: Bytes = 0;

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= BLOB_BYTES) this.flush();
  }

  finish(): Blob {
    this.flush();
    return new Blob(this.blobs);
  }

  private flush(): void {
    if (this.bytes > 0) this.blobs.push(new Blob(this.chunks));
    this.chunks = [];
    this.bytes = 0;
  }
}

class FetchProgress {
  private readonly options: FetchOptions;
  private readonly limit: Bytes;
  /** Of files that are complete. */
  private before: Bytes = 0;
  private read: Bytes = 0;
  private stated: Bytes = 0;

  constructor(options: FetchOptions) {
    this.options = options;
    this.limit = options.limit ?? LIMIT;
  }

  /** Throws where the host states more than is fetched at all. */
  begin(stated: Bytes): void {
    this.stated = stated;
    this.check(this.before + stated);
    this.report();
  }

  add(bytes: Bytes): void {
    this.read += bytes;
    this.check(this.before + this.read);
    this.report();
  }

  end(): void {
    this.before += this.read;
    this.drop();
  }

  /** What was read of the current file is not kept. */
  drop(): void {
    this.read = 0;
    this.stated = 0;
  }

  private check(bytes: Bytes): void {
    if (bytes <= this.limit) return;
    throw new TooLarge(
      `It is larger than ${sizeText(this.limit)}, which is more than is fetched here. Download it and drop the file.`,
    );
  }

  private report(): void {
    // A compressed transfer states the length before it is unpacked: then how much there will be is not known.
    const isKnown = this.stated > 0 && this.read <= this.stated;
    this.options.onProgress(this.before + this.read, isKnown ? this.before + this.stated : 0);
  }
}

function codeOf(error: unknown): RefusalCode {
  if (error instanceof TooLarge) return 'too-large';
  return isAbort(error) ? 'cancelled' : 'unreadable';
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function reasonOf(error: unknown, file: RemoteFile): string {
  if (error instanceof FetchFault) return error.message;
  if (isAbort(error)) return 'Fetching it was cancelled.';
  if (!navigator.onLine)
    return `This browser is offline, so ${file.host} could not be asked. Connect and open the link again.`;
  return `${whyBlocked(file)} ${HOSTS_THAT_WORK}`;
}

const HOSTS_THAT_WORK =
  'Hosts that allow it: raw.githubusercontent.com, GitHub Pages, Hugging Face, and buckets (S3, GCS, Azure) whose ' +
  'CORS rules name this site. Or download the file and drop it here.';

/** The browser says the same of a host that cannot be reached and of one that forbids it: both are possible. */
function whyBlocked({ host, url }: RemoteFile): string {
  const raw = rawAddress(new URL(url));
  if (raw !== null)
    return `${host} shows its files on pages that other sites may not read. The file itself is at ${raw} .`;
  return `${host} could not be reached, or does not allow other sites to read this file (CORS).`;
}

/** A file on GitHub's own pages, at the address that gives its bytes. */
function rawAddress({ hostname, pathname }: URL): string | null {
  if (hostname !== 'github.com') return null;
  const parts = /^\/([^/]+)\/([^/]+)\/(?:blob|raw)\/(.+)$/.exec(pathname);
  return parts === null ? null : `https://raw.githubusercontent.com/${parts[1]}/${parts[2]}/${parts[3]}`;
}

function statusText(status: number, host: string): string {
  const answered = `${host} answered with status ${status}`;
  switch (status) {
    case 401:
    case 403:
      return `${answered}: it asks for a permission, and none is ever sent. Download the file and drop it here.`;
    case 404:
    case 410:
      return `${answered}: there is no such file, or it is not public. Check the link, or ask whoever made it.`;
    case 429:
      return `${answered}: it was asked too often. Wait a while and open the link again.`;
    default:
      return `${answered}. Open the link again later, or download the file and drop it here.`;
  }
}
