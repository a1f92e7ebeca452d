import { useEffect, useState } from 'react';

export type CopyState = 'idle' | 'copied' | 'failed';

const SHOWN_MS = 1600;

/** Copies texts, and says for a moment whether that worked. */
export function useCopy(): { state: CopyState; copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string): void => {
    // Browsers leave the clipboard out of pages that are neither https nor localhost.
    const { clipboard } = navigator as { clipboard?: Clipboard };
    if (clipboard === undefined) {
      setState('failed');
      return;
    }
    clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return { state, copy };
}
