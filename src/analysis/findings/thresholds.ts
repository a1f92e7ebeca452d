/**
 * Every threshold of the findings, with its reason. They are chosen so that a quiet profile has no finding, and tried
 * on real profiles; none is a fact about memory.
 */

/** Below this share of the window peak nothing is worth a sentence: it would not change what fits. */
export const MIN_SHARE_OF_PEAK = 0.05;
/** A profile of a few MiB has no memory problem, whatever its shape. */
export const MIN_BYTES = 16 * 1024 * 1024;

/** An allocation smaller than this, and than this share of the peak, is no part of a finding either. */
export const MIN_PART_BYTES = 1024 * 1024;
export const MIN_PART_SHARE = 0.002;

/** Two allocations that are alive together are every second line of code; three that pile up are a pattern. */
export const MIN_STAIRS = 3;
/** Stairs are released "together" where their frees take this part of the time that it took to make them, or less. */
export const MAX_RELEASE_SHARE = 0.25;
/** An allocation counts as a stair from this part of the largest one in the group on. */
export const MIN_STAIR_SHARE = 0.1;

/** A gap is a pause of this part of the capture … */
export const MIN_GAP_SHARE = 0.05;
/** … that is this many times the median distance of events: a slow program has long distances everywhere. */
export const MIN_GAP_OVER_MEDIAN = 100;

/** Events within this part of the capture before a moment belong to the same launch. */
export const SHORTLY_SHARE = 0.002;

/** Fewer repetitions than this may be chance. */
export const MIN_TEETH = 5;
/** Teeth lower than this part of the peak are noise; they are told because they say that nothing piles up. */
export const MIN_TOOTH_SHARE = 0.01;
/** How much the height of teeth may differ from their median, and the part of them that may differ more. */
export const TEETH_TOLERANCE = 0.25;

/** A leak shows in the minima of this many steps, after the warm-up. */
export const MIN_CREEP_STEPS = 5;
/** The first steps compile and fill caches. */
export const WARM_UP_STEPS = 2;
/** Of the steps, this part must end higher than the one before. */
export const MIN_RISING_SHARE = 0.8;

/** Devices of one program hold about the same; a tenth more is a shard that landed unevenly. */
export const MIN_IMBALANCE_SHARE = 0.1;

/** A pool that is half empty has no trouble with pieces. */
export const MIN_FILL_FOR_FRAGMENTATION = 0.5;
/** The largest free block is less than this part of what is free. */
export const MAX_LARGEST_FREE_SHARE = 0.5;

/** Reserved memory is always some; from this part of the peak on it is what the peak is about. */
export const MIN_RESERVED_SHARE = 0.25;

/** Findings shown at most, and at most of one kind: the rest says nothing that these do not. */
export const MAX_FINDINGS = 12;
export const MAX_OF_A_KIND = 3;
/** Allocations listed as evidence. */
export const MAX_EVIDENCE = 20;
