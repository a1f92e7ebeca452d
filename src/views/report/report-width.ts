import type { CssPixels } from '../../model/units.ts';

/** What pictures of a report are laid out for: a printed page, or a window that is not maximised. */
export const REPORT_WIDTH: CssPixels = 1000;
/** Of a picture of curves. */
export const CURVE_HEIGHT: CssPixels = 320;
/** … of two curves and their difference. */
export const COMPARED_HEIGHT: CssPixels = 420;
