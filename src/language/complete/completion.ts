import type { Variables } from '../variables.ts';

/** A name or value from the data, with the number of events that have it, if counted. */
export type Known = string | { readonly text: string; readonly count: number };

export interface KnownMacro {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly description: string;
}

/** Names and values the data has. Most frequent first. */
export interface CompletionSource {
  readonly fields: readonly Known[];
  readonly values: (field: string) => readonly Known[];
  readonly indexes: readonly string[];
  readonly savedSearches: readonly string[];
  readonly lookups: readonly string[];
  /** Those of the organization; the built-in ones are known. */
  readonly macros?: readonly KnownMacro[];
  /** Variables that the query may name; none where there are no variables. */
  readonly variables?: Variables;
}

export type CompletionKind =
  | 'command'
  | 'function'
  | 'aggregation'
  | 'keyword'
  | 'option'
  | 'field'
  | 'value'
  | 'variable'
  | 'macro'
  | 'time';

export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  /** One line of help; of names and values of the data how often they occur, or nothing. */
  readonly detail: string;
  /** What to write between `from` and `to`. */
  readonly apply: string;
}

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
  /** The field whose values would fit, so that a client can fetch them first. */
  readonly valuesOf: string | undefined;
}
