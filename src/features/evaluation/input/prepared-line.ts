/** A row that a line shows, as it was sent. */
export interface ShownRow {
  /** Index into the rows of the request. */
  readonly row: number;
  /** The serialised row, as far as the evaluator could see it. */
  readonly text: string;
  /** Of the whole serialised row; empty in a preview. */
  readonly sha256: string;
  /** Of the event, where the rows come from a search. */
  readonly eventId?: string;
}

/** One line as the evaluator reads it; lines are numbered from 1. */
export interface PreparedLine {
  readonly text: string;
  /** Some of the rows it stands for, with what of them is to be seen. */
  readonly shown: readonly ShownRow[];
}
