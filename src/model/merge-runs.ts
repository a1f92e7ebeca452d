/**
 * Rows in order of time, those of equal time in the order given. A natural merge sort: lines are sorted already, so a
 * few runs of millions of rows meet in a few rounds. Uses `rows` up.
 */
export function mergeRuns(rows: Uint32Array, time: Float64Array): Uint32Array {
  let bounds = [0];
  for (let i = 1; i < rows.length; i++) if (time[rows[i]] < time[rows[i - 1]]) bounds.push(i);
  bounds.push(rows.length);
  let from = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  while (bounds.length > 2) {
    const merged = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const start = bounds[run];
      const middle = bounds[run + 1];
      const end = bounds[Math.min(run + 2, bounds.length - 1)];
      let left = start;
      let right = middle;
      for (let i = start; i < end; i++) {
        const takeLeft = left < middle && (right >= end || time[from[left]] <= time[from[right]]);
        to[i] = takeLeft ? from[left++] : from[right++];
      }
      merged.push(end);
    }
    bounds = merged;
    [from, to] = [to, from];
  }
  return from;
}
