/** Writes display lists and figures as SVG: the same picture as on the canvas, in the same colours, as text. */

import type { CircleItem, DisplayItem, DisplayList, PathItem, RectItem, TextItem } from '../layout/display-list.ts';
import type { CssPixels } from '../model/units.ts';
import { FONT_FAMILY, FONT_SIZE, FONT_WEIGHT } from '../layout/fonts.ts';
import type { Palette } from '../layout/palette.ts';
import type { Figure } from './figure.ts';
import { FIGURE_SCALE } from './figure.ts';

/** A whole SVG document. Texts come from files and are escaped; nothing in it refers to anything outside. */
export function toSvg(list: DisplayList, palette: Palette): string {
  return document(list, 1, list.items.map((item) => element(item, palette)));
}

/** The same of a figure, whose pictures are cut off at their edges, as canvases are. */
export function figureToSvg(figure: Figure, palette: Palette): string {
  const pictures = figure.pictures.flatMap(({ x, y, list }) => [
    `<svg x="${number(x)}" y="${number(y)}" ${sizeOf(list, 1)} overflow="hidden">`,
    ...list.items.map((item) => element(item, palette)),
    '</svg>',
  ]);
  return document(figure, FIGURE_SCALE, [...figure.items.map((item) => element(item, palette)), ...pictures]);
}

interface Sized {
  width: CssPixels;
  height: CssPixels;
}

function document(of: Sized & { title: string }, scale: number, lines: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${sizeOf(of, scale)} role="img" font-family="${escapeXml(FONT_FAMILY)}">`,
    `<title>${escapeXml(of.title)}</title>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function sizeOf({ width, height }: Sized, scale: number): string {
  const viewBox = `viewBox="0 0 ${number(width)} ${number(height)}"`;
  return `width="${number(width * scale)}" height="${number(height * scale)}" ${viewBox}`;
}

function element(item: DisplayItem, palette: Palette): string {
  switch (item.kind) {
    case 'rect':
      return rect(item, palette);
    case 'path':
      return path(item, palette);
    case 'circle':
      return circle(item, palette);
    case 'text':
      return text(item, palette);
  }
}

function rect({ x, y, width, height, fill, opacity, radius }: RectItem, palette: Palette): string {
  const place = `x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}"`;
  const corners = radius === undefined ? '' : ` rx="${number(radius)}"`;
  return `<rect ${place}${corners} fill="${palette[fill]}"${opacityOf(opacity)}/>`;
}

function path({ points, fill, stroke, strokeWidth, opacity, dash }: PathItem, palette: Palette): string {
  const commands: string[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [number(points[i]), number(points[i + 1])];
    if (i === 0) commands.push(`M${x} ${y}`);
    // Nearly all pieces are horizontal or vertical, and half as long when written so.
    else if (points[i + 1] === points[i - 1]) commands.push(`H${x}`);
    else if (points[i] === points[i - 2]) commands.push(`V${y}`);
    else commands.push(`L${x} ${y}`);
  }
  if (fill !== undefined) commands.push('Z');
  const filled = ` fill="${fill === undefined ? 'none' : palette[fill]}"`;
  const stroked = stroke === undefined ? '' : ` stroke="${palette[stroke]}" stroke-width="${number(strokeWidth ?? 1)}"`;
  const dashed = dash === undefined ? '' : ` stroke-dasharray="${dash.map(number).join(' ')}"`;
  return `<path d="${commands.join('')}"${filled}${stroked}${dashed}${opacityOf(opacity)}/>`;
}

function circle({ x, y, radius, fill }: CircleItem, palette: Palette): string {
  return `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" fill="${palette[fill]}"/>`;
}

function text({ x, y, text: content, style, color, anchor }: TextItem, palette: Palette): string {
  const place = `x="${number(x)}" y="${number(y)}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}`;
  const font = ` font-size="${FONT_SIZE[style]}" font-weight="${FONT_WEIGHT[style]}"`;
  return `<text ${place}${font} fill="${palette[color]}">${escapeXml(content)}</text>`;
}

function opacityOf(opacity: number | undefined): string {
  return opacity === undefined ? '' : ` opacity="${number(opacity)}"`;
}

/** A hundredth of a pixel, without a trailing zero. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as XML content or attribute; characters that XML forbids become the replacement character. */
function escapeXml(value: string): string {
  let escaped = '';
  for (const character of value) {
    escaped += isForbidden(character.codePointAt(0) ?? 0) ? '\ufffd' : (ESCAPES[character] ?? character);
  }
  return escaped;
}

/** Outside the Char production of XML 1.0: controls, half a surrogate pair, two non-characters. */
function isForbidden(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
}
