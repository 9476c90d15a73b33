/** Sizes in the specification are binary: 1 KB is 1,024 bytes. */
export const KB = 1024;
export const MB = 1024 * KB;
export const GB = 1024 * MB;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** AI credits are counted in whole parts of this size, so that no sum is off. */
export const MICRO_CREDITS = 1_000_000;
