/** Cells of comma-separated values (RFC 4180). */

/** Spreadsheets run cells that begin with one of these as formulas; an apostrophe makes them text again. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text as a cell, quoted where it has to be. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
