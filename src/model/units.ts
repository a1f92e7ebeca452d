/**
 * Units and index types. They are plain aliases: a signature then says what it counts, and a column can
 * be a typed array without a cast for each read.
 */

/** A whole number of bytes; exact below 2^53. Never a rounded or scaled size. */
export type Bytes = number;

/**
 * Time within a profile, in picoseconds after `Profile.originPs`. A Float64 is exact up to 2^53 ps,
 * which is 2 h 30 min; longer captures lose single picoseconds, never the order (ties keep file order).
 */
export type Picoseconds = number;

/** Time since 1970 in nanoseconds. Above 2^53, hence a BigInt. */
export type EpochNanoseconds = bigint;

/** 0 to 1. Not a percentage. */
export type Fraction = number;

/** Pixels of the page's layout, not of the screen (`devicePixelRatio` of these make one). */
export type CssPixels = number;

/** Index into `Profile.allocators`. */
export type AllocatorIndex = number;
/** Index into `Profile.events`, which is in time order. */
export type EventIndex = number;
/** Index into `Profile.allocations`, in order of start. */
export type AllocationIndex = number;
/** Index into `Profile.stacks`; -1 for no stack. */
export type StackIndex = number;
/** Index into `Profile.frames`. */
export type FrameIndex = number;
/** Index into `Profile.strings`. */
export type StringIndex = number;
