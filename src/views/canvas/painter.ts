/** Paints display lists on a canvas. */

import type { CssPixels } from '../../model/units.ts';
import type { DisplayItem, DisplayList, PathItem, RectItem, TextStyle } from '../../layout/display-list.ts';
import { FONT_FAMILY, FONT_SIZE, FONT_WEIGHT } from '../../layout/fonts.ts';
import type { Palette } from '../../layout/palette.ts';
import type { Figure } from '../../share/figure.ts';

const fonts: Record<TextStyle, string> = {
  label: fontOf('label'),
  strong: fontOf('strong'),
  title: fontOf('title'),
};

function fontOf(style: TextStyle): string {
  return `${FONT_WEIGHT[style]} ${FONT_SIZE[style]}px ${FONT_FAMILY}`;
}

/** Clears the canvas and paints the list; `pixelRatio` is pixels of the screen to one of the list. */
export function paint(
  list: DisplayList,
  context: CanvasRenderingContext2D,
  palette: Palette,
  pixelRatio: number,
): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, list.width, list.height);
  for (const item of list.items) paintItem(item, context, palette);
  context.globalAlpha = 1;
}

/** Paints a figure with its pictures, each cut off at its edges. */
export function paintFigure(
  figure: Figure,
  context: CanvasRenderingContext2D,
  palette: Palette,
  pixelRatio: number,
): void {
  paint({ ...figure, title: '' }, context, palette, pixelRatio);
  for (const { x, y, list } of figure.pictures) {
    context.save();
    context.translate(x, y);
    context.beginPath();
    context.rect(0, 0, list.width, list.height);
    context.clip();
    for (const item of list.items) paintItem(item, context, palette);
    context.restore();
  }
}

function paintItem(item: DisplayItem, context: CanvasRenderingContext2D, palette: Palette): void {
  switch (item.kind) {
    case 'rect':
      paintRect(item, context, palette);
      break;
    case 'path':
      paintPath(item, context, palette);
      break;
    case 'circle':
      context.globalAlpha = 1;
      context.fillStyle = palette[item.fill];
      context.beginPath();
      context.arc(item.x, item.y, item.radius, 0, 2 * Math.PI);
      context.fill();
      break;
    case 'text':
      context.globalAlpha = 1;
      context.fillStyle = palette[item.color];
      context.font = fonts[item.style];
      context.textAlign = item.anchor === 'middle' ? 'center' : item.anchor;
      context.fillText(item.text, item.x, item.y);
      break;
  }
}

function paintRect(item: RectItem, context: CanvasRenderingContext2D, palette: Palette): void {
  context.globalAlpha = item.opacity ?? 1;
  context.fillStyle = palette[item.fill];
  if (item.radius === undefined) {
    context.fillRect(item.x, item.y, item.width, item.height);
    return;
  }
  context.beginPath();
  context.roundRect(item.x, item.y, item.width, item.height, item.radius);
  context.fill();
}

function paintPath(item: PathItem, context: CanvasRenderingContext2D, palette: Palette): void {
  const { points } = item;
  context.globalAlpha = item.opacity ?? 1;
  context.beginPath();
  for (let i = 0; i + 1 < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  if (item.fill !== undefined) {
    context.fillStyle = palette[item.fill];
    context.fill();
  }
  if (item.stroke !== undefined) {
    context.strokeStyle = palette[item.stroke];
    context.lineWidth = item.strokeWidth ?? 1;
    if (item.dash !== undefined) context.setLineDash([...item.dash]);
    context.stroke();
    if (item.dash !== undefined) context.setLineDash([]);
  }
}

/** More than a picture has, so that the next one finds them. */
const MOST_WIDTHS = 10_000;

/** Measures with the fonts that `paint` uses. Widths are kept: the same labels are asked for every frame. */
export function canvasMeasurer(): (text: string, style: TextStyle) => CssPixels {
  const context = document.createElement('canvas').getContext('2d');
  const knownOf = { label: new Map<string, CssPixels>(), strong: new Map<string, CssPixels>(), title: new Map<string, CssPixels>() };
  return (text, style) => {
    const known = knownOf[style];
    let width = known.get(text);
    if (width === undefined) {
      if (context !== null) context.font = fonts[style];
      width = context?.measureText(text).width ?? text.length * 6;
      // Labels change with every zoom; a page that is open for a day should not keep them all.
      if (known.size > MOST_WIDTHS) known.clear();
      known.set(text, width);
    }
    return width;
  };
}
