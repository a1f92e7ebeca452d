import { useMemo, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { indexFlame } from '../../layout/flame-index.ts';
import type { FlameRow } from '../../layout/flame-index.ts';
import type { ColorRole } from '../../layout/display-list.ts';
import type { BoxFill } from '../../layout/icicle.ts';
import { icicleHeight, layoutIcicle, ROW_HEIGHT } from '../../layout/icicle.ts';
import { boxAt, icicleBoxes } from '../../layout/icicle-boxes.ts';
import type { RowTexts } from '../../layout/icicle-labels.ts';
import { IcicleLabels } from '../../layout/icicle-labels.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { FlameTree } from '../../model/flame.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { Picture } from '../common/Picture.tsx';
import { REPORT_WIDTH } from './report-width.ts';

interface Props {
  tree: FlameTree;
  amounts: FlameAmounts;
  /** What the whole tree is. */
  rootText: string;
  /** The colours that are explained. */
  legend: readonly { fill: ColorRole; words: string }[];
  /** How boxes look and read where they are not what rows of a kind hold: a comparison. */
  look?: { texts: RowTexts; fill: BoxFill };
}

/** The call stacks as boxes. A click shows one at full width, a click on a caller goes back. */
export function ReportFlame({ tree, amounts, rootText, legend, look }: Props): ReactNode {
  const [focus, setFocus] = useState<FlameRow>(0);
  const index = useMemo(() => indexFlame(tree), [tree]);
  const measure = useMemo(() => canvasMeasurer(), []);
  const boxes = useMemo(() => icicleBoxes(index, focus, REPORT_WIDTH), [index, focus]);
  const list = useMemo(() => {
    const labels = new IcicleLabels(index, rootText, amounts, measure, look?.texts);
    const height = icicleHeight(boxes);
    return layoutIcicle({ index, boxes, labels, matches: null, width: REPORT_WIDTH, height, scroll: 0, fill: look?.fill ?? null });
  }, [index, boxes, amounts, rootText, measure, look]);
  const choose = (event: MouseEvent<HTMLElement>): void => {
    const picture = event.currentTarget.getBoundingClientRect();
    // The picture may be shown smaller than it was laid out.
    const scale = REPORT_WIDTH / picture.width;
    const level = Math.floor(((event.clientY - picture.top) * scale) / ROW_HEIGHT);
    const box = boxAt(boxes, level, (event.clientX - picture.left) * scale);
    if (box >= 0 && boxes.merged[box] === 0) setFocus(boxes.row[box]);
  };
  return (
    <div className="report-flame">
      <ul className="flame-legend" aria-label="Colours">
        {legend.map(({ fill, words }) => (
          <li key={words}>
            <span className="flame-swatch" style={{ background: `var(--${fill})` }} />
            {words}
          </li>
        ))}
        {focus > 0 && (
          <li>
            <button type="button" className="link" onClick={() => setFocus(0)}>
              show everything
            </button>
          </li>
        )}
      </ul>
      <div className="report-boxes" role="presentation" onClick={choose}>
        <Picture list={list} />
      </div>
    </div>
  );
}
