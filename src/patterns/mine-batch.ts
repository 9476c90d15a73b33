import { findPatterns, type PreparedRows } from './find-patterns.ts';
import { learnHeaders } from './learn-headers.ts';
import type { MinedPatterns } from './pattern.ts';
import { readSources, type Source } from './read-records.ts';
import type { Row } from './row.ts';
import { tokenizeAll } from './tokenize-all.ts';

/** The patterns of rows that are looked at together. */
export function mineBatch(
  rows: readonly Row[],
  simThreshold: number,
  samplesMax: number,
): MinedPatterns {
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
