/** Checks of data that anybody may have written: each gives the value in its own type, or throws `Unfit`. */

/** What was read is not what it has to be. Never leaves this folder. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

export type Check<T> = (value: unknown) => T;

export const flag: Check<boolean> = (value) => {
  if (typeof value !== 'boolean') throw new Unfit();
  return value;
};

/** JSON has no NaN and no infinity, but 1e999 is one. */
export const number: Check<number> = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Unfit();
  return value;
};

export function text(longest: number): Check<string> {
  return (value) => {
    if (typeof value !== 'string' || value.length > longest) throw new Unfit();
    return value;
  };
}

export function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Unfit();
    return found;
  };
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value) => (value === null ? null : check(value));
}

export function list<T>(check: Check<T>, most: number): Check<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > most) throw new Unfit();
    return value.map((item: unknown) => check(item));
  };
}

type Fields<T> = { [K in keyof T]-?: Check<T[K]> };

/** An object with all of these fields; others are left out. */
export function object<T extends object>(fields: Fields<T>): Check<T> {
  return (value) => {
    const found = some(fields)(value);
    for (const key of keysOf(fields)) if (!Object.hasOwn(found, key)) throw new Unfit();
    // Every field was checked by its own check, and none is missing.
    return found as T;
  };
}

/** An object with any of these fields; others are left out. */
export function some<T extends object>(fields: Fields<T>): Check<Partial<T>> {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unfit();
    const found: Partial<T> = {};
    for (const key of keysOf(fields)) {
      // Own fields only: `{"__proto__": …}` and what objects inherit mean nothing here.
      if (Object.hasOwn(value, key)) found[key] = fields[key]((value as Record<keyof T, unknown>)[key]);
    }
    return found;
  };
}

function keysOf<T extends object>(fields: Fields<T>): (keyof T)[] {
  return Object.keys(fields) as (keyof T)[];
}
