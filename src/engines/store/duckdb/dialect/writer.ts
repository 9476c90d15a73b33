import type { BoundValue } from './bound-values.ts';
import type { Call, Expression, Lambda, Query } from './tree.ts';
import type { ValueType } from './value-type.ts';

/** A part of the statement in the words of DuckDB. The text can stand in any place without further brackets. */
export interface Written {
  readonly text: string;
  readonly type: ValueType;
}

/** What names stand for at one place of the statement. */
export interface Scope {
  /** Columns of what is read, then the names this SELECT gives, as far as they were written. */
  readonly columns: ReadonlyMap<string, ValueType>;
  readonly aliases: Map<string, ValueType>;
  /** Of the lambdas around. */
  readonly variables: ReadonlyMap<string, Written>;
  /** How many lambdas there are around. */
  readonly depth: number;
  /** Columns that hold the elements of lists, by the text of the list. */
  readonly elements: Map<string, Written>;
  /** Tables sent along whose lists a lambda looks something up in: they join what is read, as maps. */
  readonly sentMaps: Map<string, string>;
  /** What is read are counts of rows, each under `events`, instead of the rows. */
  readonly isOfCounts?: boolean;
}

/** What the tables of functions need of the rest of the translation. */
export interface Writer {
  write(expression: Expression, scope: Scope): Written;
  /** As a condition. For a filter, NULL is as good as false. */
  condition(expression: Expression, scope: Scope, isFilter: boolean): string;
  /** `lambda x: …` for elements of these types; several names stand for the parts of one tuple. */
  lambda(
    lambda: Lambda,
    types: readonly ValueType[],
    scope: Scope,
    as: 'value' | 'condition',
  ): Written;
  query(query: Query): WrittenQuery;
  bind(value: BoundValue): Written;
  /** The value of what is a parameter or is written out; undefined for everything else. */
  valueOf(expression: Expression | undefined): BoundValue | undefined;
  /** Whether a table of this name was sent along. */
  isSent(name: string): boolean;
}

export interface WrittenQuery {
  readonly text: string;
  readonly columns: ReadonlyMap<string, ValueType>;
  /** Elements of lists became rows, which are to stay in their order. */
  readonly isExpanded: boolean;
  /** How many levels there are that `planned-twice.ts` tells of, one below the other. */
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
