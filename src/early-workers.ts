import type { AppStore } from './state/store.ts';
import { dragsFiles } from './views/drop/drags-files.ts';
import { readyWorkers } from './worker/profile-workers.ts';

/**
 * Starts the workers of a profile before there is one: when files are dragged over the page, and at the first click or
 * key on the landing page, where nearly everything opens something. They start while the person picks a file.
 */
export function startWorkersEarly(store: AppStore): void {
  const onLanding = (): void => {
    if (store.getState().status === 'landing') readyWorkers();
  };
  document.addEventListener('pointerdown', onLanding, { capture: true, passive: true });
  document.addEventListener('keydown', onLanding, { capture: true, passive: true });
  const onDrag = (event: DragEvent): void => {
    if (dragsFiles(event)) readyWorkers();
  };
  document.addEventListener('dragenter', onDrag, { capture: true, passive: true });
}
