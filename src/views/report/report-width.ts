import type { CssPixels } from '../../model/units.ts';

/** What pictures of a report are laid out for: a printed page, or a window that is not maximised. */
export const REPORT_WIDTH: CssPixels = 1000;
