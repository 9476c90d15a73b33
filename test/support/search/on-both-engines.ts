import { describe, test } from 'node:test';
import type { EmbeddedEngine } from '../../../src/engines/store/child/engine-of-folder.ts';
import { withoutClickhouse } from '../store/without-clickhouse.ts';

/** Defines the same tests for both that read rows: DuckDB, here over parts, and ClickHouse where it has a build. */
export function onBothEngines(define: (engine: EmbeddedEngine) => void): void {
  void describe('on segments', () => define('segments'));
  const skip = withoutClickhouse();
  if (skip === false) void describe('on ClickHouse', () => define('clickhouse'));
  else test('on ClickHouse', { skip }, () => {});
}

/** The same on all three stores, for what DuckDB could answer otherwise from its own files than from parts. */
export function onEveryStore(define: (engine: EmbeddedEngine) => void): void {
  onBothEngines(define);
  void describe('on DuckDB', () => define('duckdb'));
}
