/** The colours of the page as it is now, for painters: the custom properties of `styles/tokens.css`. */

import { LIGHT } from '../../layout/palette.ts';
import type { Palette } from '../../layout/palette.ts';

/** Reads the colours that hold for the document's theme. One read of styles: not for every frame. */
export function readPalette(): Palette {
  const styles = getComputedStyle(document.documentElement);
  const palette: Palette = { ...LIGHT };
  for (const role of Object.keys(palette) as (keyof Palette)[]) {
    const value = styles.getPropertyValue(`--${role}`).trim();
    if (value !== '') palette[role] = value;
  }
  return palette;
}
