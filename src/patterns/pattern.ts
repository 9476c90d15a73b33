import type { Severity } from './severity.ts';

/** Rows that differ only in their variables, and their common text. */
export interface Pattern {
  /**
   * 16 hexadecimal digits, derived from the words of the message, the level and the fields: the same in every batch.
   */
  readonly id: string;
  /** The whole row with placeholders where its rows differ. */
  readonly template: string;
  /** The part of the template that was mined: without the header, or the message field alone. */
  readonly message: string;
  readonly severity: Severity;
  /** False if the rows have no level and it was derived from the words of the message. */
  readonly isSeverityStated: boolean;
  /** The names of the fields as JSON, for rows that have fields; else empty. */
  readonly shape: string;
  /** The field that contains the message; empty if there is none. */
  readonly messageKey: string;
  readonly count: number;
  /** Index of the first and the last row. */
  readonly first: number;
  readonly last: number;
  /** Indexes of rows that show the pattern's range, the most typical one first. */
  readonly samples: readonly number[];
}

export interface MinedPatterns {
  /** Highest count first; equal counts in the order of their first rows. */
  readonly patterns: readonly Pattern[];
  /** Index into `patterns` of every row. */
  readonly assignment: Int32Array;
}
