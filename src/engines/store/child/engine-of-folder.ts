/** A data folder belongs to the engine that created it: other engines cannot read its rows. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type EmbeddedEngine = 'clickhouse' | 'duckdb' | 'segments';

/** The folder in which each engine keeps its rows. */
const ROWS_FOLDERS: Readonly<Record<EmbeddedEngine, string>> = {
  clickhouse: 'rows',
  duckdb: 'days',
  segments: 'parts',
};
const NAMES: Readonly<Record<EmbeddedEngine, string>> = {
  clickhouse: 'ClickHouse',
  duckdb: 'DuckDB',
  segments: 'the segment store',
};

export function rowsFolder(directory: string, engine: EmbeddedEngine): string {
  return join(directory, ROWS_FOLDERS[engine]);
}

const ENGINES: readonly EmbeddedEngine[] = ['duckdb', 'clickhouse', 'segments'];

/** Undefined for a folder without rows. */
export function engineOfFolder(directory: string): EmbeddedEngine | undefined {
  return ENGINES.find((engine) => existsSync(rowsFolder(directory, engine)));
}

/** Before anything is touched. */
export function refuseForeignFolder(directory: string, engine: EmbeddedEngine): void {
  if (existsSync(rowsFolder(directory, engine))) return;
  const other = engineOfFolder(directory);
  if (other === undefined) return;
  throw new Error(
    `The rows in ${directory} were written by ${NAMES[other]}, and ${NAMES[engine]} cannot read them. ` +
      `Set XPLAIN_EMBEDDED_STORE=${other}; or set XPLAIN_DATA to a new folder, and copy them there with \`xplain migrate switch --from ${dirname(directory)}\`.`,
  );
}
