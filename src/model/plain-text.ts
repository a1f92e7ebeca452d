/** Text from outside as it may stand on the page: words that anybody may have written must not disguise others. */

/**
 * Controls, half surrogate pairs, characters that turn the direction of what follows, and those that are not seen: a
 * name could hide its end by them, or read backwards. Line breaks and tabs are no part of a name either.
 */
const DISGUISES =
  // Named one by one, because the letters themselves would disguise this line.
  /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Each such character becomes U+FFFD. */
export function plainText(text: string): string {
  return text.replace(DISGUISES, '\ufffd');
}
