import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { layoutProjection } from '../../layout/projection.ts';
import { formatBytes, formatCount, formatExactBytes } from '../../model/format.ts';
import { GROUP_WORDS } from '../../model/projection.ts';
import type { ByteRange, ProjectedGroup, Projection } from '../../model/projection.ts';
import type { CssPixels } from '../../model/units.ts';
import { StillCanvas } from '../canvas/StillCanvas.tsx';

/** The answer: a sentence, a picture, the groups with what each rests on. */
export function ProjectionAnswer({ projection }: { projection: Projection }): ReactNode {
  const { groups, total, target, sentence, notes, verdict } = projection;
  // How high the picture is does not depend on its width.
  const { height, title } = useMemo(() => layoutProjection({ picture: projection, width: 1, measure: () => 0 }), [projection]);
  const paint = useMemo(
    () =>
      (width: CssPixels, _height: CssPixels, measure: TextMeasurer): DisplayList =>
        layoutProjection({ picture: projection, width, measure }),
    [projection],
  );
  const depths = groups[0]?.known.map(({ depth }) => depth) ?? [];
  return (
    <section aria-labelledby="projection-answer">
      <h3 id="projection-answer" className="visually-hidden">
        Answer
      </h3>
      <p className={`projection-sentence ${verdict}`} role="status">
        {sentence}
      </p>
      <div style={{ height }}>
        <StillCanvas layout={paint} className="projection-canvas" label={title} />
      </div>
      <div className="projection-table" role="group" aria-label="Groups" tabIndex={0}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Group</th>
              {depths.map((depth) => (
                <th key={depth} scope="col">
                  at {formatCount(depth)}
                </th>
              ))}
              <th scope="col">a block</th>
              <th scope="col">at {formatCount(target)}</th>
              <th scope="col">range</th>
              <th scope="col">rests on</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <GroupRow key={group.group} group={group} />
            ))}
            <tr>
              <th scope="row">together</th>
              {depths.map((depth, i) => (
                <td key={depth}>{formatBytes(groups.reduce((sum, { known }) => sum + known[i].bytes, 0))}</td>
              ))}
              <td>–</td>
              <td title={formatExactBytes(total.estimate)}>
                <b>{formatBytes(total.estimate)}</b>
              </td>
              <td>{rangeText(total)}</td>
              <td>–</td>
            </tr>
          </tbody>
        </table>
      </div>
      {notes.map((note) => (
        <p key={note} className="projection-note">
          {note}
        </p>
      ))}
    </section>
  );
}

function GroupRow({ group: { group, known, estimate, low, high, perBlock, restsOn } }: { group: ProjectedGroup }): ReactNode {
  return (
    <tr>
      <th scope="row">{GROUP_WORDS[group]}</th>
      {known.map(({ depth, bytes }) => (
        <td key={depth} title={formatExactBytes(bytes)}>
          {formatBytes(bytes)}
        </td>
      ))}
      <td>{perBlock === null ? '' : formatBytes(Math.round(perBlock))}</td>
      <td title={formatExactBytes(estimate)}>{formatBytes(estimate)}</td>
      <td>{rangeText({ low, high })}</td>
      <td className="projection-rests">{restsOn}</td>
    </tr>
  );
}

function rangeText({ low, high }: Pick<ByteRange, 'low' | 'high'>): string {
  const [from, to] = [formatBytes(low), formatBytes(high)];
  return from === to ? '' : `${from} to ${to}`;
}
