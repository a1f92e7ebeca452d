import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { layoutOomAllocations } from '../../layout/oom-allocations.ts';
import type { OomPictureInput } from '../../layout/oom-frame.ts';
import { layoutOomMap } from '../../layout/oom-map.ts';
import { layoutOomRemat } from '../../layout/oom-remat.ts';
import { layoutOomSpace } from '../../layout/oom-space.ts';
import type { IncidentPictures as Pictures } from '../../model/oom-incident.ts';
import type { CssPixels } from '../../model/units.ts';
import { textContext } from '../common/figure-context.ts';
import { SavePicture } from '../common/SavePicture.tsx';
import { StillCanvas } from '../canvas/StillCanvas.tsx';
import { OomTable } from './OomTable.tsx';
import { allocationsTable, mapTable, rematTable, spaceTable } from './picture-tables.ts';
import type { PictureTable } from './picture-tables.ts';

/** What an incident can be drawn from: the memory, its allocations, the map of the pool, rematerialization. */
export function IncidentPictures({
  pictures,
  headline,
  file,
}: {
  pictures: Pictures;
  /** What went wrong, in a sentence. */
  headline: string;
  /** Where it was read. */
  file: string;
}): ReactNode {
  const of = { headline, file };
  const { space, allocations, map, remat } = pictures;
  return (
    <>
      {space !== undefined && (
        <Figure {...of} name={space.name} picture={space} layout={layoutOomSpace} table={spaceTable(space)} />
      )}
      {map !== undefined && (
        <Figure
          {...of}
          name={`Map of ${map.allocator || 'the pool'}, by address`}
          picture={map}
          layout={layoutOomMap}
          table={mapTable(map)}
        />
      )}
      {remat !== undefined && (
        <Figure {...of} name="Rematerialization" picture={remat} layout={layoutOomRemat} table={rematTable(remat)} />
      )}
      {allocations !== undefined && (
        <Figure
          {...of}
          name={allocations.name}
          picture={allocations}
          layout={layoutOomAllocations}
          table={allocationsTable(allocations)}
        />
      )}
    </>
  );
}

interface FigureProps<T> {
  name: string;
  headline: string;
  file: string;
  picture: T;
  layout: (input: OomPictureInput<T>) => DisplayList;
  table: PictureTable;
}

function Figure<T>({ name, headline, file, picture, layout, table }: FigureProps<T>): ReactNode {
  // How high these pictures are does not depend on their width, and their sentence on neither.
  const { height, title } = useMemo(() => layout({ picture, width: 1, measure: () => 0 }), [layout, picture]);
  const paint = useMemo(
    () =>
      (width: CssPixels, _height: CssPixels, measure: TextMeasurer): DisplayList =>
        layout({ picture, width, measure }),
    [layout, picture],
  );
  return (
    <figure className="oom-figure">
      <div className="bar">
        <figcaption>{name}</figcaption>
        <span className="bar-space" />
        <SavePicture
          name={name}
          context={textContext([file])}
          content={() => ({
            title: name,
            notes: [headline],
            legend: [],
            draw: (width, measure) => [layout({ picture, width, measure })],
          })}
        />
      </div>
      <div style={{ height }}>
        <StillCanvas layout={paint} className="oom-canvas" label={title} />
      </div>
      <details>
        <summary>
          As a table<span className="visually-hidden">: {name}</span>
        </summary>
        <OomTable name={`${name} as a table`} {...table} />
      </details>
    </figure>
  );
}
