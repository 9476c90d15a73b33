/** A file of rows: those that were stored on one day. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from './quote-text.ts';
import { COLUMNS, STORED_AT, type BlockColumnName } from '../../schema/columns.ts';
import { inTransaction } from './in-transaction.ts';
import { createCounts } from './minute-counts.ts';
import { GROUP_ROWS } from './words/group-rows.ts';
import { wordsPath, type WordFilters } from './words/word-filters.ts';

export interface DayFile {
  /** The day in UTC as `20261115`. */
  readonly day: string;
  readonly path: string;
  /** Under which statements know it: `"d20261115"`. */
  readonly catalog: string;
  readonly bounds: Bounds;
  readonly filters: WordFilters;
  /** Its rows are sorted by organization, index and time. */
  readonly isSorted: boolean;
}

/** Bounds of the rows in a file, as far as they are known: too wide is slow, too narrow would be wrong. */
export interface Bounds {
  rows: number;
  /** Rows that were ever written, which is where the next one comes. */
  written: number;
  /** Batches that were ever stored. */
  batches: number;
  /** Milliseconds since 1970 of `timestamp`, both ends included. */
  from: number;
  to: number;
  /** The same of `received_at`. */
  receivedFrom: number;
  receivedTo: number;
  /** The same of `stored_at`. */
  storedFrom: number;
  storedTo: number;
  rowIdFrom: bigint;
  rowIdTo: bigint;
  /** When the first row is past its retention, in milliseconds since 1970. */
  expiresFrom: number;
}

export function noRows(): Bounds {
  return {
    rows: 0,
    written: 0,
    batches: 0,
    from: Infinity,
    to: -Infinity,
    receivedFrom: Infinity,
    receivedTo: -Infinity,
    storedFrom: Infinity,
    storedTo: -Infinity,
    rowIdFrom: 2n ** 64n,
    rowIdTo: 0n,
    expiresFrom: Infinity,
  };
}

export const DAY_FILE = /^(\d{8})(?:-\d+)?\.duckdb$/;

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
}

export function catalogOf(path: string): string {
  return `"d${basename(path, '.duckdb').replace('-', '_')}"`;
}

/** The first version whose rows have `stored_at`; the next version adds counts to the rows. */
const WITH_STORED_AT = 2;
export const SCHEMA_VERSION = 3;

/**
 * Only long, varied values are compressed with zstd, which takes 4 bytes a row for lengths alone. Random IDs take 3
 * bytes less with the engine's own text compression. No keys: the engine would keep them in memory, and rows are found
 * without them.
 */
const TYPES: Partial<Record<BlockColumnName, string>> = {
  timestamp: 'TIMESTAMP_MS',
  received_at: 'TIMESTAMP_MS',
  row_id: 'UBIGINT',
  retention_days: 'USMALLINT',
  body: 'VARCHAR USING COMPRESSION zstd',
  attributes: 'MAP(VARCHAR, VARCHAR)',
};

const STORED_COLUMN = `${STORED_AT} TIMESTAMP_S`;

/** `replaced` is the name of the file whose rows are written once more. */
export async function createTables(
  connection: DuckDBConnection,
  catalog: string,
  replaced?: string,
): Promise<void> {
  const columns = COLUMNS.map(([name]) => `"${name}" ${TYPES[name] ?? 'VARCHAR'}`);
  await connection.run('BEGIN');
  await connection.run(
    `CREATE TABLE ${catalog}.logs ("block" UINTEGER, ${columns.join(', ')}, ${STORED_COLUMN})`,
  );
  await connection.run(createCounts(catalog));
  await connection.run(`CREATE TABLE ${catalog}.batches (token VARCHAR, stored_at TIMESTAMP_MS)`);
  await connection.run(`CREATE TABLE ${catalog}.replaced (name VARCHAR)`);
  if (replaced !== undefined) {
    await connection.run(`INSERT INTO ${catalog}.replaced VALUES (${quoteText(replaced)})`);
  }
  await connection.run(`CREATE TABLE ${catalog}.schema_versions (version UINTEGER)`);
  await connection.run(`INSERT INTO ${catalog}.schema_versions VALUES (${SCHEMA_VERSION})`);
  await connection.run('COMMIT');
}

