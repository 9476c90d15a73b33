/**
 * Statements of ours, as `sql.ts` makes them for ClickHouse, in the words of DuckDB. Nothing else of this
 * folder is meant to be seen from outside but the macros of `prelude.ts`, which the texts made here call.
 */

/** A statement as `bind` makes it, and what goes along with it. */
export interface StatementText {
  readonly text: string;
  /** Values by parameter name, in the escaped form the HTTP interface of ClickHouse reads. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Tables sent along: of each name there is a temporary table of one row, `list1`, `list2` … of VARCHAR[]. */
  readonly sentTables: ReadonlySet<string>;
}

/**
 * What one read of the table `logs` asks for, as far as its text tells. Whatever lies outside of it cannot be
 * in the answer, so that the reader may leave out files and blocks by it; it need not.
 */
export interface LogsRead {
  /** Milliseconds since 1970 of `timestamp`, the first one included and the last one not. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The same of `received_at`. */
  readonly receivedFrom: number | undefined;
  readonly receivedTo: number | undefined;
  readonly organization: string | undefined;
  readonly indexes: readonly string[] | undefined;
  /** Words, in lower case, that the body of every row has. */
  readonly words: readonly string[];
  /** Attributes and promoted columns that every row has, the value in lower case. */
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** Bounds of `row_id`, the first one included and the last one not. */
  readonly rowIdFrom: bigint | undefined;
  readonly rowIdTo: bigint | undefined;
}

/** A value with the type under which it is bound. Instants are milliseconds since 1970. */
export type BoundValue =
  | { readonly type: 'VARCHAR'; readonly value: string }
  | { readonly type: 'TIMESTAMP_MS'; readonly value: number }
  | { readonly type: 'UINTEGER' | 'DOUBLE'; readonly value: number }
  | { readonly type: 'UBIGINT' | 'BIGINT'; readonly value: bigint }
  | { readonly type: 'BOOLEAN'; readonly value: boolean }
  | { readonly type: 'VARCHAR[]'; readonly value: readonly string[] }
  | { readonly type: 'UBIGINT[]'; readonly value: readonly bigint[] }
  | { readonly type: 'DOUBLE[]'; readonly value: readonly number[] };

export interface SelectTranslation {
  readonly kind: 'select';
  /** The whole statement. Its values are `$p1`, `$p2` …; none stands in the text itself. */
  readonly text: string;
  /** By name, without the `$`. Only what the text names is in here. */
  readonly values: ReadonlyMap<string, BoundValue>;
  /** One for each place where the text reads `logs`, in the order in which `logs` was asked. */
  readonly reads: readonly LogsRead[];
}

export interface DeleteTranslation {
  readonly kind: 'delete';
  /** The condition alone, as it stands behind WHERE: `DELETE FROM … AS logs WHERE <text>`. */
  readonly text: string;
  readonly values: ReadonlyMap<string, BoundValue>;
  /** What the condition asks for. */
  readonly read: LogsRead;
}

export type Translation = SelectTranslation | DeleteTranslation;

/** A statement that is not of the kind our program writes, or asks for what DuckDB cannot do. */
export class UntranslatableStatement extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UntranslatableStatement';
  }
}

/**
 * `logs` gives the text that stands behind FROM for one read of the table, a table's name or a statement in
 * parentheses; it is called once for each place where the statement reads it.
 */
export function translate(statement: StatementText, logs: (read: LogsRead) => string): Translation {
  throw new UntranslatableStatement(`not built yet: ${statement.text.length} ${logs.length}`);
}
