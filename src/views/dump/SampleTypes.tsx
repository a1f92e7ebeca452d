import type { ReactNode } from 'react';
import { bareAmountsOf } from '../../layout/sample-amounts.ts';
import type { SampleTypeIndex, SnapshotSummary } from '../../model/snapshot.ts';
import { sampleTypeKey } from '../../state/dump-state.ts';
import { useAppState } from '../../state/store.ts';

interface Props {
  snapshot: SnapshotSummary;
  shown: SampleTypeIndex;
}

/** What the file counts, with the total of each; the chosen one is what pictures and lists are by. */
export function SampleTypes({ snapshot, shown }: Props): ReactNode {
  const setDump = useAppState((state) => state.setDump);
  const { sampleTypes, totals, sortedBy } = snapshot;
  return (
    <fieldset className="sample-types">
      <legend>What is counted</legend>
      {sampleTypes.map((type, index) => {
        const { short, exact } = bareAmountsOf(type);
        const whole = exact(totals[index]);
        const key = sampleTypeKey(type);
        return (
          // Two types may have the same name, so the place is part of what it is.
          <label key={`${String(index)} ${key}`} className="sample-type">
            <input
              type="radio"
              name="sample-type"
              checked={index === shown}
              onChange={() => setDump({ sampleType: index === sortedBy ? null : key })}
            />
            <span>
              {type.type === '' ? 'without a name' : type.type}
              <small>{type.unit === '' ? 'no unit' : type.unit === 'count' ? 'a count' : `in ${type.unit}`}</small>
            </span>
            <span className="sample-type-total">
              {short(totals[index])}
              {whole !== short(totals[index]) && <small>{whole}</small>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