/**
 * Upgrades a file of an earlier release to the current tables: for rows without a stored time, the received time is
 * used. Atomic, so that a crash leaves the file unchanged. Counts are created when they are found to be missing.
 */
export async function upgradeTables(
  connection: DuckDBConnection,
  catalog: string,
  version: number,
): Promise<void> {
  await inTransaction(connection, async () => {
    if (version < WITH_STORED_AT) {
      await connection.run(`ALTER TABLE ${catalog}.logs ADD COLUMN ${STORED_COLUMN}`);
      await connection.run(
        `ALTER TABLE ${catalog}.logs ALTER COLUMN ${STORED_AT} SET DATA TYPE TIMESTAMP_S
         USING date_trunc('second', received_at)::TIMESTAMP_S`,
      );
    }
    await connection.run(`INSERT INTO ${catalog}.schema_versions VALUES (${SCHEMA_VERSION})`);
  });
}

/** Undefined for a file without our tables, which belongs to someone else. */
export async function readVersion(
  connection: DuckDBConnection,
  catalog: string,
): Promise<number | undefined> {
  const name = quoteText(catalog.slice(1, -1));
  const tables = await connection.runAndReadAll(
    // A later release may have other tables in addition to this one.
    `SELECT count(*)::INTEGER FROM duckdb_tables()
     WHERE database_name = ${name} AND table_name = 'schema_versions'`,
  );
  if (tables.getRows()[0]?.[0] !== 1) return undefined;
  const found = await connection.runAndReadAll(
    `SELECT max(version)::INTEGER FROM ${catalog}.schema_versions`,
  );
  return Number(found.getRows()[0]?.[0] ?? 0);
}

/** The name of the file that this one replaces, empty once that file is removed; undefined for a file of new rows. */
export async function readReplaced(
  connection: DuckDBConnection,
  catalog: string,
): Promise<string | undefined> {
  const answer = await connection.runAndReadAll(`SELECT name FROM ${catalog}.replaced`);
  const name = answer.getRows()[0]?.[0];
  return typeof name === 'string' ? name : undefined;
}

export const EXPIRES = '(epoch_ms("timestamp") + retention_days::BIGINT * 86400000)';

export async function readBounds(connection: DuckDBConnection, catalog: string): Promise<Bounds> {
  const answer = await connection.runAndReadAll(
    `SELECT count(*)::BIGINT, (SELECT count(*) FROM ${catalog}.batches),
       coalesce(max("block") + 1, 0)::BIGINT,
       epoch_ms(min("timestamp")), epoch_ms(max("timestamp")),
       epoch_ms(min(received_at)), epoch_ms(max(received_at)),
       epoch_ms(min(stored_at)), epoch_ms(max(stored_at)), min(row_id), max(row_id),
       min(${EXPIRES})
     FROM ${catalog}.logs`,
  );
  const [row = []] = answer.getRows();
  const [rows, batches, groups, from, to, receivedFrom, receivedTo, storedFrom, storedTo, ...more] =
    row;
  const [rowIdFrom, rowIdTo, expires] = more;
  if (Number(rows) === 0 || typeof rowIdFrom !== 'bigint' || typeof rowIdTo !== 'bigint') {
    return { ...noRows(), batches: Number(batches), written: Number(groups) * GROUP_ROWS };
  }
  return {
    rows: Number(rows),
    batches: Number(batches),
    // Rows deleted at the end leave no trace: a new group begins.
    written: Number(groups) * GROUP_ROWS,
    from: Number(from),
    to: Number(to),
    receivedFrom: Number(receivedFrom),
    receivedTo: Number(receivedTo),
    storedFrom: Number(storedFrom),
    storedTo: Number(storedTo),
    rowIdFrom,
    rowIdTo,
    expiresFrom: Number(expires),
  };
}

/** With its log. */
export function bytesOf(file: DayFile): number {
  return sizeOf(file.path) + logBytesOf(file) + sizeOf(wordsPath(file.path));
}

export function logBytesOf({ path }: Pick<DayFile, 'path'>): number {
  return sizeOf(`${path}.wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
