import { useEffect, useRef, useState } from 'react';

/** Changes that follow each other faster are one movement: a key that is held down. */
const MOVEMENT_MS = 120;

/**
 * The value as soon as it rests. One that changes by itself comes in the next frame, so that what changed is shown
 * before what follows from it; of a movement from value to value only the one that it ends at.
 */
export function useAtRest<T>(value: T): T {
  const [shown, setShown] = useState(value);
  const lastChange = useRef(-Infinity);
  useEffect(() => {
    const now = performance.now();
    const isMoving = now - lastChange.current < MOVEMENT_MS;
    lastChange.current = now;
    if (isMoving) {
      const timer = setTimeout(() => setShown(value), MOVEMENT_MS);
      return () => clearTimeout(timer);
    }
    const frame = requestAnimationFrame(() => setShown(value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
