/**
 * Every buffer beneath a message, so that it is handed over and not copied. Iterative, over plain objects and arrays:
 * messages are made of nothing else.
 */
export function transferablesOf(message: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const queue: unknown[] = [message];
  for (let value = queue.pop(); value !== undefined || queue.length > 0; value = queue.pop()) {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    } else if (value instanceof ArrayBuffer) {
      buffers.add(value);
    } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
      for (const inner of Object.values(value)) if (typeof inner === 'object') queue.push(inner);
    }
  }
  return [...buffers];
}
