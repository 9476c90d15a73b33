/** A data folder belongs to the engine that made it: the other one could not read its rows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export type EmbeddedEngine = 'clickhouse' | 'duckdb';

/** The folder in which each engine keeps its rows. */
const ROWS_FOLDERS: Readonly<Record<EmbeddedEngine, string>> = {
  clickhouse: 'rows',
  duckdb: 'days',
};
const NAMES: Readonly<Record<EmbeddedEngine, string>> = {
  clickhouse: 'ClickHouse',
  duckdb: 'DuckDB',
};

export function rowsFolder(directory: string, engine: EmbeddedEngine): string {
  return join(directory, ROWS_FOLDERS[engine]);
}

/** Undefined for a folder without rows. */
export function engineOfFolder(directory: string): EmbeddedEngine | undefined {
  const engines: readonly EmbeddedEngine[] = ['duckdb', 'clickhouse'];
  return engines.find((engine) => existsSync(rowsFolder(directory, engine)));
}

/** Before anything is touched. */
export function refuseForeignFolder(directory: string, engine: EmbeddedEngine): void {
  const other = engine === 'duckdb' ? 'clickhouse' : 'duckdb';
  const isOthers = existsSync(rowsFolder(directory, other));
  if (!isOthers || existsSync(rowsFolder(directory, engine))) return;
  throw new Error(
    `The rows in ${directory} were written by ${NAMES[other]}, and ${NAMES[engine]} cannot read them. ` +
      `Set XPLAIN_EMBEDDED_STORE=${other}, or XPLAIN_DATA to another folder.`,
  );
}
