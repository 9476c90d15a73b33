import { checkOption } from './compression-options.ts';
import { mergePatterns, type MineOptions } from './merge-patterns.ts';
import type { MinedPatterns } from './pattern.ts';
import type { Row } from './row.ts';
import { at } from './token-table.ts';
import { findPatterns, type PreparedRows } from './find-patterns.ts';
import { learnHeaders } from './learn-headers.ts';
import { readSources, type Source } from './read-records.ts';
import { tokenizeAll } from './tokenize-all.ts';

/** Maximum number of rows mined in one batch. More rows are mined in parts and merged, so that memory stays bounded. */
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

/** Finds the patterns of one batch of rows. */
function mineBatch(rows: readonly Row[], simThreshold: number, samplesMax: number): MinedPatterns {
  return findPatterns(prepareRows(readSources(rows)), simThreshold, samplesMax);
}

function prepareRows(sources: readonly Source[]): PreparedRows {
  const texts = sources.map((source) => source.text);
  const tokens = tokenizeAll(texts);
  const headers = learnHeaders(tokens.table, texts, tokens.starts);
  const severities = headers.severities;
  for (const [row, { record }] of sources.entries()) {
    if (record !== undefined && record.severity > 0) severities[row] = record.severity;
  }
  return { sources, texts, ...tokens, begins: headers.begins, severities };
}
