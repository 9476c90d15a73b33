/**
 * Translates our statements, as `sql.ts` writes them for ClickHouse, to DuckDB. The rest of this folder is private,
 * except for the macros of `prelude.ts`, which the translated statements call, and `lower-text.ts`.
 */
import {
  createBoundValues,
  typeOfValue,
  type BoundValue,
  type BoundValues,
} from './bound-values.ts';
import { createColumnWeights } from './column-weights.ts';
import { readOf, type LogsRead } from './logs-read.ts';
import { newestRows } from './newest-first.ts';
import { knownStatement } from './known-statements.ts';
import { createTablesInFront } from './planned-twice.ts';
import type { Expression } from './tree.ts';
import { StatementTooLarge } from './untranslatable-statement.ts';
import { writeCondition, writeExpression } from './write-expression.ts';
import { LOGS_COLUMNS, type LogsSource } from './write-from.ts';
import { writeLambda } from './write-lambda.ts';
import { writeQuery, type QueryNeeds } from './write-query.ts';
import type { Scope, Writer } from './writer.ts';

export type { BoundValue } from './bound-values.ts';
export type { LogsRead, Needle } from './logs-read.ts';
export type { LogsSource } from './write-from.ts';
export { StatementTooLarge, UntranslatableStatement } from './untranslatable-statement.ts';

/** A statement as `bind` makes it, and what goes along with it. */
export interface StatementText {
  readonly text: string;
  /** Values by parameter name, in the escaped form the HTTP interface of ClickHouse reads. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Tables sent along: of each name there is a temporary table of one row, `list1`, `list2` … of VARCHAR[]. */
  readonly sentTables: ReadonlySet<string>;
}

export interface SelectTranslation {
  /** An estimate returns the number of rows that would be read, not the rows. */
  readonly kind: 'select' | 'estimate';
  /** The whole statement. Its values are `$p1`, `$p2` …; the text itself contains no values. */
  readonly text: string;
  /** By name, without the `$`. Only what the text names is in here. */
  readonly values: ReadonlyMap<string, BoundValue>;
  /** One for each place where the text reads `logs`, in the order of the calls to `logs`. */
  readonly reads: readonly LogsRead[];
  /** The number of requested rows, if the newest rows of `logs` may be enough to answer it. */
  readonly newest: number | undefined;
}

export interface DeleteTranslation {
  readonly kind: 'delete';
  /** Only the condition, as used after WHERE: `DELETE FROM … AS logs WHERE <text>`. */
  readonly text: string;
  readonly values: ReadonlyMap<string, BoundValue>;
  /** The read described by the condition. */
  readonly read: LogsRead;
}

export type Translation = SelectTranslation | DeleteTranslation;

/** Provides the source; one of the two is called, once for each place where the statement reads the table. */
export interface LogsTable {
  rows(read: LogsRead): LogsSource;
  /** Where counts are enough; see `minute-counts.ts` for what they are. */
  counts(read: LogsRead): LogsSource;
}

export function translate(statement: StatementText, logs: LogsTable): Translation {
  const tree = knownStatement(statement.text);
  const bound = createBoundValues(statement.parameters);
  const reads: LogsRead[] = [];
  const needs = createNeeds(statement, bound, (read, isCounted) => {
    reads.push(read);
    return isCounted ? logs.counts(read) : logs.rows(read);
  });
  if (tree.kind === 'delete') {
    const text = needs.writer.condition(tree.condition, DELETE_SCOPE, true);
    return {
      kind: 'delete',
      text,
      values: valuesIn(text, bound),
      read: readOf([tree.condition], bound.read),
    };
  }
  const written = writeQuery(needs, tree.query, true);
  const text = needs.tables.text() + written.text;
  if (text.length > STATEMENT_CHARACTERS_MAX) throw new StatementTooLarge();
  const newest = newestRows(tree.query, (expression) => knownValue(bound, expression));
  return { kind: tree.kind, text, values: valuesIn(text, bound), reads, newest };
}

/** Leaves out values that were bound for parts that turned out to be superfluous. */
function valuesIn(text: string, { values }: BoundValues): ReadonlyMap<string, BoundValue> {
  const named = new Map<string, BoundValue>();
  for (const [, name = ''] of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(p\d+)/g)) {
    const value = values.get(name);
    if (value !== undefined) named.set(name, value);
  }
  return named;
}

const DELETE_SCOPE: Scope = {
  columns: LOGS_COLUMNS,
  aliases: new Map(),
  variables: new Map(),
  depth: 0,
  elements: new Map(),
  sentMaps: new Map(),
};

function createNeeds(
  { sentTables }: StatementText,
  bound: BoundValues,
  logs: (read: LogsRead, isCounted: boolean) => LogsSource,
): QueryNeeds {
  const bounded = createTextBound();
  const writer: Writer = {
    write: (expression, scope) => {
      const made = writeExpression(writer, expression, scope);
      bounded(made.text);
      return made;
    },
    condition: (expression, scope, isFilter) =>
      bounded(writeCondition(writer, expression, scope, isFilter)),
    lambda: (lambda, types, scope, as) => writeLambda(writer, lambda, types, scope, as),
    query: (query) => writeQuery(needs, query, false),
    bind: (value) => ({ text: bound.bind(value), type: typeOfValue(value) }),
    valueOf: (expression) => knownValue(bound, expression),
    isSent: (name) => sentTables.has(name),
  };
  const needs: QueryNeeds = {
    writer,
    weights: createColumnWeights(),
    tables: createTablesInFront(),
    logs: (conditions, isCounted) => logs(readOf(conditions, bound.read), isCounted),
  };
  return needs;
}

/**
 * A part counts with everything inside of it, as the engine goes through all of it at each level when it plans: it can
 * not be stopped meanwhile, so that what would take it long is refused before.
 */
function createTextBound(): (text: string) => string {
  let all = 0;
  return (text) => {
    all += text.length;
    if (all > WRITTEN_CHARACTERS_MAX) throw new StatementTooLarge();
    return text;
  };
}

/** The engine plans a million characters per second. The most deeply nested statements have four million. */
const WRITTEN_CHARACTERS_MAX = 5_000_000;
/** Of a whole statement, with all the files that it reads. */
const STATEMENT_CHARACTERS_MAX = 4_000_000;

function knownValue(
  bound: BoundValues,
  expression: Expression | undefined,
): BoundValue | undefined {
  switch (expression?.kind) {
    case 'parameter':
      return bound.read(expression);
    case 'text':
      return { type: 'VARCHAR', value: expression.value };
    case 'number':
      return { type: 'DOUBLE', value: Number(expression.text) };
    default:
      return undefined;
  }
}
