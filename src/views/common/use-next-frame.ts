import { useEffect, useState } from 'react';

/** The value as it was before the last frame: what follows from it is shown after what changed it, not together. */
export function useNextFrame<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
