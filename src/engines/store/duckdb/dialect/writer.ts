import type { BoundValue } from './bound-values.ts';
import type { Call, Expression, Lambda, Query } from './tree.ts';
import type { ValueType } from './value-type.ts';

/** A part of the statement, translated to DuckDB. The text can be used anywhere without additional parentheses. */
export interface Written {
  readonly text: string;
  readonly type: ValueType;
}

/** The meaning of names at one place of the statement. */
export interface Scope {
  /** Columns of the source, then the names defined so far by this SELECT. */
  readonly columns: ReadonlyMap<string, ValueType>;
  readonly aliases: Map<string, ValueType>;
  /** Of the lambdas around. */
  readonly variables: ReadonlyMap<string, Written>;
  /** How many lambdas there are around. */
  readonly depth: number;
  /** Columns with the elements of lists, by the text of the list. */
  readonly elements: Map<string, Written>;
  /** Tables sent with the query whose lists a lambda looks up: they are joined to the source, as maps. */
  readonly sentMaps: Map<string, string>;
  /** The source contains counts of rows, each in `events`, instead of rows. */
  readonly isOfCounts?: boolean;
}

/** What the tables of functions need of the rest of the translation. */
export interface Writer {
  write(expression: Expression, scope: Scope): Written;
  /** As a condition. For a filter, NULL is as good as false. */
  condition(expression: Expression, scope: Scope, isFilter: boolean): string;
  /** `lambda x: …` for elements of these types; several names represent the parts of one tuple. */
  lambda(
    lambda: Lambda,
    types: readonly ValueType[],
    scope: Scope,
    as: 'value' | 'condition',
  ): Written;
  query(query: Query): WrittenQuery;
  bind(value: BoundValue): Written;
  /** The value of a parameter or a literal; undefined for anything else. */
  valueOf(expression: Expression | undefined): BoundValue | undefined;
  /** Whether a table of this name was sent along. */
  isSent(name: string): boolean;
}

export interface WrittenQuery {
  readonly text: string;
  readonly columns: ReadonlyMap<string, ValueType>;
  /** Elements of lists became rows, which are to stay in their order. */
  readonly isExpanded: boolean;
  /** Number of nested levels, in the sense of `planned-twice.ts`. */
  readonly levels: number;
}

/** One call with all that is needed to write it. */
export interface CallSite {
  readonly writer: Writer;
  readonly scope: Scope;
  readonly call: Call;
  /** Arguments that were written already, by their position. */
  readonly written: Map<number, Written>;
}

export type WriteFunction = (site: CallSite) => Written;

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Only for texts of ours: values are bound. */
export function quoteText(text: string): string {
  const pieces = text.split('\0').map((piece) => `'${piece.replaceAll("'", "''")}'`);
  return pieces.length === 1 ? pieces.join('') : `(${pieces.join(' || chr(0) || ')})`;
}
