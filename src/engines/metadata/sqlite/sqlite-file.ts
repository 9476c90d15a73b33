import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { MB } from '../../../spec/units.ts';
import { checkValues } from '../check-values.ts';
import { toViolation } from './sqlite-errors.ts';

/** One connection to the file. Calls are synchronous, so each is short: one prepared statement. */
export interface SqliteFile extends Disposable {
  run<Row>(text: string, values: readonly unknown[]): QueryResult<Row>;
  /** Statements without values or rows. */
  execute(text: string): void;
  isInTransaction(): boolean;
}

/** Statement texts come from code, so there are few; the bound is a safeguard. */
const STATEMENTS_MAX = 500;

/**
 * How long a call may block this process while another one locks the file. Short, because nothing else runs meanwhile;
 * callers retry.
 */
const BUSY_MS = 20;

export function openSqliteFile(path: string): SqliteFile {
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  const statements = new Map<string, { statement: StatementSync; hasRows: boolean }>();

  function prepare(text: string): { statement: StatementSync; hasRows: boolean } {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const statement = database.prepare(text);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    statements.set(text, prepared);
    return prepared;
  }

  return {
    run<Row>(text: string, values: readonly unknown[]) {
      checkValues(values);
      try {
        const { statement, hasRows } = prepare(text);
        return runPrepared<Row>(statement, hasRows, values);
      } catch (error) {
        throw toViolation(error, database);
      }
    },
    execute(text) {
      try {
        database.exec(text);
      } catch (error) {
        throw toViolation(error, database);
      }
    },
    isInTransaction: () => database.isTransaction,
    [Symbol.dispose]() {
      statements.clear();
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Makes the connection read-only. The file is not opened read-only: after another process crashed during a write, such
 * a connection could not recover the log and would fail.
 */
export function prepareForReading(file: SqliteFile): void {
  file.execute('pragma query_only = on');
}

/** Pages of 4 KB that may wait in the log before they are worked into the file; by default it would take 4 MB. */
export const LOG_PAGES_MAX = 256;
/** What a log that had to be longer once is cut to. */
export const LOG_BYTES_KEPT = 1 * MB;

/** Settings of the writing connection in addition to Node's defaults. */
export function prepareForWriting(file: SqliteFile): void {
  // Readers do not wait for the writer.
  const [mode] = file.run<{ journal_mode: string }>('pragma journal_mode = wal', []).rows;
  if (mode?.journal_mode !== 'wal') {
    throw new Error(
      'The file system of the metadata file does not support shared memory. Move it to another one.',
    );
  }
  // A commit survives a power cut.
  file.execute('pragma synchronous = full');
  file.execute('pragma foreign_keys = on');
  // Texts that are deleted, such as mails with links in them, are overwritten.
  file.execute('pragma secure_delete = on');
  file.execute('pragma trusted_schema = off');
  file.execute(`pragma wal_autocheckpoint = ${LOG_PAGES_MAX}`);
  file.execute(`pragma journal_size_limit = ${LOG_BYTES_KEPT}`);
}

function runPrepared<Row>(
  statement: StatementSync,
  hasRows: boolean,
  values: readonly unknown[],
): QueryResult<Row> {
  const bound = values as Parameters<StatementSync['run']>;
  if (hasRows) {
    // SQLite's rows have no prototype; PostgreSQL returns plain objects.
    return { rows: statement.all(...bound).map((row) => ({ ...row }) as Row) };
  }
  const { changes } = statement.run(...bound);
  return { rows: [], numAffectedRows: BigInt(changes) };
}
