/** The fonts of pictures: what the text styles of a display list stand for. */

import type { TextStyle } from './display-list.ts';
import type { CssPixels } from '../model/units.ts';

export const FONT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
export const FONT_SIZE: Record<TextStyle, CssPixels> = { label: 11, strong: 11, title: 15 };
export const FONT_WEIGHT: Record<TextStyle, number> = { label: 400, strong: 600, title: 600 };
