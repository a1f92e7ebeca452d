import { useEffect, useState } from 'react';
import type { QuestionKind, Questions } from '../../worker/protocol.ts';
import { useSession } from './session.ts';

export interface Answered<K extends QuestionKind> {
  /** The newest answer, which stays while a later question is on its way; null until the first. */
  answer: Questions[K]['answer'] | null;
  isWaiting: boolean;
  /** The newest question was not answered: the worker refused it. */
  hasFailed: boolean;
}

interface Settled<K extends QuestionKind> {
  /** Of the newest question that is settled. */
  key: string | null;
  answer: Questions[K]['answer'] | null;
  hasFailed: boolean;
}

/** Asks whenever the question is another one (by its content). Null asks nothing, and has no answer. */
export function useAnswer<K extends QuestionKind>(kind: K, ask: Questions[K]['ask'] | null): Answered<K> {
  const session = useSession();
  const [settled, setSettled] = useState<Settled<K>>({ key: null, answer: null, hasFailed: false });
  const key = ask === null ? null : JSON.stringify(ask);
  useEffect(() => {
    if (key === null) return undefined;
    let isNewest = true;
    // The key is the question: taking it apart again makes the effect depend on its content alone.
    const asked = JSON.parse(key) as Questions[K]['ask'];
    void session.ask(kind, asked).then((answer) => {
      if (!isNewest) return;
      setSettled((before) => ({ key, answer: answer ?? before.answer, hasFailed: answer === null }));
    });
    return () => {
      isNewest = false;
    };
  }, [session, kind, key]);
  if (key === null) return { answer: null, isWaiting: false, hasFailed: false };
  const isWaiting = settled.key !== key;
  return { answer: settled.answer, isWaiting, hasFailed: settled.hasFailed && !isWaiting };
}
