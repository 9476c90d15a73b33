import { checkOption } from './compression-options.ts';
import { mergePatterns, type MineOptions } from './merge-patterns.ts';
import { mineBatch } from './mine-batch.ts';
import type { MinedPatterns } from './pattern.ts';
import type { Row } from './row.ts';
import { at } from './token-table.ts';

/** Rows looked at together; of more, parts are mined one by one and merged, so that memory stays bounded. */
const BATCH_ROWS_MAX = 50_000;

/**
 * Finds the patterns of rows. The result depends on which rows there are, not on their order: any shuffle
 * of up to 50,000 rows gives the same groups.
 */
export function minePatterns(rows: readonly Row[], options: MineOptions = {}): MinedPatterns {
  const simThreshold = checkOption('simThreshold', options.simThreshold);
  const samplesMax = checkOption('maxSamples', options.maxSamples);
  if (rows.length <= BATCH_ROWS_MAX) return mineBatch(rows, simThreshold, samplesMax);
  const batches: MinedPatterns[] = [];
  for (let from = 0; from < rows.length; from += BATCH_ROWS_MAX) {
    batches.push(mineBatch(rows.slice(from, from + BATCH_ROWS_MAX), simThreshold, samplesMax));
  }
  const { patterns, assignments } = mergePatterns(batches, options);
  const assignment = new Int32Array(rows.length);
  let row = 0;
  for (const [index, batch] of batches.entries()) {
    const merged = assignments[index] ?? new Int32Array();
    for (const pattern of batch.assignment) {
      assignment[row] = at(merged, pattern);
      row += 1;
    }
  }
  return { patterns, assignment };
}
