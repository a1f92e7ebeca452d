/** The flame view as a picture that stands alone: all its rows, however far it is scrolled. */

import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { icicleHeight, KIND_COLORS, layoutIcicle, ROW_HEIGHT } from '../../layout/icicle.ts';
import { icicleBoxes } from '../../layout/icicle-boxes.ts';
import { IcicleLabels } from '../../layout/icicle-labels.ts';
import { formatQuantity } from '../../model/format.ts';
import type { CssPixels } from '../../model/units.ts';
import type { FigureContent, FigureLegend } from '../../share/figure.ts';
import { FIGURE_WIDTH } from '../../share/figure.ts';
import type { FlamePicture } from './chart.ts';
import { KIND_WORDS, legendKinds } from './sentences.ts';

/** A picture of more rows is not readable on a page. */
const MOST_LEVELS = 45;

/** `legend` in place of the kinds' colours, for a picture whose boxes are painted otherwise. */
export function flameFigure(picture: FlamePicture, grouping: string, legend?: readonly FigureLegend[]): FigureContent {
  const { index, focus, matches, words, look } = picture;
  const levels = icicleBoxes(index, focus, FIGURE_WIDTH).levelStart.length - 1;
  const notes = levels > MOST_LEVELS ? [`${formatQuantity(levels - MOST_LEVELS, 'deeper level')} not drawn`] : [];
  if (matches !== null) notes.push('outlined: what the search found');
  const draw = (width: CssPixels, measure: TextMeasurer): DisplayList[] => {
    const boxes = icicleBoxes(index, focus, width);
    const labels = new IcicleLabels(index, words.rootText, words.amounts, measure, look?.texts);
    const height = Math.min(icicleHeight(boxes), MOST_LEVELS * ROW_HEIGHT);
    return [layoutIcicle({ index, boxes, labels, matches, width, height, scroll: 0, fill: look?.fill ?? null })];
  };
  const kinds = legendKinds(index.tree).map((kind) => ({ fill: KIND_COLORS[kind], words: KIND_WORDS[kind] }));
  const root = words.rootText;
  return { title: `${root.charAt(0).toUpperCase()}${root.slice(1)}, ${grouping}`, notes, legend: legend ?? kinds, draw };
}
