/**
 * The MemoryProfile message as JSON (xprof memory_profile.proto; proto3 JSON): 64-bit integers are texts, numbers that
 * are not finite are texts too. Everything may be missing, and a stranger's file may hold anything anywhere.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function entriesOf(value: Json | undefined): [string, Json][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** NaN where there is no number. */
export function numberOf(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : NaN;
}

/** A size in bytes, a number of things or a time: 0 where it is left out, null where it is no such thing. */
export function sizeOf(value: Json | undefined): number | null {
  if (value === undefined || value === null) return 0;
  const number = numberOf(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** 0 to 1; null where it is not stated or is no fraction: "NaN" where nothing is free. */
export function fractionOf(value: Json | undefined): number | null {
  const number = numberOf(value);
  return number >= 0 && number <= 1 ? number : null;
}

/** Proto3 leaves out what is zero. */
export function countOf(value: Json | undefined): number {
  const number = numberOf(value);
  return Number.isFinite(number) ? number : 0;
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A 64-bit address in two halves. */
export function addressOf(value: Json | undefined): { low: number; high: number } {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  if (!/^-?\d{1,20}$/.test(text)) return { low: 0, high: 0 };
  const address = BigInt.asUintN(64, BigInt(text));
  return { low: Number(address & 0xffff_ffffn), high: Number(address >> 32n) };
}
