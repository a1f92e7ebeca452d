/** Text out of a link, cut to what there is room for. */

/** At most `longest` UTF-16 units, and says by `…` that there was more. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
