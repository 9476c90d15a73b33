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
  /** Rows, characters or lines were left out; patterns over the cap are counted on their own. */
  readonly isClipped: boolean;
  /** What the lines take in a question, as we estimate. */
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
  /** Estimates for the log data alone, for a preview: of all rows, of their patterns, and of the lines above. */
  readonly tokens: {
    readonly uncompressed: number;
    readonly compressed: number;
    readonly lines: number;
  };
}

/** What a run has to know; nobody looks at the lines but the jobs they are handed to. */
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
