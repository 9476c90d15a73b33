import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { HistoryUnwritable } from '../history.ts';

/** Statements on one file, each prepared once. */
export interface Statements {
  all(text: string, ...values: readonly SQLInputValue[]): readonly Row[];
  first(text: string, ...values: readonly SQLInputValue[]): Row | undefined;
  /** How many rows it changed. */
  change(text: string, ...values: readonly SQLInputValue[]): number;
  /** All of it or nothing. */
  together(work: () => void): void;
  execute(text: string): void;
  close(): void;
}

export type Row = Readonly<Record<string, unknown>>;

export function openStatements(file: string): Statements {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  const prepared = new Map<string, StatementSync>();

  function prepare(text: string): StatementSync {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = database.prepare(text);
    prepared.set(text, statement);
    return statement;
  }

  function writing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new HistoryUnwritable(error);
    }
  }

  return {
    all: (text, ...values) => prepare(text).all(...values),
    first: (text, ...values) => prepare(text).get(...values),
    change: (text, ...values) => writing(() => Number(prepare(text).run(...values).changes)),
    together: (work) =>
      writing(() => {
        database.exec('begin immediate');
        try {
          work();
          database.exec('commit');
        } catch (error) {
          // A full disk may have ended the transaction already.
          if (database.isTransaction) database.exec('rollback');
          throw error;
        }
      }),
    execute: (text) => database.exec(text),
    close: () => {
      prepared.clear();
      if (database.isOpen) database.close();
    },
  };
}

/** The schema guarantees the column types; this only informs the compiler. */
export function textOf(row: Row, name: string): string {
  return String(row[name]);
}

export function numberOf(row: Row, name: string): number {
  return Number(row[name]);
}

export function maybeNumberOf(row: Row, name: string): number | null {
  return row[name] === null ? null : Number(row[name]);
}
