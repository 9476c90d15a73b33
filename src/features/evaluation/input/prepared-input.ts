import type { PackedLines } from './packed-lines.ts';
import type { PreparedLine } from './prepared-line.ts';
import type { RunRequest } from './run-request.ts';

interface InputFacts {
  readonly request: RunRequest;
  /** The rows were put together into patterns. */
  readonly isCompressed: boolean;
  readonly inputRowCount: number;
  readonly uniqueTemplates: number;
  readonly droppedTemplates: number;
  readonly rareLineCount: number;
  /** Rows, characters or lines were left out; patterns over the cap are counted separately. */
  readonly isClipped: boolean;
  /** Estimated tokens of the lines in a question. */
  readonly lineTokens: number;
  /** Of all serialised rows, as a JSON list; empty in a preview. */
  readonly rowsSha256: string;
}

export interface PreparedRows extends InputFacts {
  readonly lines: readonly PreparedLine[];
  /** Lines or samples did not fit into the tokens of a call. */
  readonly isOverBudget: boolean;
  /** Rows after these, where the input is judged in parts. */
  readonly laterParts?: readonly PreparedRows[];
  /** Estimates for only the log data, for a preview: of all rows, of their patterns, and of the lines above. */
  readonly tokens: {
    readonly uncompressed: number;
    readonly compressed: number;
    readonly lines: number;
  };
}

/** Facts that a run needs; only the jobs that receive the lines read them. */
export interface PreparedInput extends InputFacts {
  readonly lines: PackedLines;
  /** Rows after these, where the input is judged in parts. */
  readonly laterParts?: readonly PreparedPart[];
}

export interface PreparedPart {
  readonly lines: PackedLines;
  readonly lineTokens: number;
}

/** In the order of the rows. */
export function partsOf(input: PreparedInput): readonly [PreparedPart, ...PreparedPart[]] {
  return [input, ...(input.laterParts ?? [])];
}
