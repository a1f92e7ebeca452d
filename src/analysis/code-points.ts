/**
 * Orders strings by code point, as most other languages do. `<` compares UTF-16 units, which puts U+1F600 before
 * U+FF5E: surrogates are smaller units than the last characters of the basic plane.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Lifts surrogates above all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
