import type { RunRequest } from './run-request.ts';

/** A row that a line shows, as it was sent. */
export interface ShownRow {
  /** Index into the rows of the request. */
  readonly row: number;
  /** The serialised row, as far as the evaluator could see it. */
  readonly text: string;
  /** Of the whole serialised row; empty in a preview. */
  readonly sha256: string;
}

/** One line as the evaluator reads it; lines are numbered from 1. */
export interface PreparedLine {
  readonly text: string;
  /** Some of the rows it stands for, with what of them is to be seen. */
  readonly shown: readonly ShownRow[];
}

export interface PreparedInput {
  readonly request: RunRequest;
  readonly lines: readonly PreparedLine[];
  readonly inputRowCount: number;
  readonly uniqueTemplates: number;
  readonly droppedTemplates: number;
  readonly rareLineCount: number;
  /** Rows, characters or lines were left out; patterns over the cap are counted on their own. */
  readonly isClipped: boolean;
  /** What the lines take in a question, as we estimate. */
  readonly lineTokens: number;
  /** Estimates for the log data alone, for a preview. */
  readonly tokens: { readonly uncompressed: number; readonly compressed: number };
  /** Of all serialised rows, as a JSON list; empty in a preview. */
  readonly rowsSha256: string;
}
