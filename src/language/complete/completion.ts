/** Names and values the data has. Most frequent first. */
export interface CompletionSource {
  readonly fields: readonly string[];
  readonly values: (field: string) => readonly string[];
  readonly indexes: readonly string[];
  readonly savedSearches: readonly string[];
  readonly lookups: readonly string[];
}

export type CompletionKind =
  | 'command'
  | 'function'
  | 'aggregation'
  | 'keyword'
  | 'option'
  | 'field'
  | 'value'
  | 'time';

export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  /** One line of help; empty for names and values of the data. */
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
