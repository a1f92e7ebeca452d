/** A figure as PNG. */

import type { Palette } from '../../layout/palette.ts';
import type { Figure } from '../../share/figure.ts';
import { FIGURE_SCALE } from '../../share/figure.ts';
import { paintFigure } from './painter.ts';

/** Pixels to one of the figure as it is shown: screens of today have two. */
const DENSITY = 2;

/** Null where the browser cannot make one of this size. */
export async function figurePng(figure: Figure, palette: Palette): Promise<Blob | null> {
  const scale = FIGURE_SCALE * DENSITY;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(figure.width * scale);
  canvas.height = Math.round(figure.height * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  paintFigure(figure, context, palette, scale);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
