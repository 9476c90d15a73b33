/** A row that a line shows, as it was sent. */
export interface ShownRow {
  /** Index into the rows of the request. */
  readonly row: number;
  /** The serialised row, as far as the evaluator could see it. */
  readonly text: string;
  /** Of the whole serialised row; empty in a preview. */
  readonly sha256: string;
  /** Event id, if the rows come from a search. */
  readonly eventId?: string;
}

/** One line as the evaluator reads it; numbered from 1. */
export interface PreparedLine {
  readonly text: string;
  /** Some of the rows it represents, with their visible part. */
  readonly shown: readonly ShownRow[];
}
