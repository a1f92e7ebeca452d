/** The first bytes of every PNG (W3C, third edition, section 5.2). Apart from the chunks, whose reader is loaded late. */
export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function isPng(head: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, at) => head[at] === byte);
}
