/**
 * A metadata id as an int32. Ids are int64 but small in practice, and then this is the id itself; the few large ones
 * (old HLO entries use hashes) are folded, where two of one plane would have to collide to be mistaken for each other.
 */
export function idKey(low: number, high: number): number {
  return high === 0 ? low | 0 : (low ^ Math.imul(high, 0x9e3779b1)) | 0;
}
