/** Binary search in the ascending columns of curves. `low` and `high` bound the search, for columns partly filled. */

/** Index of the first element ≥ `value`, or `high` where there is none. */
export function firstAtOrAfter(column: Float64Array, value: number, low = 0, high = column.length): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Index of the first element > `value`, or `high` where there is none. */
export function firstAfter(column: Float64Array, value: number, low = 0, high = column.length): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
