/** Files that another page has sent, until the user has answered. */

import type { DroppedFile } from './input/types.ts';
import type { AppStore } from './state/store.ts';

export class SentFiles {
  private files: DroppedFile[] = [];

  constructor(private readonly store: AppStore) {}

  /** One request waits at a time: what a click agrees to must not change under it. */
  ask(files: DroppedFile[], origin: string): void {
    const { request, showRequest } = this.store.getState();
    if (request !== null) return;
    this.files = files;
    const listed = files.map(({ path, source }) => ({ name: path, bytes: source.size }));
    showRequest({ kind: 'message', origin, files: listed });
  }

  /** The request is answered: its files, if it had any. */
  take(): DroppedFile[] {
    const { files } = this;
    this.files = [];
    this.store.getState().showRequest(null);
    return files;
  }
}
