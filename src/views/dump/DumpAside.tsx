import type { ReactNode } from 'react';
import type { SampleTypeIndex, SnapshotSummary } from '../../model/snapshot.ts';
import { limitsOf } from './dump-words.ts';
import { FileFacts } from './FileFacts.tsx';
import { LabelTables } from './LabelTables.tsx';
import { SampleTypes } from './SampleTypes.tsx';

interface Props {
  snapshot: SnapshotSummary;
  type: SampleTypeIndex;
}

/** Beside the picture: what is counted, what each label holds, and what the file does not say. */
export function DumpAside({ snapshot, type }: Props): ReactNode {
  const { title, sentences } = limitsOf(snapshot);
  return (
    <>
      <SampleTypes snapshot={snapshot} shown={type} />
      <LabelTables snapshot={snapshot} type={type} />
      <section className="dump-limits" aria-labelledby="dump-limits-title">
        <h2 id="dump-limits-title">{title}</h2>
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <FileFacts snapshot={snapshot} />
    </>
  );
}
