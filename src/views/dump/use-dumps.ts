/** The series in its chosen order and the chosen dump of it, asked of the worker where they are not there yet. */

import { useCallback, useEffect, useState } from 'react';
import type { OpenedDumps, SeriesSummary, SnapshotSummary } from '../../model/snapshot.ts';
import { dumpView } from '../../state/dump-state.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';

export interface ShownDumps {
  /** In the order that is shown. */
  names: readonly string[];
  /** In the order that was chosen last, be it on its way: what the next choice starts from. */
  chosenOrder: readonly string[];
  /** Null for a single dump. */
  series: SeriesSummary | null;
  /** The name of the dump that `snapshot` is of. */
  name: string;
  snapshot: SnapshotSummary;
  /** The name of the dump that was chosen last, be it on its way: what the next choice starts from. */
  chosen: string;
  /** Another dump or order was chosen and is on its way; what is shown is still the one before. */
  isWaiting: boolean;
  /** The worker did not give what was chosen. */
  hasFailed: boolean;
}

interface Loaded {
  name: string;
  snapshot: SnapshotSummary;
}

export function useShownDumps(dumps: OpenedDumps): ShownDumps {
  const { ask } = useSession();
  const view = dumpView({ dump: useAppState((state) => state.view.dump) });
  const first: Loaded = { name: dumps.names[dumps.shown], snapshot: dumps.snapshot };
  const wanted = view.shown !== null && dumps.names.includes(view.shown) ? view.shown : first.name;
  const askDump = useCallback(
    async (name: string): Promise<Loaded | null> => {
      const snapshot = await ask('dump', { name });
      return snapshot === null ? null : { name, snapshot };
    },
    [ask],
  );
  const askSeries = useCallback(
    async (order: readonly string[] | null) => (order === null ? null : await ask('series', { order: [...order] })),
    [ask],
  );
  const dump = useAsked(wanted, first.name, first, askDump);
  const series = useAsked(view.order, null, dumps.series, askSeries);
  const names = series.answer?.points.map(({ name }) => name) ?? dumps.names;
  const coming = series.isWaiting ? view.order?.filter((name) => names.includes(name)) : undefined;
  return {
    names,
    chosenOrder: coming ?? names,
    series: series.answer,
    ...dump.answer,
    chosen: wanted,
    isWaiting: dump.isWaiting || series.isWaiting,
    hasFailed: dump.hasFailed || series.hasFailed,
  };
}

interface Asked<T> {
  answer: T;
  isWaiting: boolean;
  hasFailed: boolean;
}

/** The answer for `wanted`; the last one stays until it comes. `known` is not asked for: its answer is `initial`. */
function useAsked<K, T>(wanted: K, known: K, initial: T, ask: (wanted: K) => Promise<T | null>): Asked<T> {
  const [got, setGot] = useState<{ of: K; answer: T; hasFailed: boolean }>({
    of: known,
    answer: initial,
    hasFailed: false,
  });
  const isWaiting = got.of !== wanted && wanted !== known;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isStale = false;
    void ask(wanted).then((answer) => {
      if (isStale) return;
      setGot((before) => ({ of: wanted, answer: answer ?? before.answer, hasFailed: answer === null }));
    });
    return () => {
      isStale = true;
    };
  }, [ask, isWaiting, wanted]);
  if (wanted === known) return { answer: initial, isWaiting: false, hasFailed: false };
  return { answer: got.answer, isWaiting, hasFailed: !isWaiting && got.hasFailed };
}
