import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { MB } from '../../../spec/units.ts';
import { checkValues } from '../check-values.ts';
import { toViolation } from './sqlite-errors.ts';

/** One connection to the file. Its calls block, so each is short: one statement, kept prepared. */
export interface SqliteFile extends Disposable {
  run<Row>(text: string, values: readonly unknown[]): QueryResult<Row>;
  /** Statements without values or rows. */
  execute(text: string): void;
  isInTransaction(): boolean;
}

/** Texts of statements come from our code, so there are not many; the bound is for safety. */
const STATEMENTS_MAX = 500;

/**
 * How long a call may block this process while another process holds the file. Short, because nothing
 * else runs meanwhile; whoever needs longer tries again.
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
 * Refuses to change anything. The file itself is not opened for reading only: after another process has
 * died in the middle of a write, such a connection could not repair the log and would fail instead.
 */
export function prepareForReading(file: SqliteFile): void {
  file.execute('pragma query_only = on');
}

/** Pages of 4 KB that may wait in the log before they are worked into the file; by default it would take 4 MB. */
export const LOG_PAGES_MAX = 256;
/** What a log that had to be longer once is cut to. */
export const LOG_BYTES_KEPT = 1 * MB;

/** What the connection that writes needs beside Node's defaults. */
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
    // SQLite's rows have no prototype; a plain object is what PostgreSQL answers with.
    return { rows: statement.all(...bound).map((row) => ({ ...row }) as Row) };
  }
  const { changes } = statement.run(...bound);
  return { rows: [], numAffectedRows: BigInt(changes) };
}
