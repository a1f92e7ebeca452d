/** Explained texts that come beside what is open, and when they have the screen. */

import { mergedTexts, withTexts } from './app-state.ts';
import type { AppState, ExplainedText } from './app-state.ts';

/** A pasted text. It does not end a load that is running: then it waits until that is done. */
export function withPastedTexts(state: AppState, texts: readonly ExplainedText[]): AppState {
  if (state.status !== 'loading') return withTexts(state, texts, []);
  return { ...state, messages: mergedTexts(state.messages, texts), notice: null };
}

/** Whether explanations have the screen: chosen, or all there is. */
export function showsTexts({ status, profile, comparison, messages, showsMessages }: AppState): boolean {
  const isAlone = profile === null && comparison === null;
  return status === 'open' && messages.length > 0 && (showsMessages || isAlone);
}
