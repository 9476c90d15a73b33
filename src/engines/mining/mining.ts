/**
 * Finding the patterns of log lines takes hundreds of milliseconds of a processor, so it is done on worker
 * threads. What is found is what `src/patterns` finds.
 */
import type { Pattern, Row } from '../../patterns/index.ts';

export interface MiningOptions {
  /** How much two messages must have in common to share a pattern, 0 to 1. */
  readonly simThreshold?: number;
  /** Sample rows kept per pattern. */
  readonly maxSamples?: number;
  /** Patterns handed over; what is more is only counted. */
  readonly patternsMax: number;
}

export interface MinedRows {
  /** Highest count first; equal counts in the order of their first rows. */
  readonly patterns: readonly Pattern[];
  /** How many patterns there are in all. */
  readonly found: number;
  /** Index of every row's pattern; one beyond `patterns` for the rows of those that were not handed over. */
  readonly assignment: Int32Array;
}

export interface Mining extends AsyncDisposable {
  /**
   * The patterns of rows. The rows must not change until the promise settles. Refuses with `RATE_LIMITED`
   * when too much waits already, and with `QUERY_TIMEOUT` when it takes too long. An aborted signal gives up
   * at once. What waits for different owners takes turns.
   */
  minePatterns(
    rows: readonly Row[],
    options: MiningOptions,
    signal?: AbortSignal,
    owner?: string,
  ): Promise<MinedRows>;
}
