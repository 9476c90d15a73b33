/**
 * Finds the patterns of log lines: rows in, templates with counts out. Pure and without any setting per
 * source: it gets whole lines (timestamp, host, level and all) or JSON objects, learns from the batch where
 * the messages start, and gives the same groups for any order of the rows. Owns no tables.
 */
export { compressRows } from './compress-rows.ts';
export type { CompressedRows, CompressOptions } from './compress-rows.ts';
export { estimateTokens } from './estimate-tokens.ts';
export type { CompressedLine } from './fit-lines.ts';
export { clipText, foldLine } from './fold-line.ts';
export { mergePatterns } from './merge-patterns.ts';
export type { MergedPatterns, MineOptions } from './merge-patterns.ts';
export { minePatterns } from './mine-patterns.ts';
export type { MinedPatterns, Pattern } from './pattern.ts';
export { rowText } from './row.ts';
export type { JsonValue, Row } from './row.ts';
export { SEVERITIES } from './severity.ts';
export type { Severity } from './severity.ts';
