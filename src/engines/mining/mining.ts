/**
 * Finding the patterns of log lines takes hundreds of milliseconds of CPU time, so it runs on worker threads. The
 * result is the same as that of `src/patterns`.
 */
import type { Pattern, Row } from '../../patterns/index.ts';

export interface MiningOptions {
  /** How much two messages must have in common to share a pattern, 0 to 1. */
  readonly simThreshold?: number;
  /** Sample rows kept per pattern. */
  readonly maxSamples?: number;
  /** Maximum number of patterns returned; others are only counted. */
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
   * Finds the patterns of rows. The rows must not change until the promise settles. Rejects with `RATE_LIMITED` if too
   * many jobs are waiting, and with `QUERY_TIMEOUT` if it takes too long. An aborted signal rejects immediately.
   * Waiting jobs of different owners take turns.
   */
  minePatterns(
    rows: readonly Row[],
    options: MiningOptions,
    signal?: AbortSignal,
    owner?: string,
  ): Promise<MinedRows>;
}
